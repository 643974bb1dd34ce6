import GRDB
package import PodcastModel

extension SubscriptionStore {
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
        let before = try known(standing, of: id, at: success.at)
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
        row.digest(success.document?.itemBlockDigest)
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
          itemBlockDigest = CASE WHEN ?4 THEN ?18 ELSE itemBlockDigest END,
          releaseTimes = coalesce(?17, releaseTimes),
          lastDocumentAt = CASE WHEN ?10 THEN ?11 ELSE lastDocumentAt END,
          lastAttemptAt = ?11, lastSuccessAt = ?11,
          nextDueAt = CASE WHEN state IN ('paused', 'unfollowed') THEN NULL ELSE ?12 END, dueReasons = ?13,
          failures = 0, failingSince = NULL, lastErrorKind = NULL, lastErrorMessage = NULL,
          \(leaseEnd(of: "?14"))
        WHERE id = ?15
        """

    /// Notes a refresh that failed.
    ///
    /// Validators and document stay as they are, so that the next attempt asks
    /// for the same again.
    ///
    /// - Parameters:
    ///   - failure: how it failed.
    ///   - id: the subscription.
    ///   - standing: how the feed stood before; nil to look.
    ///   - owner: whose lease of the feed ends with it; nil if there is none.
    /// - Throws: ``PersistenceError``.
    package func recordFailure(
        _ failure: RefreshFailure,
        of id: Int64,
        standing: RefreshStanding? = nil,
        endingLeaseOf owner: String? = nil
    ) throws(PersistenceError) {
        let before = try known(standing, of: id, at: failure.at)
        let isStopped = before.state == .paused || before.state == .unfollowed
        let state = isStopped ? before.state : failure.newState ?? before.state
        try unit.execute(
            """
            UPDATE subscription SET
              state = ?1, lastAttemptAt = ?2, nextDueAt = CASE WHEN ?3 THEN NULL ELSE ?4 END, dueReasons = ?5,
              failures = failures + 1, failingSince = coalesce(failingSince, ?2),
              lastErrorKind = ?6, lastErrorMessage = ?7, \(SubscriptionStore.leaseEnd(of: "?8"))
            WHERE id = ?9
            """,
            [
                state.rawValue, failure.at.epochSeconds, isStopped, failure.nextDueAt.epochSeconds,
                SubscriptionStore.json(failure.dueReasons),
                failure.kind, failure.message, owner, id,
            ]
        )
        let fields: [String] =
            (state == before.state ? [] : ["state"]) + (before.failures == 0 ? ["failingSince"] : [])
        try recordChange(fields, id, podcastID: before.podcastID, title: before.title, at: failure.at)
    }

    /// Puts a feed off without charging it with anything: its host asked for a
    /// pause, or it is our own network that is down.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - moment: when it is due then.
    ///   - reasons: why.
    ///   - owner: whose lease of the feed ends with it; nil if there is none.
    /// - Throws: ``PersistenceError``.
    package func postpone(
        _ id: Int64,
        until moment: Timestamp,
        reasons: [DueReason],
        endingLeaseOf owner: String? = nil
    ) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET
              nextDueAt = CASE WHEN state IN ('paused', 'unfollowed') THEN nextDueAt ELSE ?1 END,
              dueReasons = CASE WHEN state IN ('paused', 'unfollowed') THEN dueReasons ELSE ?2 END,
              \(SubscriptionStore.leaseEnd(of: "?3"))
            WHERE id = ?4
            """,
            [moment.epochSeconds, SubscriptionStore.json(reasons), owner, id]
        )
    }

    private func known(
        _ standing: RefreshStanding?,
        of id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> RefreshStanding {
        if let standing { return standing }
        return try self.standing(of: id, at: now)
    }

    /// Assignments that end the lease of one owner and no other's.
    private static func leaseEnd(of owner: String) -> String {
        """
        leaseOwner = CASE WHEN leaseOwner = \(owner) THEN NULL ELSE leaseOwner END,
          leaseUntil = CASE WHEN leaseOwner = \(owner) THEN NULL ELSE leaseUntil END
        """
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
