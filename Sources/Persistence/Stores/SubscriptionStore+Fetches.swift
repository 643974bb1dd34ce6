import GRDB
package import PodcastModel

extension SubscriptionStore {
    /// How many fetches of one feed are remembered.
    static let fetchLimit: Int64 = 50

    /// Remembers what happened when the feed was asked; the oldest of more than
    /// fifty is forgotten.
    ///
    /// - Parameters:
    ///   - fetch: what happened.
    ///   - id: the subscription.
    ///   - standing: how the feed stood before; nil to look.
    /// - Throws: ``PersistenceError``.
    package func recordFetch(
        _ fetch: FetchRecord,
        of id: Int64,
        standing: RefreshStanding? = nil
    ) throws(PersistenceError) {
        var last = standing?.lastFetchNumber
        if last == nil {
            let statement = "SELECT coalesce(max(number), 0) FROM fetch WHERE subscriptionId = ?"
            last = try unit.fetchInteger(statement, [id])
        }
        let number = (last ?? 0) + 1
        let row = try unit.writer(.fetch)
        row.integer(id)
        row.integer(number)
        row.time(fetch.at)
        row.text(fetch.outcome)
        row.int(fetch.status)
        row.integer(fetch.bytes)
        row.text(SubscriptionStore.json(fetch.seconds))
        row.text(SubscriptionStore.json(fetch.sent))
        row.text(SubscriptionStore.json(fetch.received))
        try row.list(fetch.redirects)
        row.text(fetch.errorKind)
        row.text(fetch.errorMessage)
        try row.run()
        if number > SubscriptionStore.fetchLimit {
            try unit.execute(
                "DELETE FROM fetch WHERE subscriptionId = ? AND number <= ?",
                [id, number - SubscriptionStore.fetchLimit]
            )
        }
    }

    /// How often in a row, up to now, the feed was asked and failed in one way.
    ///
    /// Only the fetches that are remembered count.
    package func failureStreak(of id: Int64, kind: String) throws(PersistenceError) -> FailureStreak {
        let streak = try unit.fetchOne(
            """
            SELECT count(*), min(at) FROM fetch WHERE subscriptionId = ?1 AND number > (
              SELECT coalesce(max(number), 0) FROM fetch
              WHERE subscriptionId = ?1 AND (errorKind IS NULL OR errorKind <> ?2))
            """,
            [id, kind]
        ) { row in FailureStreak(count: row.int() ?? 0, since: row.time()) }
        return streak ?? FailureStreak()
    }

    /// What happened when the feed was asked, newest first.
    package func fetches(of id: Int64, limit: Int = 50) throws(PersistenceError) -> [FetchRecord] {
        try unit.fetch(
            """
            SELECT at, outcome, status, bytes, seconds, sent, received, redirects, errorKind, errorMessage FROM fetch
            WHERE subscriptionId = ? ORDER BY number DESC LIMIT ?
            """,
            [id, limit]
        ) { row throws(PersistenceError) in
            var fetch = FetchRecord(at: row.requiredTime(), outcome: row.requiredText())
            fetch.status = row.int()
            fetch.bytes = row.requiredInteger()
            fetch.seconds = try row.json() ?? [:]
            fetch.sent = try row.json() ?? [:]
            fetch.received = try row.json() ?? [:]
            fetch.redirects = try row.list()
            fetch.errorKind = row.text()
            fetch.errorMessage = row.text()
            return fetch
        }
    }
}
