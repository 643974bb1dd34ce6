import GRDB
package import PodcastModel

/// What a scheduler needs besides leases: the next due time, and help against
/// clocks that were set.
extension SubscriptionStore {
    /// When the next feed falls due; nil if none ever does.
    ///
    /// A feed that somebody is working on counts from the end of the lease.
    /// Only the head of the index is read, and the few leases there are.
    package func nextDueDate() throws(PersistenceError) -> Timestamp? {
        let free = try unit.fetchOne(SubscriptionStore.firstFreeDue) { row in row.time() }.flatMap { $0 }
        let leased = try unit.fetchOne(
            SubscriptionStore.firstLeasedDue,
            [free?.epochSeconds ?? Int64.max]
        ) { row in row.time() }.flatMap { $0 }
        guard let leased else { return free }
        return free.map { min($0, leased) } ?? leased
    }

    static let firstFreeDue = """
        SELECT nextDueAt FROM subscription
        WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM lease WHERE subscriptionId = subscription.id)
        ORDER BY nextDueAt LIMIT 1
        """

    static let firstLeasedDue = """
        SELECT min(max(nextDueAt, until)) FROM lease CROSS JOIN subscription ON subscription.id = subscriptionId
        WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt < ?
        """

    /// How many feeds are refreshed by themselves.
    package func scheduledCount() throws(PersistenceError) -> Int {
        Int(
            try unit.fetchInteger(
                """
                SELECT count(*) FROM subscription
                WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt IS NOT NULL
                """
            )
        )
    }

    /// Moves what was dated by a clock that has been set since: the attempts of
    /// the old time, and what is due because of them.
    ///
    /// So the wait between two attempts stays as long as it was meant to be,
    /// whatever the clock says.
    ///
    /// - Parameter dates: which, and how far.
    /// - Returns: how many feeds were moved.
    /// - Throws: ``PersistenceError``.
    package func shiftAttempts(_ dates: ShiftedDates) throws(PersistenceError) -> Int {
        try unit.execute(
            """
            UPDATE subscription SET lastAttemptAt = lastAttemptAt + ?1, nextDueAt = nextDueAt + ?1
            WHERE \(ShiftedDates.include("lastAttemptAt"))
            """,
            dates.arguments
        )
    }

    /// How the subscriptions do, in numbers.
    ///
    /// - Parameters:
    ///   - now: the moment.
    ///   - gone: owners whose leases are nobody's, for they are not there any more.
    /// - Returns: the numbers.
    /// - Throws: ``PersistenceError``.
    package func overview(
        at now: Timestamp,
        withoutLeasesOf gone: [String] = []
    ) throws(PersistenceError) -> SubscriptionOverview {
        let states = try unit.fetch("SELECT state, count(*) FROM subscription GROUP BY state") {
            row throws(PersistenceError) -> (SubscriptionState, Int) in
            (try row.requiredWord(), row.int() ?? 0)
        }
        let numbers = try unit.fetchOne(
            """
            WITH held AS (
              SELECT subscriptionId FROM lease WHERE until > ?1 AND owner NOT IN (SELECT value FROM json_each(?2))
            )
            SELECT count(*) FILTER (WHERE nextDueAt <= ?1 AND state NOT IN ('paused', 'unfollowed')
                AND duplicateOf IS NULL
                AND subscription.id NOT IN held),
              (SELECT count(*) FROM held),
              count(*) FILTER (WHERE failures > 0 AND state <> 'unfollowed'),
              max(lastAttemptAt), max(lastSuccessAt)
            FROM subscription
            """,
            [now.epochSeconds, try SubscriptionStore.json(gone)]
        ) { row in
            (
                due: row.int() ?? 0, leased: row.int() ?? 0, failing: row.int() ?? 0, attempt: row.time(),
                success: row.time()
            )
        }
        return SubscriptionOverview(
            states: Dictionary(uniqueKeysWithValues: states),
            due: numbers?.due ?? 0,
            inFlight: numbers?.leased ?? 0,
            failing: numbers?.failing ?? 0,
            nextDueAt: try nextDueDate(),
            lastAttemptAt: numbers?.attempt,
            lastSuccessAt: numbers?.success
        )
    }
}
