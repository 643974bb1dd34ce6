import Synchronization

/// Watches several requests at once and reports their changes together.
///
/// The requests have names. They are read in one unit of work, so what is reported
/// belongs together: a row that goes from one list to another is never in both, nor
/// in neither. To watch rows of several kinds, turn them into one with
/// ``FetchRequest/map(_:)``.
///
/// A group is an `AsyncSequence`. Each iteration starts with everything there
/// is, as inserts, and has a change for each burst of saves that changed
/// something, by this process or another. It asks the store when the consumer
/// asks for the next change: whoever is slow gets fewer and larger changes,
/// never a queue of them. It ends when the store is closed, and throws when its
/// file is moved, replaced or deleted.
package final class FetchedResultsGroup<Row: FetchedRow>: Sendable {
    private let context: PersistenceContext
    private let watch: StoreWatch
    private let timing: MonitorTiming
    private let requests: Mutex<[String: FetchRequest<Row>]>

    /// Makes a group; nothing is read before it is iterated over.
    ///
    /// - Throws: ``PersistenceError/notLoaded(_:)`` before the store is loaded.
    package init(
        _ requests: [String: FetchRequest<Row>],
        in persistence: PersistenceManager,
        timing: MonitorTiming = MonitorTiming()
    ) throws(PersistenceError) {
        context = try persistence.mainContext()
        watch = try persistence.watch()
        self.timing = timing
        self.requests = Mutex(requests)
    }

    /// Replaces a request, adds one under a new name, or with nil drops one.
    ///
    /// The next change brings what that does to the results.
    package func replaceRequest(_ name: String, with request: FetchRequest<Row>?) {
        requests.withLock { $0[name] = request }
        watch.notify()
    }

    /// What the store has now, by name.
    fileprivate func results() async throws(PersistenceError) -> [String: FetchedResults<Row>] {
        let requests = requests.withLock { $0 }
        return try await context.perform { unit throws(PersistenceError) in
            var results: [String: FetchedResults<Row>] = [:]
            for (name, request) in requests { results[name] = try request.results(in: unit) }
            return results
        }
    }
}

extension FetchedResultsGroup: AsyncSequence {
    package typealias Element = [String: FetchedResultsChange<Row>]
    package typealias Failure = PersistenceError

    package func makeAsyncIterator() -> Iterator {
        // Listens before it reads, so that nothing falls in between.
        Iterator(group: self, commits: watch.listen().makeAsyncIterator())
    }

    /// One consumer's view, with what it was told last.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let group: FetchedResultsGroup
        fileprivate var commits: AsyncStream<Void>.Iterator
        private var told: [String: FetchedResults<Row>]?

        fileprivate init(group: FetchedResultsGroup, commits: AsyncStream<Void>.Iterator) {
            self.group = group
            self.commits = commits
        }

        package mutating func next() async throws(PersistenceError) -> Element? {
            try await next(isolation: nil)
        }

        /// The next change; nil when the store is closed or the task cancelled.
        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PersistenceError) -> Element? {
            do throws(PersistenceError) {
                while !Task.isCancelled {
                    if told != nil {
                        guard await commits.next(isolation: actor) != nil else {
                            guard !Task.isCancelled, let failure = group.watch.failure else { return nil }
                            throw failure
                        }
                        do { try await group.timing.pause(group.timing.coalescing) } catch { return nil }
                    }
                    let isFirst = told == nil
                    let changes = changes(to: try await group.results())
                    if isFirst || !changes.isEmpty { return changes }
                }
                return nil
            } catch .interrupted {
                return nil
            } catch .notLoaded {
                // Closed in the meantime.
                return nil
            }
        }

        private mutating func changes(to now: [String: FetchedResults<Row>]) -> Element {
            let before = told ?? [:]
            told = now
            var changes: Element = [:]
            for name in Set(before.keys).union(now.keys) {
                let change = FetchedResultsChange(from: before[name] ?? .empty, to: now[name] ?? .empty)
                // Of a request that is new everything is told, also that there is nothing.
                if !change.isEmpty || before[name] == nil { changes[name] = change }
            }
            return changes
        }
    }
}
