import GRDB
import PodcastModel

/// How far the index has come.
struct SearchProgress: Hashable, Sendable {
    /// The last change it knows of.
    var sequence: Int64
    /// While it is built for the first time: the last episode that is in it.
    var afterEpisode: Int64?
}

extension SearchStore {
    /// What is written of texts: raised when ``LetterFolding`` or ``SearchWords``
    /// make anything else of one, so that what asks and what was indexed agree.
    static let textVersion: Int64 = 2

    /// How far the index has come; nil if there is none, or one that is to be
    /// built anew: of texts as another version reads them, or of changes that
    /// the store does not have, so that it would miss those to come.
    func progress() throws(PersistenceError) -> SearchProgress? {
        try unit.fetchOne(
            """
            SELECT sequence, afterEpisode FROM searchProgress
            WHERE textVersion = ? AND sequence <= (SELECT coalesce(max(sequence), 0) FROM change)
            """,
            [SearchStore.textVersion]
        ) { row in
            SearchProgress(sequence: row.requiredInteger(), afterEpisode: row.integer())
        }
    }

    /// Whether there is an index, be it of another version.
    func exists() throws(PersistenceError) -> Bool {
        try unit.fetchInteger("SELECT count(*) FROM searchProgress") > 0
    }

    /// Notes how far the index has come; false if it is not where it was
    /// thought to be, because another process has brought it on.
    func advance(
        from before: SearchProgress,
        to after: SearchProgress,
        at now: Timestamp
    ) throws(PersistenceError) -> Bool {
        try unit.execute(
            """
            UPDATE searchProgress SET sequence = ?, afterEpisode = ?, updatedAt = ?
            WHERE sequence = ? AND afterEpisode IS ?
            """,
            [after.sequence, after.afterEpisode, now.epochSeconds, before.sequence, before.afterEpisode]
        ) == 1
    }

    /// How many episodes and changes the index does not know of yet; for a
    /// store that has none, all.
    ///
    /// Episodes are counted by their numbers, those of deleted ones included: to
    /// count what is there would read the whole table.
    func lag() throws(PersistenceError) -> Int64 {
        let last = try unit.changes.lastSequence()
        let progress = try progress()
        let changes = last - (progress?.sequence ?? last)
        guard let after = progress == nil ? 0 : progress?.afterEpisode else { return changes }
        let episodes = max(0, try unit.fetchInteger("SELECT coalesce(max(id), 0) FROM episode") - max(0, after))
        let (sum, overflows) = changes.addingReportingOverflow(episodes)
        return overflows ? .max : sum
    }

    /// Whether the oldest change that the index does not know of is from before a moment: it keeps that, and all after
    /// it, in the change log.
    func keepsChanges(before moment: Timestamp) throws(PersistenceError) -> Bool {
        try unit.fetchInteger(
            "SELECT count(*) FROM change WHERE sequence = (SELECT sequence + 1 FROM searchProgress) AND at < ?",
            [moment.epochSeconds]
        ) > 0
    }
}
