import GRDB
package import PodcastModel

/// What came of the wish to have a feed refreshed now.
package enum RefreshWish: Sendable, Hashable {
    /// It is due now, before all feeds that merely waited.
    case due
    /// Somebody is at work on it right now, which grants the wish.
    case inFlight
    /// It is not refreshed at all in this state, or is a duplicate.
    case refused(SubscriptionState)
}

extension SubscriptionStore {
    /// Refreshes a paused feed again; it is due at once, unless it was asked
    /// less than an hour ago.
    ///
    /// Pausing and resuming must not be a way around the least interval (http
    /// polling A2 18). A feed in another state stays as it is.
    package func resume(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        guard try head(of: id).state == .paused else { return }
        try setState(.active, of: id, at: now)
        try unit.execute(
            "UPDATE subscription SET nextDueAt = lastAttemptAt + 3600 WHERE id = ? AND lastAttemptAt > ? - 3600",
            [id, now.epochSeconds]
        )
    }

    /// Makes a feed due now: somebody asked for it.
    ///
    /// Failures are not forgotten, only waited for no longer. A paused or left
    /// feed stays as it is.
    package func requestRefresh(of id: Int64, at now: Timestamp) throws(PersistenceError) -> RefreshWish {
        let head = try head(of: id)
        let changed = try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1, dueReasons = ?2
            WHERE id = ?3 AND state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL
            """,
            [
                now.epochSeconds,
                SubscriptionStore.json([DueReason(rule: "retry", detail: "somebody asked for it", notBefore: nil)]), id,
            ]
        )
        guard changed == 1 else { return .refused(head.state) }
        let isLeased = try unit.fetchInteger(
            "SELECT count(*) FROM lease WHERE subscriptionId = ? AND until > ?",
            [id, now.epochSeconds]
        )
        return isLeased > 0 ? .inFlight : .due
    }
}
