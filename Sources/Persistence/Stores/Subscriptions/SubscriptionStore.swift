import GRDB
package import PodcastModel

/// Subscriptions: following and leaving feeds, finding them again.
///
/// Moves, duplicates, credentials and listing are in files of their own; what refreshes leave behind is in
/// ``RefreshStore``.
package struct SubscriptionStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    // MARK: - Following

    /// Follows a feed, or says that it is followed already.
    ///
    /// Feeds are recognised by their dedup key, also under a former address. A
    /// known feed keeps its title, folder and credentials, because these work
    /// and an old list may have others; what is given counts only when a feed
    /// that has none is followed again. Whoever types the address vouches for
    /// it.
    package func subscribe(
        to request: NewSubscription,
        at now: Timestamp
    ) throws(PersistenceError) -> SubscribeOutcome {
        guard let id = try knownID(feedURL: request.feedURL, dedupKey: request.dedupKey) else {
            return .added(try insert(request, at: now))
        }
        if request.provenance == .user { try noteNamedByUser(request.feedURL, of: id) }
        if !request.schemeIsAssumed {
            // Somebody has written https.
            try unit.execute(
                "UPDATE subscription SET schemeIsAssumed = 0 WHERE id = ? AND feedURL = ? AND schemeIsAssumed",
                [id, request.feedURL]
            )
        }
        guard request.isFollowed, try head(of: id).state == .unfollowed else { return .known(id) }
        _ = try takeCredentials(of: request, for: id, at: now)
        try setState(.active, of: id, at: now)
        return .followedAgain(id)
    }

    /// Stops following a feed.
    ///
    /// Its podcast and episodes stay, unless it purges: then the podcast, its
    /// episodes and everything known of the feed are deleted, each removal with
    /// a row in the change log.
    package func unsubscribe(_ id: Int64, purges: Bool, at now: Timestamp) throws(PersistenceError) {
        guard purges else {
            try setState(.unfollowed, of: id, at: now)
            return
        }
        let head = try head(of: id)
        try releaseDuplicates(of: id, at: now)
        if let podcast = head.podcastID {
            try unit.execute(
                """
                INSERT INTO change (at, entity, entityId, podcastId, kind, title, backlog)
                SELECT ?, 'episode', id, podcastId, 'remove', title, 0 FROM episode WHERE podcastId = ? ORDER BY id
                """,
                [now.epochSeconds, podcast]
            )
            try unit.changes.record(.podcast, podcast, podcastID: podcast, .remove, title: head.title, at: now)
        }
        try record(.remove, of: id, head, at: now)
        try unit.execute("DELETE FROM subscription WHERE id = ?", [id])
        if let podcast = head.podcastID { try unit.execute("DELETE FROM podcast WHERE id = ?", [podcast]) }
    }

    /// Pauses, resumes, leaves or re-follows a feed.
    ///
    /// One that is paused or left is never due. Taken up again it is due at once,
    /// but waits for what it waited for before, and for an hour after it was asked:
    /// none of this must be a way around the least interval (http polling A2 18).
    /// One that was held is due when it was. A duplicate that is resumed or followed
    /// again is asked itself, and so are those of one that is left. Where a document
    /// waits for a decision still, what becomes active is held again. Changes of
    /// state are in the change log.
    package func setState(_ state: SubscriptionState, of id: Int64, at now: Timestamp) throws(PersistenceError) {
        let head = try head(of: id)
        guard head.state != state else { return }
        let isTakenUp = state == .active && (head.state == .paused || head.state == .unfollowed)
        let original = isTakenUp ? nil : head.duplicateOf
        switch state {
        case .active:
            if isTakenUp { try endRest(of: id, at: now) }
            try unit.execute(
                """
                UPDATE subscription SET state = 'active', nextDueAt = coalesce(nextDueAt, ?), duplicateOf = ? WHERE id = ?
                """,
                [now.epochSeconds, original, id]
            )
            try unit.execute(
                """
                UPDATE subscription SET state = 'held'
                WHERE id = ?1
                  AND EXISTS (SELECT 1 FROM heldDocument WHERE subscriptionId = ?1 AND refusedAt IS NULL)
                """,
                [id]
            )
        case .paused, .unfollowed:
            try unit.execute(
                "UPDATE subscription SET state = ?, nextDueAt = NULL WHERE id = ?",
                [state.rawValue, id]
            )
        case .gone, .needsAuth, .held:
            try unit.execute("UPDATE subscription SET state = ? WHERE id = ?", [state.rawValue, id])
        }
        let kind: StoreChange.Kind =
            switch (head.state, state) {
            case (_, .unfollowed): .remove
            case (.unfollowed, _): .restore
            default: .update
            }
        let fields = ["state"] + (original == head.duplicateOf ? [] : ["duplicateOf"])
        try record(kind, of: id, head, fields: fields, at: now)
        if state.isStopped { try releaseDuplicates(of: id, at: now) }
    }

    /// Refreshes a paused feed again, as soon as it may be asked (``setState(_:of:at:)``).
    ///
    /// A feed in another state stays as it is.
    package func resume(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        guard try head(of: id).state == .paused else { return }
        try setState(.active, of: id, at: now)
    }

    /// Makes a feed that was paused or left due when what it waited for before is over.
    private func endRest(of id: Int64, at now: Timestamp) throws(PersistenceError) {
        let waits = try unit.fetchOne("SELECT lastAttemptAt, dueReasons FROM subscription WHERE id = ?", [id]) { row in
            (askedAt: row.time(), reasons: row.list(of: DueReason.self))
        }
        let known = waits?.reasons.compactMap(\.notBefore).max()
        // By a clock that was ahead it may have been asked in the future.
        let leastInterval = waits?.askedAt.flatMap { $0 <= now ? $0.adding(seconds: 3600) : nil }
        let due = [known, leastInterval, now].compactMap(\.self).max() ?? now
        try unit.execute(
            "UPDATE subscription SET nextDueAt = ?1, dueReasons = CASE WHEN ?2 THEN dueReasons END WHERE id = ?3",
            [due.epochSeconds, due == known, id]
        )
    }

    // MARK: - Settings

    /// Sets one of the feed's own settings, or with nil removes it.
    package func setOverride(_ key: String, to value: String?, of id: Int64) throws(PersistenceError) {
        // What cannot be read is replaced: nobody else can mend it.
        let query = "SELECT overrides FROM subscription WHERE id = ?"
        let stored = try unit.fetchOne(query, [id]) { row -> [String: String] in row.jsonIfReadable() ?? [:] }
        guard var overrides = stored else { throw .notFound(entity: "subscription", id: id) }
        overrides[key] = value
        let json = try ColumnJSON.text(overrides.isEmpty ? nil : overrides)
        try unit.execute("UPDATE subscription SET overrides = ? WHERE id = ?", [json, id])
    }

    /// Notes that the guids of a feed do not tell its episodes apart (identity C2 10).
    package func setGUIDUnreliable(_ isUnreliable: Bool, of id: Int64) throws(PersistenceError) {
        try unit.execute("UPDATE subscription SET guidUnreliable = ? WHERE id = ?", [isUnreliable, id])
    }

    /// Notes that somebody has typed the address of a feed on this machine.
    ///
    /// It counts for that very address: a feed that has left it since was not
    /// sent where it is by the user.
    package func noteNamedByUser(_ feedURL: String, of id: Int64) throws(PersistenceError) {
        try unit.execute(
            "UPDATE subscription SET namedByUser = 1 WHERE id = ? AND dedupKey = ?",
            [id, NewSubscription.dedupKey(of: feedURL)]
        )
    }
}

extension SubscriptionStore {
    /// The subscription that has, or once had, this address.
    package func knownID(feedURL: String, dedupKey: String) throws(PersistenceError) -> Int64? {
        try unit.fetchOne(
            """
            SELECT coalesce(
              (SELECT id FROM subscription WHERE dedupKey = ?1),
              (SELECT id FROM subscription WHERE feedURL = ?2),
              (SELECT subscriptionId FROM feedURLHistory WHERE dedupKey = ?1 ORDER BY id DESC LIMIT 1))
            """,
            [dedupKey, feedURL]
        ) { row in row.integer() } ?? nil
    }

    private func insert(_ request: NewSubscription, at now: Timestamp) throws(PersistenceError) -> Int64 {
        try unit.execute(
            """
            INSERT INTO subscription (feedURL, dedupKey, state, title, link, folder, addedAt, nextDueAt, namedByUser,
              schemeIsAssumed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                request.feedURL, request.dedupKey,
                (request.isFollowed ? SubscriptionState.active : .unfollowed).rawValue,
                request.title, request.link, try ColumnJSON.text(request.folder.isEmpty ? nil : request.folder),
                now.epochSeconds, request.isFollowed ? now.epochSeconds : nil,
                request.provenance == .user, request.schemeIsAssumed,
            ]
        )
        let id = unit.database.lastInsertedRowID
        if let credentials = request.credentials { try storeCredentials(credentials, of: id) }
        try unit.changes.record(.subscription, id, podcastID: nil, .insert, title: request.title, at: now)
        return id
    }
}
