import GRDB
package import PodcastModel

/// What came of the wish to have a feed refreshed now.
package enum RefreshWish: Sendable, Hashable {
    /// It is due now, before all feeds that merely waited.
    case due
    /// Somebody is at work on it right now: what they are loading may be older than the wish, so it is due again as soon
    /// as they have ended (http polling A5 55).
    case inFlight
    /// It is not refreshed at all in this state, or is a duplicate.
    case refused(SubscriptionState)
}

extension SubscriptionStore {
    /// Whether a feed is never due, as somebody wants it, or because another one is asked in its place.
    static let isStopped = "(state IN ('paused', 'unfollowed') OR duplicateOf IS NOT NULL)"

    /// Whether a feed is due because somebody has asked for it, or changed what it may fail for: whoever takes it as it
    /// is due puts another reason in the place of this (``lease(_:owner:at:until:provisionalDue:)``).
    static let isWished = "\(firstRule) IN ('retry', 'changed')"

    /// Whether a feed waits for something that is no fault of its own.
    static let isPutOff = "\(firstRule) IN ('host-paused', 'outage', 'local-trouble')"

    /// The first of the reasons why a feed is due; empty if there is none, or what is stored is no JSON: one damaged row
    /// is not to spoil a query over all feeds.
    private static let firstRule = """
        coalesce(CASE WHEN json_valid(dueReasons) THEN json_extract(dueReasons, '$[0].rule') END, '')
        """

    /// Refreshes a paused feed again, as soon as it may be asked (``setState(_:of:at:)``).
    ///
    /// A feed in another state stays as it is.
    package func resume(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        guard try head(of: id).state == .paused else { return }
        try setState(.active, of: id, at: now)
    }

    /// Makes a feed due now: somebody asked for it.
    ///
    /// Failures are not forgotten, only waited for no longer. A paused or left
    /// feed stays as it is. One that is being asked is asked once more after that.
    package func requestRefresh(of id: Int64, at now: Timestamp) throws(PersistenceError) -> RefreshWish {
        let head = try head(of: id)
        let wish = DueReason(rule: "retry", detail: "somebody asked for it")
        let changed = try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1, dueReasons = ?2
            WHERE id = ?3 AND state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL
            """,
            [now.epochSeconds, try wished(wish, of: id, at: now), id]
        )
        guard changed == 1 else { return .refused(head.state) }
        let isLeased = try unit.fetchInteger(
            "SELECT count(*) FROM lease WHERE subscriptionId = ? AND until > ?",
            [id, now.epochSeconds]
        )
        return isLeased > 0 ? .inFlight : .due
    }

    /// Makes a feed that fails due now: something was changed that it may have
    /// failed for.
    ///
    /// Failures are not forgotten, only waited for no longer. A feed that is
    /// well, paused or left stays as it is.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - change: what was changed, for `subscription explain`.
    ///   - now: when.
    /// - Throws: ``PersistenceError``.
    package func retryIfFailing(_ id: Int64, because change: String, at now: Timestamp) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1, dueReasons = ?2
            WHERE id = ?3 AND failures > 0 AND state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL
            """,
            [now.epochSeconds, try wished(DueReason(rule: "changed", detail: change), of: id, at: now), id]
        )
    }

    /// A reason to ask a feed now, and behind it what its server has said of the time to come: that holds on if the
    /// feed fails once more (http polling A2 19, A3 39).
    private func wished(_ reason: DueReason, of id: Int64, at now: Timestamp) throws(PersistenceError) -> String? {
        let said = try dueReasons(of: id).filter { $0.isOfServer && ($0.notBefore ?? now) > now }
        return Self.json([reason] + said)
    }

    /// The reasons after a load: its own, or those of a wish that it does not grant, and what the server has said in it.
    func reasons(_ own: [DueReason], isWished: Bool, of id: Int64) throws(PersistenceError) -> String? {
        guard isWished else { return Self.json(own) }
        return Self.json(try dueReasons(of: id).filter { !$0.isOfServer } + own.filter(\.isOfServer))
    }

    /// Lets a feed that somebody has sent to another address begin there anew.
    ///
    /// What it failed with, was gone for or had in common with another feed was
    /// the old address; the new one is asked at once, unless the feed is paused
    /// or left. Its duplicates have the old one's feed, and are asked themselves.
    package func beginAnew(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        let head = try head(of: id)
        let isRevived = head.state == .gone || head.state == .needsAuth
        try unit.execute(
            """
            UPDATE subscription SET
              state = CASE WHEN state IN ('gone', 'needs-auth') THEN 'active' ELSE state END, duplicateOf = NULL,
              nextDueAt = CASE WHEN state IN ('paused', 'unfollowed') THEN NULL ELSE ?1 END, dueReasons = ?2,
              failures = 0, failingSince = NULL, lastErrorKind = NULL, lastErrorMessage = NULL
            WHERE id = ?3
            """,
            [now.epochSeconds, Self.changed("it has another address now"), id]
        )
        try releaseDuplicates(of: id, at: now)
        var fields = isRevived ? ["state"] : []
        if head.duplicateOf != nil { fields.append("duplicateOf") }
        if head.failures > 0 { fields.append("failingSince") }
        guard !fields.isEmpty else { return }
        try unit.changes.record(
            .subscription,
            id,
            podcastID: head.podcastID,
            .update,
            fields: fields,
            title: head.title,
            at: now
        )
    }

    /// The feeds that were refused for want of credentials and have none of
    /// their own, with the moment at which they were asked last.
    ///
    /// Those that are being asked are left out, and those that a process died
    /// over: they keep the time they have.
    package func feedsWantingCredentials() throws(PersistenceError) -> [(id: Int64, feedURL: String, at: Timestamp)] {
        try unit.fetch(
            """
            SELECT id, feedURL, lastAttemptAt FROM subscription
            WHERE failures > 0 AND state = 'needs-auth' AND duplicateOf IS NULL AND lastAttemptAt IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM feedCredential WHERE subscriptionId = subscription.id)
              AND \(Self.firstRule) NOT IN ('in-flight', 'changed')
            """
        ) { row in (id: row.requiredInteger(), feedURL: row.requiredText(), at: row.requiredTime()) }
    }

    static func changed(_ detail: String) -> String? {
        json([DueReason(rule: "changed", detail: detail)])
    }
}
