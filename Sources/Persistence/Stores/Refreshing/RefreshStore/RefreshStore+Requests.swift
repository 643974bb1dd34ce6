import GRDB
package import PodcastModel

/// What came of a request to refresh a feed now.
package enum RefreshRequestOutcome: Sendable, Hashable {
    /// It is due now, before all feeds that merely waited.
    case due
    /// Somebody is at work on it right now: what they are loading may be older than the request, so it is due again as soon
    /// as they have ended (http polling A5 55).
    case inFlight
    /// It is not refreshed at all in this state, or is a duplicate.
    case refused(SubscriptionState)
}

/// What users ask of the refreshes of a feed.
extension RefreshStore {
    /// Makes a feed due now: somebody asked for it.
    ///
    /// Failures are not forgotten, only waited for no longer. A paused or left
    /// feed stays as it is. One that is being asked is asked once more after that.
    package func request(of id: Int64, at now: Timestamp) throws(PersistenceError) -> RefreshRequestOutcome {
        let head = try unit.subscriptions.head(of: id)
        let reason = DueReason(rule: .retry, detail: "somebody asked for it")
        let changed = try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1, dueReasons = ?2
            WHERE id = ?3 AND \(DueCondition.isPolled)
            """,
            [now.epochSeconds, try asked(for: reason, of: id, at: now), id]
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
            WHERE id = ?3 AND failures > 0 AND \(DueCondition.isPolled)
            """,
            [now.epochSeconds, try asked(for: DueReason(rule: .changed, detail: change), of: id, at: now), id]
        )
    }

    /// A reason to ask a feed now, and behind it what its server has said of the time to come: that holds on if the
    /// feed fails once more (http polling A2 19, A3 39).
    private func asked(for reason: DueReason, of id: Int64, at now: Timestamp) throws(PersistenceError) -> String? {
        let said = try dueReasons(of: id).filter { $0.isOfServer && ($0.notBefore ?? now) > now }
        return ColumnJSON.text([reason] + said)
    }

    /// The reasons after a load: its own, or those of a request that it does not answer, and what the server has said in it.
    func reasons(_ own: [DueReason], isRequested: Bool, of id: Int64) throws(PersistenceError) -> String? {
        guard isRequested else { return ColumnJSON.text(own) }
        return ColumnJSON.text(try dueReasons(of: id).filter { !$0.isOfServer } + own.filter(\.isOfServer))
    }

    static func changed(_ detail: String) -> String? {
        ColumnJSON.text([DueReason(rule: .changed, detail: detail)])
    }
}
