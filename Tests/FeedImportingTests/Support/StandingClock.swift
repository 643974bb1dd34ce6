import Operations

/// A clock that stands still until a test moves it on: whoever sleeps on it is woken up by that.
final class StandingClock: Clock, Sendable {
    typealias Instant = SteppingClock.Instant

    private struct State {
        var offset = Duration.zero
        var lastSleeper = 0
        var sleepers: [Int: (deadline: Duration, sleeper: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Locked(State())
    private let (asleep, somebodySleeps) = AsyncStream<Void>.makeStream()

    var now: Instant { Instant(offset: state.withLock(\.offset)) }
    var minimumResolution: Duration { .zero }

    /// How many sleep on it.
    var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Suspends until somebody sleeps.
    func untilSomebodySleeps() async {
        var times = asleep.makeAsyncIterator()
        while sleeperCount == 0 { await times.next() }
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.offset += duration
            let numbers = state.sleepers.filter { $0.value.deadline <= state.offset }.keys
            return numbers.compactMap { state.sleepers.removeValue(forKey: $0)?.sleeper }
        }
        for sleeper in woken { sleeper.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper in
                let isAsleep = state.withLock { state in
                    guard !Task.isCancelled, deadline.offset > state.offset else { return false }
                    state.sleepers[number] = (deadline.offset, sleeper)
                    return true
                }
                if isAsleep {
                    somebodySleeps.yield()
                } else {
                    sleeper.resume(with: Result { try Task.checkCancellation() })
                }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number)?.sleeper }?.resume(throwing: CancellationError())
        }
    }
}
