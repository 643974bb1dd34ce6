import Dispatch

/// Tells observers the states of the store, in order.
///
/// May be used under a lock: nobody is told on the caller's thread. Telling an
/// observer waits for its task while that is being cancelled, and what the task
/// does then may need the same lock.
final class StateObservers: Sendable {
    private let queue = DispatchQueue(label: "podimport.store-states")
    /// Used on the queue only.
    nonisolated(unsafe) private var continuations: [Int: AsyncStream<PersistentStoreState>.Continuation] = [:]
    nonisolated(unsafe) private var lastNumber = 0

    /// How many observers there are.
    var count: Int { queue.sync { continuations.count } }

    /// The state given, and every one told from now on.
    func add(from state: PersistentStoreState) -> AsyncStream<PersistentStoreState> {
        let (stream, continuation) = AsyncStream.makeStream(of: PersistentStoreState.self)
        queue.async { [self] in
            lastNumber += 1
            let number = lastNumber
            continuations[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
            tell(state, to: number)
        }
        return stream
    }

    func tell(_ state: PersistentStoreState) {
        queue.async { [self] in
            for number in continuations.keys { tell(state, to: number) }
        }
    }

    private func tell(_ state: PersistentStoreState, to number: Int) {
        // One that stopped before it was added has called nobody.
        if case .terminated? = continuations[number]?.yield(state) { continuations[number] = nil }
    }

    private func remove(_ number: Int) {
        queue.async { [self] in continuations[number] = nil }
    }
}
