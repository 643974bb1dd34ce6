import GRDB
package import PodcastModel

extension EpisodeStore {
    /// A listed episode was seen by the last document of its feed; only when it
    /// leaves is the date written to its own row.
    private static let columns = """
        SELECT episode.id, episode.podcastId, episode.firstSeenAt,
          coalesce(episode.lastSeenAt, subscription.lastDocumentAt, episode.firstSeenAt), episode.removedAt,
          \(EpisodeRecord.episodeColumns.map { "episode." + $0 }.joined(separator: ", "))
        FROM episode LEFT JOIN subscription ON subscription.podcastId = episode.podcastId
        """

    /// The episodes that a query asks for, complete.
    package func episodes(matching query: EpisodeQuery) throws(PersistenceError) -> [StoredEpisode] {
        let (sql, arguments) = EpisodeStore.statement(for: query)
        return try episodes(sql, arguments)
    }

    /// One page of the episodes that a query asks for, newest first: as many as its limit says, or fewer where their
    /// texts are so long that they need much memory.
    ///
    /// A document may have texts of several megabytes, and five hundred of those are more than a small machine has.
    ///
    /// - Parameters:
    ///   - query: which, in the order of the newest first.
    ///   - textLimit: how many bytes of text the page has, beside its last episode.
    /// - Returns: at least one episode, if there is any left.
    /// - Throws: ``PersistenceError``.
    package func page(matching query: EpisodeQuery, textLimit: Int) throws(PersistenceError) -> EpisodePage {
        var wider = query
        wider.limit = query.limit.map { $0 + 1 }
        let (sql, arguments) = EpisodeStore.statement(for: wider)
        var bytes = 0
        var found = try episodes(sql, arguments, until: { bytes >= textLimit }, eachHas: { bytes += $0 })
        let isFull = found.count > query.limit ?? .max
        if isFull { found.removeLast() }
        guard isFull || bytes >= textLimit, let last = found.last else { return EpisodePage(episodes: found, end: nil) }
        return EpisodePage(episodes: found, end: try place(of: last.id))
    }

    /// One episode; nil if there is none with this number.
    package func episode(id: Int64) throws(PersistenceError) -> StoredEpisode? {
        try episodes(EpisodeStore.columns + " WHERE episode.id = ?", [id]).first
    }

    /// Several episodes by their numbers, in the order of the numbers; those
    /// that are not there are left out.
    package func episodes(ids: [Int64]) throws(PersistenceError) -> [StoredEpisode] {
        let found = try episodes(
            EpisodeStore.columns + " WHERE episode.id IN (SELECT value FROM json_each(?))",
            [ColumnJSON.list(ids)]
        )
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }

    /// Where an episode stands; nil if there is none with this number.
    package func place(of id: Int64) throws(PersistenceError) -> EpisodePlace? {
        try unit.fetchOne("SELECT sortedAt, position FROM episode WHERE id = ?", [id]) { row in
            EpisodePlace(sortedAt: row.requiredInteger(), position: row.requiredInteger(), id: id)
        }
    }

    /// The title of an episode; nil if there is none with this number.
    package func title(of id: Int64) throws(PersistenceError) -> String? {
        try unit.fetchOne("SELECT title FROM episode WHERE id = ?", [id]) { row in row.requiredText() }
    }

    /// How many episodes of a podcast the store has, withdrawn ones included.
    package func count(ofPodcast podcast: Int64) throws(PersistenceError) -> Int {
        Int(try unit.fetchInteger("SELECT count(*) FROM episode WHERE podcastId = ?", [podcast]))
    }

    /// When the newest episodes of a podcast were published, newest first, dates
    /// in the future counted as first sight (identity C5 30): what its rhythm is
    /// learned from.
    package func newestEpisodeDates(ofPodcast podcast: Int64, limit: Int) throws(PersistenceError) -> [Timestamp] {
        try unit.fetch(
            "SELECT sortedAt FROM episode WHERE podcastId = ? ORDER BY sortedAt DESC LIMIT ?",
            [podcast, limit]
        ) { row in row.requiredTime() }
    }

    /// What was changed in an episode, newest first; long texts are left out.
    package func edits(ofEpisode id: Int64) throws(PersistenceError) -> [EpisodeEdit] {
        try unit.fetch(
            "SELECT at, field, significance, oldValue, newValue FROM editHistory WHERE episodeId = ? ORDER BY id DESC",
            [id]
        ) { row throws(PersistenceError) in
            EpisodeEdit(
                at: row.requiredTime(),
                field: row.requiredText(),
                significance: try row.requiredWord(),
                oldJSON: row.text(),
                newJSON: row.text()
            )
        }
    }

    static func statement(for query: EpisodeQuery) -> (sql: String, arguments: StatementArguments) {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if let podcast = query.podcastID {
            conditions.append("episode.podcastId = ?")
            arguments += [podcast]
        }
        if let since = query.since {
            conditions.append("episode.sortedAt >= ?")
            arguments += [since.epochSeconds]
            if query.podcastID == nil {
                conditions.append("episode.sortedAt / 2592000 >= ?")
                arguments += [since.epochSeconds / monthSeconds]
            }
        }
        if let after = query.after {
            // The first condition is the one an index can use.
            conditions.append(
                """
                episode.sortedAt <= ? AND (episode.sortedAt < ? OR episode.position > ?
                  OR (episode.position = ? AND episode.id > ?))
                """
            )
            arguments += [after.sortedAt, after.sortedAt, after.position, after.position, after.id]
            if query.podcastID == nil {
                conditions.append("episode.sortedAt / 2592000 <= ?")
                arguments += [after.sortedAt / monthSeconds]
            }
        }
        if !query.includeRemoved { conditions.append("episode.removedAt IS NULL") }
        let restriction = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        guard query.limit != nil || query.offset > 0 else {
            return (columns + restriction + " ORDER BY " + order(of: query), arguments)
        }
        // A negative limit is none.
        arguments += [query.limit ?? -1, query.offset]
        let chosen = restriction + " ORDER BY " + order(of: query) + " LIMIT ? OFFSET ?"
        guard query.podcastID == nil, query.order != .serial else { return (columns + chosen, arguments) }
        // Only numbers and dates are sorted, a month at a time, and the rows of those that were chosen read then.
        return (
            columns + " WHERE episode.id IN (SELECT id FROM episode" + chosen + ") ORDER BY " + query.order.sql,
            arguments
        )
    }

    /// The months of the index `episodeByMonth`.
    private static let monthSeconds: Int64 = 2_592_000

    /// The order with what an index is sorted by in front: the month says nothing that the date does not.
    private static func order(of query: EpisodeQuery) -> String {
        guard query.podcastID == nil else { return query.order.sql }
        return switch query.order {
        case .newestFirst: "episode.sortedAt / 2592000 DESC, " + query.order.sql
        case .oldestFirst: "episode.sortedAt / 2592000, " + query.order.sql
        case .serial: query.order.sql
        }
    }

    /// Those that a statement finds, until there are enough; `note` is told how many bytes of text each has.
    private func episodes(
        _ sql: String,
        _ arguments: StatementArguments,
        until isEnough: () -> Bool = { false },
        eachHas note: ((Int) -> Void)? = nil
    ) throws(PersistenceError) -> [StoredEpisode] {
        var stored = try unit.fetch(sql, arguments, until: isEnough) { row throws(PersistenceError) in
            note?(row.textBytes)
            return StoredEpisode(
                id: row.requiredInteger(),
                podcastID: row.requiredInteger(),
                firstSeenAt: row.requiredTime(),
                lastSeenAt: row.requiredTime(),
                removedAt: row.time(),
                episode: try EpisodeRecord.episode(from: &row)
            )
        }
        try EpisodeParts.complete(&stored, in: unit)
        return stored
    }
}

extension EpisodeQuery.Order {
    fileprivate var sql: String {
        switch self {
        // Documents list the newest first, so the smaller position is the newer.
        // Both are the order of an index of one podcast's episodes, read forwards or backwards.
        case .newestFirst: "episode.sortedAt DESC, episode.position, episode.id"
        case .oldestFirst: "episode.sortedAt, episode.position DESC, episode.id DESC"
        case .serial:
            """
            episode.seasonNumber IS NULL, episode.seasonNumber, episode.episodeNumber IS NULL, episode.episodeNumber, \
            episode.sortedAt, episode.position DESC, episode.id DESC
            """
        }
    }
}

/// One field of an episode that was changed.
package struct EpisodeEdit: Hashable, Sendable {
    package let at: Timestamp
    /// The name of the field in the JSON output.
    package let field: String
    package let significance: EditSignificance
    /// The value before, as JSON; nil if there was none or it was a long text.
    package let oldJSON: String?
    /// The value after, likewise.
    package let newJSON: String?
}
