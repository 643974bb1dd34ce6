import GRDB
package import PodcastModel

/// Refreshes of feeds: what each starts from, what it leaves behind, and when the next is due.
///
/// Who is at work on a feed is told by ``LeaseStore``, what became of each attempt by ``FetchStore``.
package struct RefreshStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// Leaves a feed as somebody has wished while it was being asked: it is not judged by what came of that, and so is
    /// due at once.
    ///
    /// A paused or left feed is not made due, nor is a duplicate.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - change: what they have said, for `subscription explain`.
    ///   - standing: how the feed stands.
    ///   - now: when the load ended.
    ///   - askedAt: when the feed's server was asked; nil if it was not.
    ///   - owner: whose lease of the feed ends with it.
    /// - Throws: ``PersistenceError``.
    package func leaveAsRequested(
        _ id: Int64,
        because change: String,
        standing: RefreshStanding,
        at now: Timestamp,
        askedAt: Timestamp?,
        endingLeaseOf owner: String
    ) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET
              nextDueAt = CASE WHEN ?1 OR \(DueCondition.isStopped) THEN nextDueAt ELSE ?2 END,
              dueReasons = CASE WHEN ?1 OR \(DueCondition.isStopped) THEN dueReasons ELSE ?3 END,
              lastAttemptAt = coalesce(?4, lastAttemptAt)
            WHERE id = ?5
            """,
            [
                standing.isRequested, now.epochSeconds, RefreshStore.changed(change),
                askedAt?.epochSeconds, id,
            ]
        )
        try unit.leases.end(id, owner: owner)
    }

    /// Notes a refresh that failed.
    ///
    /// Validators and document stay as they are, so that the next attempt asks
    /// for the same again. What somebody has wished for since the lease was
    /// taken is due as they said.
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
        let state = before.isStopped ? before.state : failure.newState ?? before.state
        try unit.execute(
            """
            UPDATE subscription SET
              state = ?1, lastAttemptAt = ?2,
              nextDueAt = CASE WHEN ?3 OR duplicateOf IS NOT NULL THEN NULL WHEN ?9 THEN nextDueAt ELSE ?4 END,
              dueReasons = ?5,
              failures = min(failures, \(RowReader.largestCount)) + 1, failingSince = coalesce(failingSince, ?2),
              lastErrorKind = ?6, lastErrorMessage = ?7
            WHERE id = ?8
            """,
            [
                state.rawValue, failure.at.epochSeconds, before.isStopped, failure.nextDueAt.epochSeconds,
                try reasons(failure.dueReasons, isRequested: before.isRequested, of: id),
                failure.kind.rawValue, failure.message, id, before.isRequested,
            ]
        )
        let fields: [String] =
            (state == before.state ? [] : ["state"]) + (before.failures == 0 ? ["failingSince"] : [])
        try recordChange(fields, id, podcastID: before.podcastID, title: before.title, at: failure.at)
        if let owner { try unit.leases.end(id, owner: owner) }
    }

    /// Puts a feed off without charging it with anything: its host asked for a
    /// pause, or it is our own network that is down.
    ///
    /// A paused or left feed is not made due, nor is a duplicate.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - moment: when it is due then.
    ///   - reasons: why.
    ///   - askedAt: when the feed's own server was asked all the same; nil if it was not.
    ///   - owner: whose lease of the feed ends with it; nil if there is none.
    /// - Throws: ``PersistenceError``.
    package func postpone(
        _ id: Int64,
        until moment: Timestamp,
        reasons: [DueReason],
        askedAt: Timestamp? = nil,
        endingLeaseOf owner: String? = nil
    ) throws(PersistenceError) {
        // It has not been asked, or only on its way: what its server has said of a later time holds on.
        let said = try dueReasons(of: id).filter { known in
            known.isOfServer && known.notBefore.map { $0 > moment } == true
                && !reasons.contains { $0.rule == known.rule }
        }
        try unit.execute(
            """
            UPDATE subscription SET
              nextDueAt = CASE WHEN \(DueCondition.isStopped) THEN nextDueAt ELSE ?1 END,
              dueReasons = CASE WHEN \(DueCondition.isStopped) THEN dueReasons ELSE ?2 END,
              lastAttemptAt = coalesce(?4, lastAttemptAt)
            WHERE id = ?3
            """,
            [moment.epochSeconds, ColumnJSON.text(reasons + said), id, askedAt?.epochSeconds]
        )
        if let owner { try unit.leases.end(id, owner: owner) }
    }

    /// How a feed stands, if the caller does not know.
    func known(
        _ standing: RefreshStanding?,
        of id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> RefreshStanding {
        if let standing { return standing }
        return try self.standing(of: id, at: now)
    }

    /// Listeners hear of a feed that broke or recovered, not of every attempt.
    func recordChange(
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
