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
    /// Nothing of the old time may stay behind: what the server has said would hold until then if the feed fails (http
    /// polling A2 19, A3 39), and validators of the future are not sent (A1 12).
    ///
    /// - Parameter dates: which, and how far.
    /// - Returns: how many feeds were moved.
    /// - Throws: ``PersistenceError``.
    package func shiftAttempts(_ dates: ShiftedDates) throws(PersistenceError) -> Int {
        // Apart, and first, for it goes by the old date: a row that breaks a rule of its table keeps these as they
        // are, and no feed from being moved.
        try unit.execute(
            """
            UPDATE OR IGNORE subscription SET dueReasons = \(RefreshStore.shiftedReasons), \(RefreshStore.shiftedDates)
            WHERE \(ShiftedDates.include("lastAttemptAt"))
            """,
            dates.arguments
        )
        return try unit.execute(
            """
            UPDATE subscription SET lastAttemptAt = lastAttemptAt + ?1,
              nextDueAt = nextDueAt + CASE WHEN ?1 > 0 AND \(DueCondition.isRequested) THEN 0 ELSE ?1 END
            WHERE \(ShiftedDates.include("lastAttemptAt"))
            """,
            dates.arguments
        )
    }

    /// The dates that attempts before the last may have left, each moved if it is of the old time.
    private static let shiftedDates = [
        "lastSuccessAt", "lastDocumentAt", "validatorsAt", "failingSince", "pendingMoveFirstSeenAt",
        "pendingMoveLastSeenAt", "pendingMoveLookedAt",
    ]
    .map { "\($0) = CASE WHEN \(ShiftedDates.include($0)) THEN \($0) + ?1 ELSE \($0) END" }
    .joined(separator: ", ")

    /// The reasons for a due time that is moved by ?1; what is damaged stays so, for `null` is no reason.
    private static let shiftedReasons = """
        CASE WHEN json_valid(dueReasons) THEN (
          SELECT json_group_array(json(CASE
            WHEN type <> 'object' THEN 'null'
            WHEN json_extract(value, '$.notBefore') IS NULL THEN value
            ELSE json_set(value, '$.notBefore',
              strftime('%Y-%m-%dT%H:%M:%SZ', json_extract(value, '$.notBefore'), ?1 || ' seconds')) END))
          FROM json_each(dueReasons)) ELSE dueReasons END
        """
}
