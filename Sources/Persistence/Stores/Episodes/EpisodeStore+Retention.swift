import GRDB
package import PodcastModel

/// How much of a podcast's past is wanted; without any limit all of it.
package struct EpisodeRetention: Sendable, Hashable {
    /// So many episodes of each podcast stay, the newest; withdrawn ones are not counted, and stay as long as those
    /// around them do.
    package var episodeCount: Int?
    /// Whatever is not older stays.
    package var since: Timestamp?

    package init(episodeCount: Int? = nil, since: Timestamp? = nil) {
        self.episodeCount = episodeCount
        self.since = since
    }

    /// Whether everything stays.
    package var keepsAll: Bool { episodeCount == nil && since == nil }
}

/// As much of an episode as is told when it is deleted.
package struct EpisodeHeading: Sendable, Hashable {
    package let id: Int64
    package let podcastID: Int64
    package let title: String
    /// When it was published, by its own word.
    package let publishedAt: Timestamp?
}

extension EpisodeStore {
    /// The episodes that a retention does not keep, oldest first.
    ///
    /// One that any of its limits keeps stays.
    package func episodes(
        beyond retention: EpisodeRetention,
        podcastID: Int64?
    ) throws(PersistenceError) -> [EpisodeHeading] {
        guard !retention.keepsAll else { return [] }
        return try headings(
            """
            SELECT id, podcastId, title, publishedAt FROM (
              SELECT id, podcastId, title, publishedAt, sortedAt,
                count(*) FILTER (WHERE removedAt IS NULL) OVER (
                  PARTITION BY podcastId ORDER BY sortedAt DESC, position, id
                  ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) AS newer
              FROM episode WHERE ?1 IS NULL OR podcastId = ?1
            )
            WHERE (?2 IS NULL OR newer >= ?2) AND (?3 IS NULL OR sortedAt < ?3)
            ORDER BY sortedAt, id
            """,
            [podcastID, retention.episodeCount, retention.since?.epochSeconds]
        )
    }

    /// What is told of episodes, in the order of the numbers; those that are
    /// not there are left out.
    package func headings(ids: [Int64]) throws(PersistenceError) -> [EpisodeHeading] {
        try headings(
            """
            SELECT id, podcastId, title, publishedAt FROM episode
            WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id
            """,
            [ColumnJSON.list(ids)]
        )
    }

    private func headings(_ sql: String, _ arguments: StatementArguments) throws(PersistenceError) -> [EpisodeHeading] {
        try unit.fetch(sql, arguments) { row in
            EpisodeHeading(
                id: row.requiredInteger(),
                podcastID: row.requiredInteger(),
                title: row.requiredText(),
                publishedAt: row.time()
            )
        }
    }
}
