import GRDB
package import PodcastModel

/// What happened when feeds were asked: a bounded history of each.
package struct FetchStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// How many fetches of one feed are remembered.
    static let fetchLimit = 50
    /// The last fetches of the feed ?1 that failed with the kind ?2, with nothing else between them but that the feed
    /// could not be asked.
    private static let streak = """
         FROM fetch WHERE subscriptionId = ?1 AND errorKind = ?2 AND id > (
          SELECT coalesce(max(id), 0) FROM fetch
          WHERE subscriptionId = ?1
            AND (errorKind IS NULL OR errorKind NOT IN (?2, '\(ImportFailure.Kind.offline.rawValue)')))
        """

    /// Remembers what happened when the feed was asked.
    ///
    /// The rows of all feeds are at the end of the table, so that those of one
    /// commit share a page. What is older than the last fifty of a feed goes when
    /// one of its fetches in sixteen is recorded: looking for it costs more than
    /// the row.
    ///
    /// - Parameters:
    ///   - fetch: what happened.
    ///   - id: the subscription.
    /// - Throws: ``PersistenceError``.
    package func record(_ fetch: FetchRecord, of id: Int64) throws(PersistenceError) {
        let row = try unit.writer(.fetch)
        row.integer(id)
        row.time(fetch.at)
        row.text(fetch.outcome)
        row.int(fetch.status)
        row.integer(fetch.bytes)
        row.json { ColumnJSON.append(fetch.seconds, to: &$0) }
        row.json { ColumnJSON.append(fetch.sent, to: &$0) }
        row.json { ColumnJSON.append(fetch.received, to: &$0) }
        try row.list(fetch.redirects)
        row.text(fetch.errorKind?.rawValue)
        row.text(fetch.errorMessage)
        try row.run()
        if Self.isTimeToForget(at: unit.database.lastInsertedRowID) { try forgetOldFetches(of: id) }
    }

    /// How often in a row, up to now, the feed was asked and failed in one way.
    ///
    /// Only the fetches that are remembered count.
    package func failureStreak(of id: Int64, kind: ImportFailure.Kind) throws(PersistenceError) -> FailureStreak {
        let streak = try unit.fetchOne(
            "SELECT count(*), min(at)" + Self.streak,
            [id, kind.rawValue]
        ) { row in FailureStreak(count: row.int() ?? 0, since: row.time()) }
        return streak ?? FailureStreak()
    }

    /// How often in a row, up to now, the feed was not reached and was excused, and what came of others meanwhile.
    ///
    /// The fetches of all feeds are numbered in their order, so only those since the first excuse are looked at.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - kind: of the error that stands for an excuse.
    /// - Returns: the silence; a count of 0 if the last fetch was no excuse.
    /// - Throws: ``PersistenceError``.
    package func excusedSilence(of id: Int64, kind: ImportFailure.Kind) throws(PersistenceError) -> ExcusedSilence {
        let streak = try unit.fetchOne(
            "SELECT count(*), min(id)" + Self.streak,
            [id, kind.rawValue]
        ) { row in (count: row.int() ?? 0, first: row.integer()) }
        guard let streak, let first = streak.first else { return ExcusedSilence() }
        let answers = try unit.fetchInteger(
            "SELECT count(*) FROM (SELECT 1 FROM fetch WHERE id > ? AND status IS NOT NULL LIMIT 1)",
            [first]
        )
        let feeds = try unit.fetch(
            """
            SELECT feedURL FROM subscription WHERE id IN (
              SELECT subscriptionId FROM fetch WHERE id >= ? AND errorKind = ?)
            """,
            [first, kind.rawValue]
        ) { row in row.requiredText() }
        return ExcusedSilence(count: streak.count, isBroken: answers > 0, feedURLs: feeds)
    }

    /// What the last good answer said, or left as it was, of how long it holds: Cache-Control and Expires.
    ///
    /// Only in a unit that may write, because every 304 asks for it there.
    ///
    /// - Parameter id: the subscription.
    /// - Returns: both as received; nil for what has not been said.
    /// - Throws: ``PersistenceError``.
    package func lastFreshness(of id: Int64) throws(PersistenceError) -> (cacheControl: String?, expires: String?) {
        let query = try unit.writer(.lastFreshness)
        query.integer(id)
        let received = try query.first { row throws(PersistenceError) -> HeaderFields in
            _ = row.requiredInteger()
            defer { unit.noteUnreadableColumns(of: &row) }
            return row.jsonIfReadable() ?? [:]
        }
        return (received?["Cache-Control"], received?["Expires"])
    }

    /// Reads ``lastFreshness(of:)``; most answers say nothing of it, and need not be taken apart to be asked for it.
    static let lastFreshnessQuery = """
        SELECT id, CASE WHEN instr(received, '"Cache-Control"') OR instr(received, '"Expires"') THEN received END
        FROM fetch WHERE subscriptionId = ? AND status IS NOT NULL AND errorKind IS NULL ORDER BY id DESC LIMIT 1
        """

    /// What happened when the feed was asked, newest first; at most the last fifty times.
    package func newest(of id: Int64, limit: Int = fetchLimit) throws(PersistenceError) -> [FetchRecord] {
        try unit.fetch(
            """
            SELECT at, outcome, status, bytes, seconds, sent, received, redirects, errorKind, errorMessage FROM fetch
            WHERE subscriptionId = ? ORDER BY id DESC LIMIT ?
            """,
            [id, min(limit, Self.fetchLimit)]
        ) { row in
            var fetch = FetchRecord(at: row.requiredTime(), outcome: row.requiredText())
            fetch.status = row.int()
            fetch.bytes = row.requiredInteger()
            fetch.seconds = row.jsonIfReadable() ?? [:]
            fetch.sent = row.jsonIfReadable() ?? [:]
            fetch.received = row.jsonIfReadable() ?? [:]
            fetch.redirects = row.list()
            fetch.errorKind = row.text().map(ImportFailure.Kind.init(rawValue:))
            fetch.errorMessage = row.text()
            return fetch
        }
    }

    /// Forgets all but the last fifty fetches of a feed, and the last good answer: how long that holds is needed still.
    private func forgetOldFetches(of id: Int64) throws(PersistenceError) {
        try unit.execute(
            """
            DELETE FROM fetch WHERE subscriptionId = ?1 AND id < (
              SELECT id FROM fetch WHERE subscriptionId = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
              AND id <> (
              SELECT coalesce(max(id), 0) FROM fetch
              WHERE subscriptionId = ?1 AND status IS NOT NULL AND errorKind IS NULL)
            """,
            [id, Self.fetchLimit - 1]
        )
    }

    /// True for one row in sixteen, and for no feed more often than for another:
    /// in a round of all feeds their rows have the same distances each time.
    private static func isTimeToForget(at row: Int64) -> Bool {
        (UInt64(bitPattern: row) &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0
    }
}
