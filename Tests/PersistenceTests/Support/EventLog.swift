import Synchronization

@testable import Persistence

/// What happens to the saves of a test, in order.
final class EventLog: Sendable {
    private struct State {
        var events: [String] = []
        var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var all: [String] { state.withLock { $0.events } }

    func append(_ event: String) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.events.append(event)
            guard let waiter = state.waiter, state.events.count >= waiter.count else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        waiter?.resume()
    }

    /// Waits until so many events have happened.
    func reach(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.events.count < count { state.waiter = (count, continuation) }
                return state.events.count >= count
            }
            if isReached { continuation.resume() }
        }
    }
}

extension TestStore {
    /// Submits a save that logs when it runs and when it is told that it is durable.
    func submit(
        _ urgency: SaveUrgency,
        _ events: EventLog,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Void = { _ in }
    ) throws {
        try manager.care().store.submit(
            PendingSave(
                urgency: urgency,
                isCancelled: { false },
                run: { unit throws(PersistenceError) in
                    events.append("run")
                    try body(unit)
                },
                finish: { events.append($0 == nil ? "finish" : "failed") }
            )
        )
    }
}
