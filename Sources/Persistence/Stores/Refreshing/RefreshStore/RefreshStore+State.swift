import GRDB
import Logging
package import PodcastModel

/// What refreshes start from.
extension RefreshStore {
    /// What a refresh of this feed starts from; nil if the store has no
    /// subscription to this address, in any spelling.
    package func state(forFeedURL feedURL: String) throws(PersistenceError) -> RefreshState? {
        let dedupKey = NewSubscription.dedupKey(of: feedURL)
        guard let id = try unit.subscriptions.knownID(feedURL: feedURL, dedupKey: dedupKey) else { return nil }
        return try state(id: id)
    }

    /// What a refresh of this subscription starts from.
    package func state(id: Int64) throws(PersistenceError) -> RefreshState? {
        guard unit.isWriting else {
            return try unit.fetchOne(RefreshStore.stateQuery, [id], RefreshStore.refreshState)
        }
        let query = try unit.writer(.refreshState)
        query.integer(id)
        return try query.first { row throws(PersistenceError) in
            let state = try RefreshStore.refreshState(&row)
            unit.noteUnreadableColumns(of: &row)
            return state
        }
    }

    /// What refreshes of these subscriptions start from, by number; nothing for
    /// those that are not there.
    ///
    /// - Parameters:
    ///   - ids: the subscriptions; those whose rows cannot be read are left out.
    ///   - withPodcast: whether to read what the podcast and its episodes say, too: its title, the hints, the release
    ///     times, the announced address and when the next episode is removed. Their rows are large and elsewhere, and
    ///     whoever only names feeds needs none of it: what a refresh goes by is read when its lease is taken.
    /// - Returns: what is known of them.
    /// - Throws: ``PersistenceError``.
    package func states(
        ids: [Int64],
        withPodcast: Bool = true
    ) throws(PersistenceError) -> [Int64: RefreshState] {
        guard !ids.isEmpty else { return [:] }
        let list = ColumnJSON.list(ids)
        let condition = " WHERE subscription.id IN (SELECT value FROM json_each(?))"
        let found =
            withPodcast
            ? try foundStates(condition, [list])
            : try unit.fetch(RefreshStore.columns + RefreshStore.tables + condition, [list]) {
                row throws(PersistenceError) in
                try RefreshStore.found(&row) { row throws(PersistenceError) in
                    RefreshState(try RefreshStore.subscriptionState(&row))
                }
            }
        return Dictionary(uniqueKeysWithValues: found.compactMap(readable).map { ($0.subscriptionID, $0) })
    }

    /// The feeds that are due and that nobody is working on, with those whose rows cannot be read.
    ///
    /// Paused and left feeds and duplicates are never due; a feed that is gone,
    /// wants credentials or is held is due at whatever slow rate was decided.
    ///
    /// - Parameters:
    ///   - now: the moment; feeds are due if their time has come.
    ///   - limit: at most so many.
    ///   - newestFirst: whether those come first that fell due last: new feeds,
    ///     and those somebody has just asked for; else those that have been due longest.
    /// - Returns: the feeds.
    /// - Throws: ``PersistenceError``.
    func foundDue(at now: Timestamp, limit: Int, newestFirst: Bool) throws(PersistenceError) -> [FoundState] {
        try foundStates(
            """
             WHERE \(DueCondition.isDue)
            ORDER BY nextDueAt \(newestFirst ? "DESC" : "ASC") LIMIT ?2
            """,
            [now.epochSeconds, limit]
        )
    }

    /// The feeds that are polled at all, by number: all but those that were paused or left, and those that have
    /// turned out to be another subscription's (identity C8 49).
    package func polledSubscriptions() throws(PersistenceError) -> [Int64] {
        try unit.fetch("SELECT id FROM subscription WHERE \(DueCondition.isPolled) ORDER BY id") { row in
            row.requiredInteger()
        }
    }

    /// The numbers of the feeds that are due and that nobody is working on, readable or not, longest due first.
    ///
    /// - Parameters:
    ///   - now: the moment; feeds are due if their time has come.
    ///   - limit: at most so many; nil for all.
    /// - Returns: the numbers.
    /// - Throws: ``PersistenceError``.
    package func dueSubscriptionIDs(at now: Timestamp, limit: Int? = nil) throws(PersistenceError) -> [Int64] {
        try unit.fetch(
            """
            SELECT id FROM subscription WHERE \(DueCondition.isDue) ORDER BY nextDueAt LIMIT ?2
            """,
            [now.epochSeconds, limit ?? -1]
        ) { row in row.requiredInteger() }
    }

    /// What else is remembered of a subscription's refreshing.
    package func history(of id: Int64) throws(PersistenceError) -> RefreshHistory {
        let history = try unit.fetchOne(
            """
            SELECT lastDocumentAt, lastDocumentItems, failingSince, guidUnreliable, overrides,
              pendingMoveURL, pendingMoveCause, pendingMoveSightings, pendingMoveFirstSeenAt, pendingMoveLastSeenAt,
              pendingMoveLookedAt, pendingMoveProblem, lostPageURL,
              podcastId, massDropSightings, itemsDigest, itemBlockDigest,
              (SELECT max(leftAt) FROM feedURLHistory WHERE subscriptionId = subscription.id)
            FROM subscription WHERE id = ?
            """,
            [id]
        ) { row throws(PersistenceError) in
            RefreshHistory(
                lastDocumentAt: row.time(),
                lastDocumentItemCount: row.int(),
                failingSince: row.time(),
                isGUIDUnreliable: row.requiredFlag(),
                overrides: try row.json() ?? [:],
                pendingMove: try PendingMove(row: &row),
                lostPage: row.text(),
                podcastID: row.integer(),
                massDropSightings: row.count() ?? 0,
                itemsDigest: row.digest(),
                itemBlockDigest: row.digest(),
                lastMoveAt: row.time()
            )
        }
        guard let history else { throw .notFound(entity: "subscription", id: id) }
        return history
    }

    /// Why a feed is due when it is.
    package func dueReasons(of id: Int64) throws(PersistenceError) -> [DueReason] {
        let reasons = try unit.fetchOne("SELECT dueReasons FROM subscription WHERE id = ?", [id]) { row in
            row.list(of: DueReason.self)
        }
        return reasons ?? []
    }

    private func foundStates(
        _ rest: String,
        _ arguments: StatementArguments
    ) throws(PersistenceError) -> [FoundState] {
        try unit.fetch(RefreshStore.wholeState + rest, arguments) { row throws(PersistenceError) in
            try RefreshStore.found(&row, RefreshStore.refreshState)
        }
    }

    /// The state, if it could be read; complains if not.
    private func readable(_ found: FoundState) -> RefreshState? {
        switch found {
        case .readable(let state):
            return state
        case .unreadable(let id, let error):
            noteUnreadable(id, error, consequence: "it is left out")
            return nil
        }
    }

    /// Complains of a subscription that cannot be read at all.
    func noteUnreadable(_ id: Int64, _ error: PersistenceError, consequence: String) {
        unit.logger.error(
            "what is stored of a feed cannot be read; \(consequence)",
            metadata: ["subscription.id": "\(id)", "error": "\(error)"]
        )
    }
}
