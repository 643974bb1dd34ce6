import GRDB
package import PodcastModel

/// Help against a clock that was ahead, and has been set back while nobody looked.
extension RefreshStore {
    /// How many seconds a date may lie ahead and still count as of now: clocks are set by a little all the time.
    private static let futureTolerance: Int64 = 300

    /// Mends what a clock left behind that was ahead: feeds asked in the future count as asked now.
    ///
    /// The history tells which feeds those are: its rows are in the order in which feeds were asked, so only the
    /// newest is read, unless that is of the future. Feeds that it no longer tells of show by waiting for more than
    /// a day; those are at the end of the index.
    ///
    /// A feed that was only put off, until the end of its host's pause or because of trouble here, says nothing of when
    /// that was: it is due at once if it waits for longer than any pause lasts, or if others were asked in the future.
    /// Where the host is paused still, it is put off again.
    ///
    /// - Parameters:
    ///   - now: the moment.
    ///   - longestPause: the most seconds that a host is left alone for.
    /// - Returns: how many feeds were mended.
    /// - Throws: ``PersistenceError``.
    package func mendFutureAttempts(at now: Timestamp, longestPause: Int64) throws(PersistenceError) -> Int {
        let lastOfThePast =
            try unit.fetchOne(
                "SELECT id FROM fetch WHERE at <= ? ORDER BY id DESC LIMIT 1",
                [now.adding(seconds: Self.futureTolerance).epochSeconds]
            ) { row in row.requiredInteger() } ?? 0
        var mended = 0
        for feed in try askedInTheFuture(at: now, fetchesAfter: lastOfThePast) {
            try countAsAskedNow(feed.id, ahead: feed.attempt.seconds(since: now), at: now)
            mended += 1
        }
        let fetches = try unit.execute(
            "UPDATE fetch SET at = ?1 WHERE id > ?2 AND at > ?1",
            [now.epochSeconds, lastOfThePast]
        )
        let shortestWait = fetches > 0 ? 0 : max(86_400, longestPause)
        return try mended
            + unit.execute(
                """
                UPDATE subscription SET nextDueAt = ?1
                WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt > ?1 + ?2
                  AND coalesce(lastAttemptAt, ?1) <= ?1
                  AND CASE WHEN \(DueCondition.isPutOff)
                    THEN CAST(strftime('%s', json_extract(dueReasons, '$[0].notBefore')) AS INTEGER) END = nextDueAt
                """,
                [now.epochSeconds, shortestWait]
            )
    }

    private func askedInTheFuture(
        at now: Timestamp,
        fetchesAfter fetch: Int64
    ) throws(PersistenceError) -> [(id: Int64, attempt: Timestamp)] {
        try unit.fetch(
            """
            SELECT id, lastAttemptAt FROM subscription
            WHERE id IN (SELECT subscriptionId FROM fetch WHERE id > ?2) AND lastAttemptAt > ?1
            UNION
            SELECT id, lastAttemptAt FROM subscription
            WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt > ?1 + 86400
              AND lastAttemptAt > ?1
            """,
            [now.epochSeconds, fetch]
        ) { row in (row.requiredInteger(), row.requiredTime()) }
    }

    /// Moves all dates of a feed's last refresh back by what the clock was ahead.
    ///
    /// Left in the future, they would be shown, and validators would never become too old (http polling A1 12).
    private func countAsAskedNow(_ id: Int64, ahead seconds: Int64, at now: Timestamp) throws(PersistenceError) {
        let reasons = try dueReasons(of: id).map { reason in
            DueReason(
                rule: reason.rule,
                detail: reason.detail,
                notBefore: reason.notBefore?.adding(seconds: -seconds)
            )
        }
        try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1 + max(0, nextDueAt - lastAttemptAt), lastAttemptAt = ?1,
              lastSuccessAt = min(lastSuccessAt, ?1), lastDocumentAt = min(lastDocumentAt, ?1),
              validatorsAt = min(validatorsAt, ?1), failingSince = min(failingSince, ?1), dueReasons = ?2
            WHERE id = ?3
            """,
            [now.epochSeconds, ColumnJSON.text(reasons), id]
        )
    }
}
