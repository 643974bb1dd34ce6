import Synchronization

/// Keeps the results of a request up to date, and reports what changes in them.
///
/// As an `AsyncSequence` it gives each consumer all results as inserts first, and
/// then one change for each burst of saves, with the same guarantees as
/// ``FetchedResultsGroup``. As an object it keeps ``results`` and calls back:
///
///     let monitor = try FetchedResultsMonitor(.episodes(query), in: persistence)
///     monitor.start { change in show(change.results) }
///
/// `docs/LiveResults.md` has the whole picture.
package final class FetchedResultsMonitor<Row: FetchedRow>: Sendable {
    private let group: FetchedResultsGroup<Row>
    private let shared = Mutex(Shared())

    /// The name of the only request.
    private static var name: String { "" }

    private struct Shared {
        var results = FetchedResults<Row>.empty
        /// The last task that calls back, even one that was stopped: its last call may still be under way.
        var task: Task<Void, Never>?
    }

    /// Makes a monitor; nothing is read yet.
    ///
    /// - Throws: ``PersistenceError/notLoaded(_:)`` before the store is loaded.
    package init(
        _ request: FetchRequest<Row>,
        in persistence: PersistenceManager,
        timing: MonitorTiming = MonitorTiming()
    ) throws(PersistenceError) {
        group = try FetchedResultsGroup([Self.name: request], in: persistence, timing: timing)
    }

    deinit {
        shared.withLock { $0.task }?.cancel()
    }

    /// Watches another request from now on; the difference that makes to the
    /// results is the next change.
    package func replaceRequest(with request: FetchRequest<Row>) {
        group.replaceRequest(Self.name, with: request)
    }

    // MARK: - Calling back

    /// What was found last; empty before the first callback.
    package var results: FetchedResults<Row> { shared.withLock { $0.results } }

    /// Starts calling back: with everything there is, then with every change.
    ///
    /// One call at a time, from any thread. A monitor that runs already goes on
    /// with the new callbacks, from the beginning.
    ///
    /// - Parameters:
    ///   - didFail: called when the store cannot be read; the monitor stops then.
    ///   - didChange: called after ``results`` has been brought up to date.
    package func start(
        didFail: @escaping @Sendable (PersistenceError) -> Void = { _ in },
        didChange: @escaping @Sendable (FetchedResultsChange<Row>) -> Void
    ) {
        // The task must not keep the monitor alive, which ends it when it goes.
        let group = group
        shared.withLock { shared in
            // Under the lock, so that of two who start at once one waits for the other.
            let before = shared.task
            before?.cancel()
            shared.task = Task { [weak self] in
                // A call back that is under way is finished first.
                await before?.value
                var iterator = group.makeAsyncIterator()
                do throws(PersistenceError) {
                    while let changes = try await iterator.next() {
                        guard let change = changes[Self.name] else { continue }
                        guard let self, keep(change.results) else { return }
                        didChange(change)
                    }
                } catch {
                    didFail(error)
                }
            }
        }
    }

    /// Keeps what was found, unless the task that has found it was stopped.
    private func keep(_ results: FetchedResults<Row>) -> Bool {
        shared.withLock { shared in
            guard !Task.isCancelled else { return false }
            shared.results = results
            return true
        }
    }

    /// Stops calling back, once a call that is under way has returned;
    /// ``results`` stays as it is.
    package func stop() {
        shared.withLock { $0.task?.cancel() }
    }
}

extension FetchedResultsMonitor: AsyncSequence {
    package typealias Element = FetchedResultsChange<Row>
    package typealias Failure = PersistenceError

    package func makeAsyncIterator() -> Iterator {
        Iterator(changes: group.makeAsyncIterator())
    }

    /// One consumer's view.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: FetchedResultsGroup<Row>.Iterator

        package mutating func next() async throws(PersistenceError) -> Element? {
            try await next(isolation: nil)
        }

        /// The next change; nil when the store is closed or the task cancelled.
        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PersistenceError) -> Element? {
            try await changes.next(isolation: actor)?[FetchedResultsMonitor.name]
        }
    }
}
