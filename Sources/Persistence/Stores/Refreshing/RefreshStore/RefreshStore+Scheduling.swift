import GRDB
package import PodcastModel

/// What a scheduler needs besides leases: the next due time, and help against
/// clocks that were set.
extension RefreshStore {
    /// When the next feed falls due; nil if none ever does.
    ///
    /// A feed that somebody is working on counts from the end of the lease.
    /// Only the head of the index is read, and the few leases there are.
    package func nextDueDate() throws(PersistenceError) -> Timestamp? {
        let free = try unit.fetchOne(RefreshStore.firstFreeDue) { row in row.time() }.flatMap { $0 }
        let leased = try unit.fetchOne(
            RefreshStore.firstLeasedDue,
            [free?.epochSeconds ?? Int64.max]
        ) { row in row.time() }.flatMap { $0 }
        guard let leased else { return free }
        return free.map { min($0, leased) } ?? leased
    }

    static let firstFreeDue = """
        SELECT nextDueAt FROM subscription
        WHERE \(DueCondition.isPolled) AND nextDueAt IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM lease WHERE subscriptionId = subscription.id)
        ORDER BY nextDueAt LIMIT 1
        """

    static let firstLeasedDue = """
        SELECT min(max(nextDueAt, until)) FROM lease CROSS JOIN subscription ON subscription.id = subscriptionId
        WHERE \(DueCondition.isPolled) AND nextDueAt < ?
        """

    /// How many feeds are refreshed by themselves.
    package func scheduledCount() throws(PersistenceError) -> Int {
        Int(
            try unit.fetchInteger(
                """
                SELECT count(*) FROM subscription
                WHERE \(DueCondition.isPolled) AND nextDueAt IS NOT NULL
                """
            )
        )
    }

    /// Moves what was dated by a clock that has been set since: the attempts of
    /// the old time, and what is due because of them.
    ///
    /// So the wait between two attempts stays as long as it was meant to be,
    /// whatever the clock says. A feed that somebody has asked for is not due because of them: moved along by a clock
    /// that was set forward, it would wait for as long as that was behind.
    ///
    /// - Parameter dates: which, and how far.
    /// - Returns: how many feeds were moved.
    /// - Throws: ``PersistenceError``.
    package func shiftAttempts(_ dates: ShiftedDates) throws(PersistenceError) -> Int {
        try unit.execute(
            """
            UPDATE subscription SET lastAttemptAt = lastAttemptAt + ?1,
              nextDueAt = nextDueAt + CASE WHEN ?1 > 0 AND \(DueCondition.isRequested) THEN 0 ELSE ?1 END
            WHERE \(ShiftedDates.include("lastAttemptAt"))
            """,
            dates.arguments
        )
    }
}
