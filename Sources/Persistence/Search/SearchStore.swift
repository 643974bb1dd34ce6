import GRDB
import PodcastModel

/// The full-text index: asking it, and writing to it.
struct SearchStore {
    let unit: UnitOfWork

    /// A word that occurs in more episodes than this is looked for in the newest
    /// entries of the index only: to rank them all would take seconds.
    static let rankedLimit = 20_000
    /// A match in the title weighs most, one in the notes least.
    private static let weights = "bm25(8.0, 4.0, 4.0, 1.0)"

    // MARK: - Asking

    struct Match {
        let episodeID: Int64
        let podcastTitle: String?
        let score: Double
    }

    /// Documents that are out of date do not count: those of one show, edited again and again, would hide all others.
    static let boundStatement = """
        SELECT searchDocument.id FROM episodeSearch
        CROSS JOIN searchDocument ON searchDocument.id = episodeSearch.rowid
        WHERE episodeSearch MATCH ? ORDER BY episodeSearch.rowid DESC LIMIT 1 OFFSET \(rankedLimit)
        """

    static let matchesStatement = """
        SELECT searchDocument.episodeId, podcast.title, -episodeSearch.rank
        FROM episodeSearch
        CROSS JOIN searchDocument ON searchDocument.id = episodeSearch.rowid
        CROSS JOIN episode ON episode.id = searchDocument.episodeId
        CROSS JOIN podcast ON podcast.id = episode.podcastId
        WHERE episodeSearch MATCH ?1 AND episodeSearch.rank MATCH '\(weights)' AND episodeSearch.rowid > ?2
          AND episode.removedAt IS NULL AND (?3 IS NULL OR episode.podcastId = ?3)
        ORDER BY episodeSearch.rank LIMIT ?4
        """

    /// The episodes that match, best first; withdrawn ones are left out.
    func matches(_ query: SearchQuery, podcastID: Int64?, limit: Int) throws(PersistenceError) -> [Match] {
        let expression = query.expression
        // Of one podcast all are wanted, however common the words.
        let bound =
            podcastID == nil
            ? try unit.fetchOne(SearchStore.boundStatement, [expression]) { row in row.requiredInteger() } ?? 0 : 0
        return try unit.fetch(SearchStore.matchesStatement, [expression, bound, podcastID, limit]) { row in
            Match(episodeID: row.requiredInteger(), podcastTitle: row.text(), score: row.real() ?? 0)
        }
    }

    // MARK: - Writing

    /// An episode's words by field.
    struct Document: Sendable {
        let episodeID: Int64
        let title: String
        let podcast: String
        let people: String
        let notes: String
    }

    /// Gives the index these documents in place of what it had of their episodes.
    func write(_ documents: [Document]) throws(PersistenceError) {
        for document in documents {
            try unit.execute("DELETE FROM searchDocument WHERE episodeId = ?", [document.episodeID])
            // It may have been deleted since it was read.
            let isThere = try unit.execute(
                "INSERT INTO searchDocument (episodeId) SELECT id FROM episode WHERE id = ?",
                [document.episodeID]
            )
            guard isThere == 1 else { continue }
            try unit.execute(
                "INSERT INTO episodeSearch (rowid, title, podcast, people, notes) VALUES (?, ?, ?, ?, ?)",
                [
                    unit.database.lastInsertedRowID, document.title, document.podcast, document.people, document.notes,
                ]
            )
        }
    }

    /// Empties the index; it is built anew from the first episode on.
    func startAnew(at now: Timestamp) throws(PersistenceError) {
        try clear()
        try begin(at: now)
    }

    /// Empties the index; nobody follows the changes for it any more.
    func clear() throws(PersistenceError) {
        try forget()
        try unit.execute("INSERT INTO episodeSearch (episodeSearch) VALUES ('delete-all')")
    }

    /// Lets an index that is empty be built from the first episode on.
    func begin(at now: Timestamp) throws(PersistenceError) {
        try unit.execute(
            "INSERT INTO searchProgress (id, sequence, afterEpisode, updatedAt, textVersion) VALUES (1, ?, 0, ?, ?)",
            [try unit.changes.lastSequence(), now.epochSeconds, SearchStore.textVersion]
        )
    }

    /// Takes away what is known of the index's documents.
    func forget() throws(PersistenceError) {
        try unit.execute("DELETE FROM searchProgress")
        try unit.execute("DELETE FROM searchDocument")
        // Numbers begin anew, so that the last one says how many documents the index has been given.
        try unit.execute("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'searchDocument'")
    }

    /// Goes on joining the index's pieces, which makes it smaller and quicker to ask; nobody else can write meanwhile.
    ///
    /// - Parameters:
    ///   - pages: how many pages are written at most.
    ///   - isFirst: whether to choose the pieces: all that there are.
    /// - Returns: whether there may be more to join.
    /// - Throws: ``PersistenceError``.
    func merge(pages: Int, isFirst: Bool) throws(PersistenceError) -> Bool {
        let before = unit.database.totalChangesCount
        // FTS5 chooses all pieces if the number is negative, and goes on with those that were chosen if it is not.
        try unit.execute(
            "INSERT INTO episodeSearch (episodeSearch, rank) VALUES ('merge', ?)",
            [isFirst ? -pages : pages]
        )
        // One that finds nothing to do changes at most one row.
        return unit.database.totalChangesCount - before >= 2
    }

    /// How many documents in the index are out of date, and how many there are in all.
    func documentCounts() throws(PersistenceError) -> (outdated: Int64, total: Int64) {
        let last = try unit.fetchInteger(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'searchDocument'"
        )
        let total = max(0, last)
        let current = try unit.fetchInteger("SELECT count(*) FROM searchDocument")
        return (max(0, total - current), total)
    }

    /// Whether more documents are out of date than one of so many, and than a thousand.
    func isOutdated(byMoreThanOneOf share: Int64) throws(PersistenceError) -> Bool {
        let counts = try documentCounts()
        return counts.outdated > 1_000 && counts.outdated > counts.total / share
    }
}
