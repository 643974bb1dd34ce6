import Synchronization

/// How soon a save is to be durable.
package enum SaveUrgency: Sendable, Hashable {
    /// As soon as the writer is free.
    case immediate
    /// In a moment, together with whatever else has come by then, and just as durable.
    ///
    /// For saves that come in numbers and can each wait a moment: a disk sync takes longer than writing a row.
    case soon
    /// In a moment, together with whatever else has come by then: a commit
    /// costs the same whatever is in it.
    ///
    /// For leases, and for single feeds that have not changed: the commit outlives the process, but perhaps not a power
    /// failure. That ends the owner of the lease, too, and costs one more question whether a feed has changed. So the
    /// disk is not synced.
    case gathering
    /// When many more have come, or after a longer moment: for what nobody waits
    /// for. Rows that are written together are on the same pages.
    case patient
}

/// A save that waits for its turn, its result type forgotten.
struct PendingSave: Sendable {
    var urgency = SaveUrgency.immediate
    /// How many saves it stands for, where many have been put into one unit of work.
    var count = 1
    /// Asked once, just before the work would begin.
    let isCancelled: @Sendable () -> Bool
    /// Does the work inside the current transaction; again if that had to be
    /// rolled back because of another save.
    let run: @Sendable (UnitOfWork) throws(PersistenceError) -> Void
    /// Called exactly once, after the commit (nil) or the failure.
    let finish: @Sendable (PersistenceError?) -> Void
}

/// Holds what a unit of work returned until its commit has happened.
final class SaveResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ newValue: Value) {
        value.withLock { $0 = newValue }
    }

    func result(failure: PersistenceError?) -> Result<Value, PersistenceError> {
        if let failure { return .failure(failure) }
        guard let value = value.withLock({ $0 }) else { return .failure(.interrupted) }
        return .success(value)
    }
}
