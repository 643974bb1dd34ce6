import GRDB
package import PodcastModel

/// Subscriptions whose feed another one follows (identity C8 49).
///
/// Each leads straight to the one that is asked in its place, and none stays
/// behind unasked when that is asked no longer.
extension SubscriptionStore {
    /// Stops refreshing a subscription whose feed another one follows, and says
    /// which.
    ///
    /// Nothing is deleted. If the other is a duplicate itself, the one that it
    /// leads to is meant; if that is this very subscription, the two change
    /// places, for the feed has gone back to the other's address. The other is
    /// followed again if this one is and it was left.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - other: the one that has the address of its feed.
    ///   - now: when.
    /// - Returns: the one that is asked from now on.
    /// - Throws: ``PersistenceError``.
    @discardableResult
    package func markDuplicate(_ id: Int64, of other: Int64, at now: Timestamp) throws(PersistenceError) -> Int64 {
        var original = try original(of: other)
        if original == id {
            original = other
            try setOriginal(nil, of: other, at: now)
        }
        for duplicate in try duplicates(of: id) { try setOriginal(original, of: duplicate, at: now) }
        try setOriginal(original, of: id, at: now)
        try forgetMove(of: id)
        let isFollowed = try head(of: id).state != .unfollowed
        if isFollowed, try head(of: original).state == .unfollowed { try setState(.active, of: original, at: now) }
        return original
    }

    /// The subscription that is asked in the place of this one: itself, if it is no duplicate.
    package func original(of id: Int64) throws(PersistenceError) -> Int64 {
        var (current, seen) = (id, Set([id]))
        // Stores of earlier versions may have chains, and even circles.
        while let next = try head(of: current).duplicateOf, seen.insert(next).inserted { current = next }
        return current
    }

    /// Refreshes the duplicates of a subscription by themselves again: it is asked in their place no longer.
    package func releaseDuplicates(of id: Int64, at now: Timestamp) throws(PersistenceError) {
        for duplicate in try duplicates(of: id) { try setOriginal(nil, of: duplicate, at: now) }
    }

    /// Gives a subscription the address of its duplicate, and that one the address it had: the feed has gone back
    /// there.
    ///
    /// So the podcast that was kept up to date goes on. That of the duplicate is as it was when the feed left that
    /// address, and all that has come since would be news there.
    ///
    /// - Parameters:
    ///   - id: the subscription that is asked.
    ///   - duplicate: the one that has the address which the feed has gone back to.
    ///   - cause: how that is known.
    ///   - now: when.
    /// - Throws: ``PersistenceError``.
    package func exchangeAddresses(
        of id: Int64,
        with duplicate: Int64,
        cause: MoveCause,
        at now: Timestamp
    ) throws(PersistenceError) {
        let (left, taken) = (try head(of: id).feedURL, try head(of: duplicate).feedURL)
        let credentials = try credentials(of: duplicate)
        let isNamed = try unit.fetchInteger("SELECT namedByUser FROM subscription WHERE id = ?", [duplicate]) == 1
        // No two have one address, not even in between.
        let between = "podimport:exchange:\(duplicate)"
        guard try move(duplicate, to: between, cause: cause, at: now) == .moved,
            try move(id, to: taken, cause: cause, at: now) == .moved
        else { return }
        try unit.execute(
            """
            UPDATE subscription SET feedURL = ?1, dedupKey = ?2, namedByUser = ?4,
              pendingPageURL = CASE WHEN pendingPageURL IS NOT NULL THEN ?1 END
            WHERE id = ?3
            """,
            [left, NewSubscription.dedupKey(of: left), duplicate, isNamed && Self.isSameHost(taken, left)]
        )
        // What was in between has no host, and would have had none of them.
        if Self.sharesCredentials(taken, left) { try storeCredentials(credentials, of: duplicate) }
    }

    private func duplicates(of id: Int64) throws(PersistenceError) -> [Int64] {
        try unit.fetch("SELECT id FROM subscription WHERE duplicateOf = ? ORDER BY id", [id]) { row in
            row.requiredInteger()
        }
    }

    private func setOriginal(_ other: Int64?, of id: Int64, at now: Timestamp) throws(PersistenceError) {
        let head = try head(of: id)
        try unit.execute(
            """
            UPDATE subscription SET duplicateOf = ?1,
              nextDueAt = CASE WHEN ?1 IS NULL AND state NOT IN ('paused', 'unfollowed') THEN ?2 END,
              dueReasons = CASE WHEN ?1 IS NULL AND state NOT IN ('paused', 'unfollowed') THEN ?4 END
            WHERE id = ?3
            """,
            [other, now.epochSeconds, id, RefreshStore.changed("no other subscription is asked in its place any more")]
        )
        guard head.duplicateOf != other else { return }
        try record(.update, of: id, head, fields: ["duplicateOf"], at: now)
    }
}
