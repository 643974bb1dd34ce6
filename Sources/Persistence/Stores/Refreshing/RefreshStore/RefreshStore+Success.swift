import GRDB
package import PodcastModel

/// Refreshes that ended well.
extension RefreshStore {
    /// Notes a refresh that ended well, in the unit that imports its document.
    ///
    /// Failures are forgotten; a feed that was gone or wanted credentials is
    /// active again. A paused, held or left feed stays so and is not made due, nor is
    /// a duplicate.
    /// What somebody has wished for since the lease was taken is due as they said.
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
        row.text(try reasons(success.dueReasons, isRequested: before.isRequested, of: id))
        row.integer(id)
        row.text(success.validators.isEmpty ? nil : success.validators.url)
        row.text(success.document?.releaseTimes.map(ColumnJSON.text))
        row.digest(success.document?.itemBlockDigest)
        row.text(success.validators.isEmpty ? nil : success.validatorsMark)
        row.flag(success.document?.isCut ?? false)
        row.flag(before.isRequested)
        try row.run()
        let isRevived = before.state == .gone || before.state == .needsAuth
        let fields: [String] = (isRevived ? ["state"] : []) + (before.failures > 0 ? ["failingSince"] : [])
        try recordChange(fields, id, podcastID: before.podcastID, title: before.title, at: success.at)
        if let owner { try unit.leases.end(id, owner: owner) }
    }

    /// Writes ``recordSuccess(_:of:standing:endingLeaseOf:)``.
    static let successStatement = """
        UPDATE subscription SET
          state = CASE WHEN state IN ('gone', 'needs-auth') THEN 'active' ELSE state END,
          etag = ?1, lastModified = ?2, validatorsAt = ?3,
          validatorsURL = nullif(?15, feedURL), validatorsMark = ?18,
          bodyDigest = CASE WHEN ?4 THEN ?5 ELSE bodyDigest END,
          parserVersion = CASE WHEN ?4 THEN ?6 ELSE parserVersion END,
          lastDocumentItems = CASE WHEN ?4 THEN ?7 ELSE lastDocumentItems END,
          lastDocumentIsCut = CASE WHEN ?4 THEN ?19 ELSE lastDocumentIsCut END,
          massDropSightings = CASE WHEN ?4 THEN ?8 ELSE massDropSightings END,
          itemsDigest = CASE WHEN ?4 THEN ?9 ELSE itemsDigest END,
          itemBlockDigest = CASE WHEN ?4 THEN ?17 ELSE itemBlockDigest END,
          releaseTimes = coalesce(?16, releaseTimes),
          lastDocumentAt = CASE WHEN ?10 THEN ?11 ELSE lastDocumentAt END,
          lastAttemptAt = ?11, lastSuccessAt = ?11,
          nextDueAt = CASE WHEN \(DueCondition.isStopped) THEN NULL
            WHEN ?20 THEN nextDueAt ELSE ?12 END,
          dueReasons = ?13,
          failures = 0, failingSince = NULL, lastErrorKind = NULL, lastErrorMessage = NULL
        WHERE id = ?14
        """

    /// Notes that nothing has changed at a feed that was well: most refreshes
    /// leave nothing else behind, so only what changes is written.
    ///
    /// - Parameters:
    ///   - state: how the feed stood when its lease was taken.
    ///   - now: when the refresh ended.
    ///   - nextDueAt: when it is due again.
    ///   - dueReasons: why.
    ///   - owner: whose lease of the feed ends with it.
    /// - Returns: false if the feed no longer stands like that, somebody has wished something else of it since, or it
    ///   was not well; nothing is written then, and ``standing(of:at:)`` and
    ///   ``recordSuccess(_:of:standing:endingLeaseOf:)`` are to be used.
    /// - Throws: ``PersistenceError``.
    package func recordUnchanged(
        _ state: RefreshState,
        at now: Timestamp,
        nextDueAt: Timestamp,
        dueReasons: [DueReason],
        endingLeaseOf owner: String
    ) throws(PersistenceError) -> Bool {
        guard state.state == .active, state.failures == 0 else { return false }
        let row = try unit.writer(.refreshUnchanged)
        row.time(now)
        row.time(nextDueAt)
        row.json { ColumnJSON.append(dueReasons, to: &$0) }
        row.integer(state.subscriptionID)
        row.integer(state.podcastID)
        row.text(state.feedURL)
        row.text(try ColumnJSON.text(state.overrides.isEmpty ? nil : state.overrides))
        try row.run()
        guard unit.database.changesCount == 1 else { return false }
        try unit.leases.end(state.subscriptionID, owner: owner)
        return true
    }

    /// Writes ``recordUnchanged(_:at:nextDueAt:dueReasons:endingLeaseOf:)``.
    static let unchangedStatement = """
        UPDATE subscription SET lastAttemptAt = ?1, lastSuccessAt = ?1, lastDocumentAt = ?1, nextDueAt = ?2,
          dueReasons = ?3
        WHERE id = ?4 AND podcastId = ?5 AND state = 'active' AND failures = 0 AND pendingMoveURL IS NULL
          AND duplicateOf IS NULL AND feedURL = ?6 AND overrides IS ?7 AND (nextDueAt > ?1 OR NOT \(DueCondition.isRequested))
          AND NOT EXISTS (SELECT 1 FROM heldDocument WHERE subscriptionId = ?4)
        """
}
