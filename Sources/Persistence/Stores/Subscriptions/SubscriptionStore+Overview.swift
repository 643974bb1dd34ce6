import GRDB
package import PodcastModel

extension SubscriptionStore {
    /// How the subscriptions are doing, in numbers.
    ///
    /// - Parameters:
    ///   - now: the moment.
    ///   - gone: owners that are not there any more, so that their leases are nobody's.
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
            SELECT count(*) FILTER (WHERE \(DueCondition.isPolled) AND nextDueAt <= ?1 AND subscription.id NOT IN held),
              (SELECT count(*) FROM held),
              count(*) FILTER (WHERE failures > 0 AND state <> 'unfollowed'),
              max(lastAttemptAt), max(lastSuccessAt)
            FROM subscription
            """,
            [now.epochSeconds, try ColumnJSON.text(gone)]
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
            nextDueAt: try unit.refreshes.nextDueDate(),
            lastAttemptAt: numbers?.attempt,
            lastSuccessAt: numbers?.success
        )
    }
}
