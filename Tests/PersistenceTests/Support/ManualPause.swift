import Synchronization

/// A wait that ends when the test says so.
final class ManualPause: Sendable {
    private let shared = Mutex(Shared())

    private struct Shared {
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var count = 0
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    /// Waits until the test ends the pause, or the task is cancelled.
    func pause(_ duration: Duration) async throws {
        let number = shared.withLock { shared in
            shared.count += 1
            return shared.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                let observers = shared.withLock { shared in
                    shared.sleepers[number] = continuation
                    defer { shared.observers = [] }
                    return shared.observers
                }
                observers.forEach { $0.resume() }
            }
        } onCancel: {
            shared.withLock { $0.sleepers.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody pauses.
    func begins() async {
        await withCheckedContinuation { continuation in
            let isPaused = shared.withLock { shared in
                if shared.sleepers.isEmpty { shared.observers.append(continuation) }
                return !shared.sleepers.isEmpty
            }
            if isPaused { continuation.resume() }
        }
    }

    /// Waits until somebody pauses, then ends every pause there is.
    func end() async {
        await begins()
        let sleepers = shared.withLock { shared in
            defer { shared.sleepers = [:] }
            return shared.sleepers
        }
        sleepers.values.forEach { $0.resume() }
    }

    /// How many pauses were begun.
    var count: Int { shared.withLock { $0.count } }
}
