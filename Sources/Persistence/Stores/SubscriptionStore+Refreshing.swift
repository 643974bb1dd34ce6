import GRDB
package import PodcastModel

/// A refresh that ended well: imported, unchanged or not modified.
package struct RefreshSuccess: Sendable, Hashable {
    /// The document whose content is in the store now.
    package struct Document: Sendable, Hashable {
        /// XXH64 of its decoded bytes.
        package var bodyDigest: UInt64?
        package var parserVersion: Int
        package var itemCount: Int
        /// How many documents in a row, this one included, were much shorter
        /// than `itemCount` says (identity C6 34).
        package var massDropSightings: Int
        /// A digest of its items, if a document with the same items would
        /// change nothing; nil if it has to be looked at.
        package var itemsDigest: UInt64?
        /// When the newest episodes came, newest first; nil if that has not
        /// changed.
        package var releaseTimes: [Timestamp]?

        package init(
            bodyDigest: UInt64?,
            parserVersion: Int,
            itemCount: Int,
            massDropSightings: Int = 0,
            itemsDigest: UInt64? = nil,
            releaseTimes: [Timestamp]? = nil
        ) {
            self.bodyDigest = bodyDigest
            self.parserVersion = parserVersion
            self.itemCount = itemCount
            self.massDropSightings = massDropSightings
            self.itemsDigest = itemsDigest
            self.releaseTimes = releaseTimes
        }
    }

    package var at: Timestamp
    /// What to send next time: always the last answer's, both or one or none
    /// (http polling A1 5, 7, 8).
    package var validators: HTTPValidators
    /// When the validators came with a document: now, or for a 304 the time the
    /// stored ones did (A1 12).
    package var validatorsAt: Timestamp
    /// A document that was read; nil leaves what is known of the one before.
    package var document: Document?
    /// Whether all episodes that are listed were confirmed to be listed still.
    package var confirmsListing: Bool
    package var nextDueAt: Timestamp
    package var dueReasons: [DueReason]

    package init(
        at: Timestamp,
        validators: HTTPValidators,
        validatorsAt: Timestamp? = nil,
        document: Document? = nil,
        confirmsListing: Bool = true,
        nextDueAt: Timestamp,
        dueReasons: [DueReason] = []
    ) {
        self.at = at
        self.validators = validators
        self.validatorsAt = validatorsAt ?? at
        self.document = document
        self.confirmsListing = confirmsListing
        self.nextDueAt = nextDueAt
        self.dueReasons = dueReasons
    }
}

/// A refresh that failed.
package struct RefreshFailure: Sendable, Hashable {
    package var at: Timestamp
    /// A short, stable word such as `not-found`.
    package var kind: String
    /// One line for people, secrets hidden.
    package var message: String
    package var nextDueAt: Timestamp
    package var dueReasons: [DueReason]
    /// The state that follows from it, such as `gone`; nil for no change.
    package var newState: SubscriptionState?

    package init(
        at: Timestamp,
        kind: String,
        message: String,
        nextDueAt: Timestamp,
        dueReasons: [DueReason] = [],
        newState: SubscriptionState? = nil
    ) {
        self.at = at
        self.kind = kind
        self.message = message
        self.nextDueAt = nextDueAt
        self.dueReasons = dueReasons
        self.newState = newState
    }
}

extension SubscriptionStore {
    /// How many fetches of one feed are remembered.
    static let fetchLimit: Int64 = 50

    /// Notes a refresh that ended well, in the unit that imports its document.
    ///
    /// Failures are forgotten; a feed that was gone or wanted credentials is
    /// active again. A paused, held or left feed stays so and is not made due.
    ///
    /// - Parameters:
    ///   - success: how it ended.
    ///   - id: the subscription.
    ///   - standing: how the feed stood before; nil to look.
    ///   - owner: whose lease of the feed ends with it; nil if there is none.
    /// - Throws: ``PersistenceError``.
    package func recordSuccess(
        _ success: RefreshSuccess,
        of id: Int64,
        standing: RefreshStanding? = nil,
        endingLeaseOf owner: String? = nil
    ) throws(PersistenceError) {
        var known = standing
        if known == nil { known = try self.standing(of: id, at: success.at) }
        guard let before = known else { return }
        let row = try unit.writer(.refreshSuccess)
        row.text(success.validators.etag)
        row.text(success.validators.lastModified)
        row.time(success.validators.isEmpty ? nil : success.validatorsAt)
        row.flag(success.document != nil)
        row.digest(success.document?.bodyDigest)
        row.int(success.document?.parserVersion)
        row.int(success.document?.itemCount)
        row.int(success.document?.massDropSightings)
        row.digest(success.document?.itemsDigest)
        row.flag(success.confirmsListing)
        row.time(success.at)
        row.time(success.nextDueAt)
        row.text(SubscriptionStore.json(success.dueReasons))
        row.text(owner)
        row.integer(id)
        row.text(success.validators.isEmpty ? nil : success.validators.url)
        row.text(success.document?.releaseTimes.map(SubscriptionStore.json))
        try row.run()
        let isRevived = before.state == .gone || before.state == .needsAuth
        let fields: [String] = (isRevived ? ["state"] : []) + (before.failures > 0 ? ["failingSince"] : [])
        try recordChange(fields, id, podcastID: before.podcastID, title: before.title, at: success.at)
    }

    /// Writes ``recordSuccess(_:of:standing:endingLeaseOf:)``.
    static let successStatement = """
        UPDATE subscription SET
          state = CASE WHEN state IN ('gone', 'needs-auth') THEN 'active' ELSE state END,
          etag = ?1, lastModified = ?2, validatorsAt = ?3, validatorsURL = nullif(?16, feedURL),
          bodyDigest = CASE WHEN ?4 THEN ?5 ELSE bodyDigest END,
          parserVersion = CASE WHEN ?4 THEN ?6 ELSE parserVersion END,
          lastDocumentItems = CASE WHEN ?4 THEN ?7 ELSE lastDocumentItems END,
          massDropSightings = CASE WHEN ?4 THEN ?8 ELSE massDropSightings END,
          itemsDigest = CASE WHEN ?4 THEN ?9 ELSE itemsDigest END,
          releaseTimes = coalesce(?17, releaseTimes),
          lastDocumentAt = CASE WHEN ?10 THEN ?11 ELSE lastDocumentAt END,
          lastAttemptAt = ?11, lastSuccessAt = ?11,
          nextDueAt = CASE WHEN state IN ('paused', 'unfollowed') THEN NULL ELSE ?12 END, dueReasons = ?13,
          failures = 0, failingSince = NULL, lastErrorKind = NULL, lastErrorMessage = NULL,
          leaseOwner = CASE WHEN leaseOwner = ?14 THEN NULL ELSE leaseOwner END,
          leaseUntil = CASE WHEN leaseOwner = ?14 THEN NULL ELSE leaseUntil END
        WHERE id = ?15
        """

    /// Notes a refresh that failed.
    ///
    /// Validators and document stay as they are, so that the next attempt asks
    /// for the same again.
    package func recordFailure(_ failure: RefreshFailure, of id: Int64) throws(PersistenceError) {
        let head = try head(of: id)
        let isStopped = head.state == .paused || head.state == .unfollowed
        let state = isStopped ? head.state : failure.newState ?? head.state
        try unit.execute(
            """
            UPDATE subscription SET
              state = ?1, lastAttemptAt = ?2, nextDueAt = CASE WHEN ?3 THEN NULL ELSE ?4 END, dueReasons = ?5,
              failures = failures + 1, failingSince = coalesce(failingSince, ?2),
              lastErrorKind = ?6, lastErrorMessage = ?7
            WHERE id = ?8
            """,
            [
                state.rawValue, failure.at.epochSeconds, isStopped, failure.nextDueAt.epochSeconds,
                SubscriptionStore.json(failure.dueReasons),
                failure.kind, failure.message, id,
            ]
        )
        let fields: [String] = (state == head.state ? [] : ["state"]) + (head.failures == 0 ? ["failingSince"] : [])
        try recordChange(fields, id, podcastID: head.podcastID, title: head.title, at: failure.at)
    }

    /// Puts a feed off without charging it with anything: its host asked for a
    /// pause, or it is our own network that is down.
    package func postpone(
        _ id: Int64,
        until moment: Timestamp,
        reasons: [DueReason]
    ) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?, dueReasons = ?
            WHERE id = ? AND state NOT IN ('paused', 'unfollowed')
            """,
            [moment.epochSeconds, SubscriptionStore.json(reasons), id]
        )
    }

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
        try row.json(fetch.seconds.isEmpty ? nil : fetch.seconds)
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

    /// Listeners hear of a feed that broke or recovered, not of every attempt.
    private func recordChange(
        _ fields: [String],
        _ id: Int64,
        podcastID: Int64?,
        title: String?,
        at now: Timestamp
    ) throws(PersistenceError) {
        guard !fields.isEmpty else { return }
        try unit.changes.record(
            .subscription,
            id,
            podcastID: podcastID,
            .update,
            fields: fields,
            title: title,
            at: now
        )
    }
}
