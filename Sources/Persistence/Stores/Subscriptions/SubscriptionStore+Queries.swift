import GRDB
package import PodcastModel

/// Which subscriptions to list.
package struct SubscriptionQuery: Sendable, Hashable {
    /// Only these states; nil for all but `unfollowed`, or for all where ``isHeld`` asks.
    package var states: Set<SubscriptionState>?
    /// Only feeds whose last attempts failed.
    package var isFailing: Bool
    /// Only feeds with a document that waits for a decision, also those that are paused or not followed.
    package var isHeld: Bool
    /// At most this many; nil for all.
    package var limit: Int?

    package init(
        states: Set<SubscriptionState>? = nil,
        isFailing: Bool = false,
        isHeld: Bool = false,
        limit: Int? = nil
    ) {
        self.states = states
        self.isFailing = isFailing
        self.isHeld = isHeld
        self.limit = limit
    }
}

extension SubscriptionStore {
    private static let columns = """
        SELECT subscription.id, subscription.podcastId, subscription.feedURL,
          coalesce(podcast.title, subscription.title), subscription.state,
          (SELECT count(*) FROM episode WHERE episode.podcastId = subscription.podcastId),
          subscription.lastAttemptAt, subscription.lastSuccessAt, subscription.nextDueAt, subscription.failures,
          subscription.failingSince, subscription.lastErrorKind, subscription.lastErrorMessage,
          subscription.pendingMoveURL, subscription.duplicateOf,
          (SELECT json_group_array(feedURL) FROM
            (SELECT feedURL FROM feedURLHistory
              WHERE subscriptionId = subscription.id AND feedURL <> subscription.feedURL ORDER BY id DESC))
        FROM subscription LEFT JOIN podcast ON podcast.id = subscription.podcastId
        """

    /// The subscriptions that a query asks for, by title; those that fail are listed by when that began.
    package func subscriptions(
        matching query: SubscriptionQuery = SubscriptionQuery()
    ) throws(PersistenceError) -> [Subscription] {
        let states = query.states ?? Set(SubscriptionState.allCases).subtracting(query.isHeld ? [] : [.unfollowed])
        var conditions = ["subscription.state IN (SELECT value FROM json_each(?))"]
        var arguments: StatementArguments = [try ColumnJSON.text(states.map(\.rawValue).sorted())]
        if query.isFailing { conditions.append("subscription.failures > 0") }
        if query.isHeld {
            conditions.append(
                "subscription.id IN (SELECT subscriptionId FROM heldDocument WHERE refusedAt IS NULL)"
            )
        }
        arguments += [query.limit ?? -1]
        return try list(
            """
             WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(query.isFailing ? "subscription.failingSince, " : "")
              coalesce(podcast.title, subscription.title, subscription.feedURL) COLLATE NOCASE, subscription.id
            LIMIT ?
            """,
            arguments
        )
    }

    /// Subscriptions by number, those after one of them, a page at a time; left
    /// ones are not among them.
    package func subscriptions(after id: Int64, limit: Int) throws(PersistenceError) -> [Subscription] {
        try list(
            " WHERE subscription.id > ? AND subscription.state <> 'unfollowed' ORDER BY subscription.id LIMIT ?",
            [id, limit]
        )
    }

    /// One subscription; nil if there is none with this number.
    package func subscription(id: Int64) throws(PersistenceError) -> Subscription? {
        try list(" WHERE subscription.id = ?", [id]).first
    }

    /// The subscription that a text names: by its number, its address or a
    /// former address, in any spelling with the same dedup key.
    package func subscription(matching text: String) throws(PersistenceError) -> Subscription? {
        if let id = Int64(text) { return try subscription(id: id) }
        guard let id = try knownID(feedURL: text, dedupKey: NewSubscription.dedupKey(of: text)) else { return nil }
        return try subscription(id: id)
    }

    /// The subscription that a podcast belongs to.
    package func subscription(ofPodcast podcast: Int64) throws(PersistenceError) -> Subscription? {
        try list(" WHERE subscription.podcastId = ?", [podcast]).first
    }

    /// The other subscriptions whose addresses probably lead to the same feed
    /// (identity C8 47, 48), or are seen to move there (http polling A4 46g), by
    /// the numbers of those asked for; only a hint.
    package func lookalikes(of ids: [Int64]) throws(PersistenceError) -> [Int64: Lookalikes] {
        let feeds = try addresses(near: ids)
        var same: [String: [Int64]] = [:]
        for feed in feeds {
            same[feed.key.whole, default: []].append(feed.id)
            if let move = feed.move, move != feed.key.whole { same[move, default: []].append(feed.id) }
        }
        let failing = Dictionary(grouping: feeds.filter(\.fails), by: \.key.withoutValues)
        let keys = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0.key) })
        var lookalikes: [Int64: Lookalikes] = [:]
        for id in ids {
            guard let key = keys[id] else { continue }
            let alike = same[key.whole]?.filter { $0 != id } ?? []
            // Elsewhere shows of one host are told apart by nothing but such a value.
            let renewed = key.withoutValues.flatMap { failing[$0] }?.map(\.id) ?? []
            let found = Lookalikes(alike: alike, failing: renewed.filter { $0 != id && !alike.contains($0) })
            if !found.alike.isEmpty || !found.failing.isEmpty { lookalikes[id] = found }
        }
        return lookalikes
    }

    /// An address, and what tells whether others look the same.
    private struct LikelyAddress {
        let id: Int64
        let key: (whole: String, withoutValues: String?)
        let fails: Bool
        /// The key of the address that the feed is seen to move to.
        let move: String?
    }

    /// The addresses at the hosts of these, and those that are seen to move there, by number; with them what is asked
    /// for itself, unless it was left.
    private func addresses(near ids: [Int64]) throws(PersistenceError) -> [LikelyAddress] {
        var starts: Set<String> = []
        for id in ids { starts.formUnion(FeedURL.likenessStarts(of: try head(of: id).feedURL)) }
        var found: [Int64: LikelyAddress] = [:]
        for start in starts {
            let addresses = try unit.fetch(
                """
                SELECT id, feedURL, failures > 0, pendingMoveURL FROM subscription
                WHERE (dedupKey >= ?1 AND dedupKey < ?2 OR pendingMoveKey >= ?1 AND pendingMoveKey < ?2)
                  AND state <> 'unfollowed'
                """,
                // Whatever follows a host in a key, "/", ":" or "?", comes before this.
                [start, start + "@"]
            ) { row in
                LikelyAddress(
                    id: row.requiredInteger(),
                    key: FeedURL.likenessKeys(of: row.requiredText()),
                    fails: row.requiredFlag(),
                    move: row.text().map { FeedURL.likenessKeys(of: $0).whole }
                )
            }
            for address in addresses { found[address.id] = address }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    private func list(_ rest: String, _ arguments: StatementArguments) throws(PersistenceError) -> [Subscription] {
        try unit.fetch(SubscriptionStore.columns + rest, arguments) { row throws(PersistenceError) in
            let (id, podcast, feedURL, title) = (row.requiredInteger(), row.integer(), row.requiredText(), row.text())
            let state: SubscriptionState = try row.requiredWord()
            let count = row.int() ?? 0
            let (attempt, success, due) = (row.time(), row.time(), row.time())
            let (failures, failingSince) = (row.count() ?? 0, row.time())
            let (kind, message) = (row.text().map(ImportFailure.Kind.init(rawValue:)), row.text())
            let (move, original) = (row.text(), row.integer())
            return Subscription(
                id: id,
                podcastID: podcast,
                feedURL: feedURL,
                title: title,
                state: state,
                episodeCount: count,
                lastAttemptAt: attempt,
                lastSuccessAt: success,
                nextDueAt: due,
                failures: failures,
                failingSince: failingSince,
                lastError: kind.map { Subscription.LastError(kind: $0, message: message ?? "") },
                movedFrom: row.list(),
                pendingMove: move,
                duplicateOf: original
            )
        }
    }
}

/// The numbers of subscriptions that may be of the same feed as another one.
package struct Lookalikes: Sendable, Hashable {
    /// Their addresses look the same, or those that they are seen to move to.
    package let alike: [Int64]
    /// They fail, and their addresses differ in values of the query, of which one may be a key that was renewed.
    package let failing: [Int64]
}

extension FeedURL {
    /// What the dedup keys of all addresses like this one begin with, one of them each.
    fileprivate static func likenessStarts(of text: String) -> [String] {
        FeedURL(ifValid: text)?.likenessHosts ?? [text]
    }

    /// What is stored may be no web address: that is like nothing but itself.
    fileprivate static func likenessKeys(of text: String) -> (whole: String, withoutValues: String?) {
        guard let url = FeedURL(ifValid: text) else { return (text, nil) }
        return (url.likenessKey, url.likenessKeyWithoutValues)
    }
}
