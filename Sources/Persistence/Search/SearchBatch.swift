import GRDB
import PodcastModel

/// A small piece of work for the index: what to write, and how far that brings it.
struct SearchBatch: Sendable {
    let before: SearchProgress
    let after: SearchProgress
    /// The episodes to index, in portions that are written one by one.
    let episodeIDs: [Int64]

    /// How many episodes are read and written at once: others need not wait long.
    static let size = 250
    /// No more are, once they have so many bytes of text: one may have some of several megabytes.
    static let textLimit = 4 << 20

    /// Fields by whose change the words of an episode change.
    private static let fields: Set<String> = [
        "title", "subtitle", "summary", "description", "showNotesHTML", "author", "contributors", "persons",
    ]

    /// Finds the next piece; nil if the index is up to date.
    init?(after progress: SearchProgress, in unit: UnitOfWork) throws(PersistenceError) {
        before = progress
        var next = progress
        if let last = progress.afterEpisode {
            episodeIDs = try unit.fetch(
                "SELECT id FROM episode WHERE id > ? ORDER BY id LIMIT ?",
                [last, SearchBatch.size]
            ) { row in row.requiredInteger() }
            next.afterEpisode = episodeIDs.last
        } else {
            let changes = try unit.changes.changes(since: progress.sequence, limit: SearchBatch.size)
            guard !changes.isEmpty else { return nil }
            (episodeIDs, next.sequence) = try SearchBatch.episodes(in: changes, unit)
        }
        after = next
    }

    /// The episodes that some changes are about, each once, and the last change
    /// that they come from.
    ///
    /// A podcast with a new title ends the batch: all its episodes are in it.
    private static func episodes(
        in changes: [StoreChange],
        _ unit: UnitOfWork
    ) throws(PersistenceError) -> ([Int64], Int64) {
        var ids: Set<Int64> = []
        for change in changes {
            switch (change.entity, change.kind) {
            case (.episode, .insert): ids.insert(change.id)
            case (.episode, .update), (.episode, .rekey):
                if !fields.isDisjoint(with: change.fields) { ids.insert(change.id) }
            case (.podcast, .update) where change.fields.contains("title"):
                let all = try unit.fetch("SELECT id FROM episode WHERE podcastId = ?", [change.id]) { row in
                    row.requiredInteger()
                }
                return (ids.union(all).sorted(), change.sequence)
            default: break
            }
        }
        return (ids.sorted(), changes.last?.sequence ?? 0)
    }
}
