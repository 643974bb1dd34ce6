import GRDB
package import PodcastModel

extension SubscriptionStore {
    /// The address of another subscription to this feed, in the spelling that is stored; nil if there is none.
    ///
    /// A move to that address would make the one that moves its duplicate.
    package func subscription(at feedURL: String, otherThan id: Int64) throws(PersistenceError) -> String? {
        try unit.fetchOne(
            "SELECT feedURL FROM subscription WHERE (dedupKey = ? OR feedURL = ?) AND id <> ? LIMIT 1",
            [NewSubscription.dedupKey(of: feedURL), feedURL, id]
        ) { row in row.requiredText() }
    }

    /// Another subscription that follows this feed, so that a move to it would be refused; nil if there is none.
    package func follower(of feedURL: String, otherThan id: Int64) throws(PersistenceError) -> Int64? {
        try unit.fetchOne(
            """
            SELECT id FROM subscription WHERE (dedupKey = ? OR feedURL = ?) AND id <> ? AND state <> 'unfollowed' LIMIT 1
            """,
            [NewSubscription.dedupKey(of: feedURL), feedURL, id]
        ) { row in row.requiredInteger() }
    }

    /// Notes the scheme by which a feed answers, if nobody has written one (identity C8 45).
    ///
    /// It is no move: the feed has never been anywhere else.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - feedURL: its address with that scheme.
    ///   - now: the time.
    /// - Throws: ``PersistenceError``.
    package func settleScheme(of id: Int64, by feedURL: String, at now: Timestamp) throws(PersistenceError) {
        let head = try head(of: id)
        guard head.feedURL != feedURL else { return }
        try unit.execute(
            """
            UPDATE subscription SET feedURL = ?1, schemeIsAssumed = 0,
              pendingPageURL = CASE WHEN pendingPageURL IS NOT NULL THEN ?1 END
            WHERE id = ?2
            """,
            [feedURL, id]
        )
        try record(.update, of: id, head, fields: ["feedURL"], at: now)
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
            [now.epochSeconds, RefreshStore.changed(DueReason.otherAddress), id]
        )
        try releaseDuplicates(of: id, at: now)
        var fields = isRevived ? ["state"] : []
        if head.duplicateOf != nil { fields.append("duplicateOf") }
        if head.failures > 0 { fields.append("failingSince") }
        guard !fields.isEmpty else { return }
        try record(.update, of: id, head, fields: fields, at: now)
    }
}
