/// Watches one row: whether it is there, and what is in it.
///
/// An `AsyncSequence` of what is there: first the row as it is, then the row as
/// it is after each burst of saves that changed it; nil when there is none, at
/// first or any more. The request should find one row at most; others are left
/// out.
package struct FetchedObjectMonitor<Row: FetchedRow>: Sendable {
    private let group: FetchedResultsGroup<Row>

    /// Makes a monitor; nothing is read before it is iterated over.
    ///
    /// - Throws: ``PersistenceError/notLoaded(_:)`` before the store is loaded.
    package init(
        _ request: FetchRequest<Row>,
        in persistence: PersistenceManager,
        timing: MonitorTiming = MonitorTiming()
    ) throws(PersistenceError) {
        group = try FetchedResultsGroup(["": request], in: persistence, timing: timing)
    }
}

extension FetchedObjectMonitor: AsyncSequence {
    package typealias Element = Row?
    package typealias Failure = PersistenceError

    package func makeAsyncIterator() -> Iterator {
        Iterator(changes: group.makeAsyncIterator())
    }

    /// One consumer's view.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: FetchedResultsGroup<Row>.Iterator

        package mutating func next() async throws(PersistenceError) -> Row?? {
            try await next(isolation: nil)
        }

        /// The row as it is now; the outer nil when the store is closed or the
        /// task cancelled.
        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PersistenceError) -> Row?? {
            guard let change = try await changes.next(isolation: actor) else { return nil }
            return .some(change[""]?.results.rows.first)
        }
    }
}
