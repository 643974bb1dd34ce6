import GRDB
package import PodcastModel

/// Help against a clock that was ahead, and has been set back while nobody looked.
extension RefreshStore {
    /// How many seconds a date may lie ahead and still count as of now: clocks are set by a little all the time, and
    /// other processes ask feeds while this one waits for its turn to write.
    static let futureTolerance: Int64 = 300

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
    /// Nor does one that was being asked when a process died or was stopped: it waits for no longer than it would if that
    /// were now. And what somebody wanted asked then, or has added, is wanted now.
    ///
    /// - Parameters:
    ///   - now: the moment.
    ///   - longestPause: the most seconds that a host is left alone for.
    ///   - provisionalDue: when a feed that is being asked now is due if nobody ever says what became of it.
    /// - Returns: how many feeds were mended.
    /// - Throws: ``PersistenceError``.
    package func mendFutureAttempts(
        at now: Timestamp,
        longestPause: Int64,
        provisionalDue: (RefreshState) -> Timestamp
    ) throws(PersistenceError) -> Int {
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
        mended += try mendUnasked(at: now, after: fetches > 0 ? 0 : 86_400, provisionalDue)
        let skips = DueCondition.words([.skipHours, .skipDays])
        let shortestWait = fetches > 0 ? 0 : max(86_400, longestPause)
        return try mended
            + unit.execute(
                """
                UPDATE subscription SET nextDueAt = ?1
                WHERE \(DueCondition.isPolled) AND nextDueAt > ?1 + ?2
                  AND coalesce(lastAttemptAt, ?1) <= ?1
                  AND CASE WHEN \(DueCondition.isPutOff) THEN
                    CASE WHEN json_extract(dueReasons, '$[1].rule') IN \(skips) THEN nextDueAt
                      ELSE CAST(strftime('%s', json_extract(dueReasons, '$[0].notBefore')) AS INTEGER) END
                    END = nextDueAt
                """,
                [now.epochSeconds, shortestWait]
            )
    }

    /// Lets feeds of which nothing came since wait for no longer than if what they wait for were of now: that they were
    /// being asked, that somebody wanted them asked, or that they were added.
    private func mendUnasked(
        at now: Timestamp,
        after wait: Int64,
        _ provisionalDue: (RefreshState) -> Timestamp
    ) throws(PersistenceError) -> Int {
        let feeds = try unit.fetch(
            """
            SELECT id, isWanted FROM (
              SELECT id, \(DueCondition.isCutOff) AS isCutOff,
                \(DueCondition.isRequested) OR (dueReasons IS NULL AND lastAttemptAt IS NULL) AS isWanted
              FROM subscription
              WHERE \(DueCondition.isPolled) AND nextDueAt > ?1 + ?2
                AND (dueReasons IS NULL OR \(DueCondition.mayBeUnanswered)))
            WHERE isCutOff OR isWanted
            """,
            [now.epochSeconds, wait]
        ) { row in (id: row.requiredInteger(), isWanted: row.requiredInteger() == 1) }
        var mended = 0
        for feed in feeds {
            let found: RefreshState?
            do throws(PersistenceError) {
                found = try state(id: feed.id)
            } catch .unreadable {
                // It is left to whoever takes it.
                continue
            }
            guard let state = found, let due = state.nextDueAt else { continue }
            let latest = feed.isWanted ? now : provisionalDue(state)
            guard due.seconds(since: latest) > Self.futureTolerance else { continue }
            try postpone(feed.id, until: latest, reasons: try dueReasons(of: feed.id))
            mended += 1
        }
        return mended
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
            WHERE \(DueCondition.isPolled) AND nextDueAt > ?1 + 86400
              AND lastAttemptAt > ?1 + ?3
            """,
            [now.epochSeconds, fetch, Self.futureTolerance]
        ) { row in (row.requiredInteger(), row.requiredTime()) }
    }

    /// Moves all dates of a feed's last refresh back by what the clock was ahead.
    ///
    /// Left in the future, they would be shown, validators would never become too old (http polling A1 12), and a move would not be
    /// believed (A4 46).
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
              validatorsAt = min(validatorsAt, ?1), failingSince = min(failingSince, ?1),
              pendingMoveFirstSeenAt = min(pendingMoveFirstSeenAt, ?1),
              pendingMoveLastSeenAt = min(pendingMoveLastSeenAt, ?1),
              pendingMoveLookedAt = min(pendingMoveLookedAt, ?1), dueReasons = ?2
            WHERE id = ?3
            """,
            [now.epochSeconds, ColumnJSON.text(reasons), id]
        )
    }
}
