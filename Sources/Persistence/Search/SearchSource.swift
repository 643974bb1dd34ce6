import GRDB
import PodcastModel

/// The texts of an episode that are searched, as they are stored.
struct SearchSource: Sendable {
    private let episodeID: Int64
    private let title: String
    private let podcast: String?
    private let author: String?
    private let contributors: [Contributor]
    private let persons: String?
    private let notes: String?

    /// Reads the texts of some episodes, or of fewer where they are so long that they need much memory.
    ///
    /// - Parameters:
    ///   - ids: the episodes; those that are not there are left out.
    ///   - unit: where they are read.
    /// - Returns: the texts, and the episodes that are left to be read.
    /// - Throws: ``PersistenceError``.
    static func read(
        _ ids: [Int64],
        in unit: UnitOfWork
    ) throws(PersistenceError) -> (sources: [SearchSource], rest: [Int64]) {
        var bytes = 0
        let sources = try unit.fetch(
            """
            SELECT episode.id, episode.title, podcast.title, episode.author, episode.contributors,
              (SELECT group_concat(name, char(10)) FROM episodePerson WHERE episodeId = episode.id),
              episode.content, episode.description, episode.summary, episode.subtitle
            FROM episode JOIN podcast ON podcast.id = episode.podcastId
            WHERE episode.id IN (SELECT value FROM json_each(?))
            """,
            [ColumnJSON.list(ids)],
            until: { bytes >= SearchBatch.textLimit }
        ) { row in
            bytes += row.textBytes
            return SearchSource(
                episodeID: row.requiredInteger(),
                title: row.requiredText(),
                podcast: row.text(),
                author: row.text(),
                contributors: row.list(),
                persons: row.text(),
                notes: EpisodeText.showNotes(
                    content: row.text(),
                    description: row.text(),
                    summary: row.text(),
                    subtitle: row.text()
                )
            )
        }
        guard bytes >= SearchBatch.textLimit else { return (sources, []) }
        let read = Set(sources.map(\.episodeID))
        return (sources, ids.filter { !read.contains($0) })
    }

    /// What the index is given.
    func document(plainText: (String) -> String) -> SearchStore.Document {
        let people = [author, persons].compactMap(\.self) + contributors.compactMap(\.name)
        return SearchStore.Document(
            episodeID: episodeID,
            title: SearchWords.separated(title),
            podcast: SearchWords.separated(podcast ?? ""),
            people: SearchWords.separated(people.joined(separator: "\n")),
            notes: SearchWords.separated(notes.map(plainText) ?? "")
        )
    }
}
