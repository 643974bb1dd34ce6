import Persistence

/// What is kept of the change log.
///
/// To be asked for in the same unit of work as the changes: the log may be
/// trimmed at any moment, and whoever read on would miss something unawares.
struct ChangeLogBounds: Sendable {
    /// The oldest change that is still there.
    let first: Int64
    /// The newest.
    let last: Int64

    init(_ unit: UnitOfWork) throws(PersistenceError) {
        first = try unit.changes.firstSequence()
        last = try unit.changes.lastSequence()
    }

    /// Whether the number is one that no change has had yet.
    func isBeyond(_ since: Int64) -> Bool { since > last }

    /// Whether changes after the number are no longer kept; 0 asks for all that are.
    func isTrimmed(after since: Int64) -> Bool { since > 0 && since < first - 1 }

    /// Whether nothing is missed when the log is read on after the number.
    func hasAll(after since: Int64) -> Bool { !isBeyond(since) && !isTrimmed(after: since) }
}
