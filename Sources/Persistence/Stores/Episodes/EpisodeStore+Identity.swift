import GRDB
package import PodcastModel

extension EpisodeStore {
    /// What all episodes of a podcast are recognised by, oldest row first.
    package func identities(ofPodcast podcast: Int64) throws(PersistenceError) -> [EpisodeIdentity] {
        try unit.fetch(
            """
            SELECT id, key, keyKind, contentHash, canonicalEnclosure, canonicalTitle, publishedAt, durationSeconds,
              CASE WHEN canonicalEnclosure IS NULL OR keyKind <> 'guid' THEN link END, absentSince, removedAt
            FROM episode WHERE podcastId = ? ORDER BY id
            """,
            [podcast]
        ) { row throws(PersistenceError) in
            EpisodeIdentity(
                id: row.requiredInteger(),
                key: row.requiredText(),
                keyKind: try row.requiredWord(),
                contentHash: row.digest() ?? 0,
                canonicalEnclosure: row.text(),
                canonicalTitle: row.requiredText(),
                publishedAt: row.time(),
                durationSeconds: row.int(),
                page: row.text(),
                absentSince: row.time(),
                removedAt: row.time()
            )
        }
    }

    /// The keys that episodes of a podcast had before, each with its episode.
    package func aliases(ofPodcast podcast: Int64) throws(PersistenceError) -> [ExactText: Int64] {
        let pairs = try unit.fetch("SELECT key, episodeId FROM episodeAlias WHERE podcastId = ?", [podcast]) { row in
            (ExactText(row.requiredText()), row.requiredInteger())
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The keys that episodes of a podcast had before they were recognised by this rule under others.
    package func aliases(ofPodcast podcast: Int64, matchedBy: String) throws(PersistenceError) -> Set<ExactText> {
        let sql = "SELECT key FROM episodeAlias WHERE podcastId = ? AND matchedBy = ?"
        return Set(try unit.fetch(sql, [podcast, matchedBy]) { row in ExactText(row.requiredText()) })
    }

    /// How episodes of a podcast were recognised under other keys, newest first.
    package func matches(ofPodcast podcast: Int64, limit: Int) throws(PersistenceError) -> [EpisodeMatch] {
        try unit.fetch(
            """
            SELECT episodeId, key, since, matchedBy, detail FROM episodeAlias
            WHERE podcastId = ? ORDER BY since DESC, episodeId DESC LIMIT ?
            """,
            [podcast, limit]
        ) { row in
            EpisodeMatch(
                episodeID: row.requiredInteger(),
                formerKey: row.requiredText(),
                at: row.requiredTime(),
                matchedBy: row.requiredText(),
                detail: row.text()
            )
        }
    }

    /// What is remembered of episodes that were deleted and must not come back.
    package func tombstones(ofPodcast podcast: Int64) throws(PersistenceError) -> Tombstones {
        let rows = try unit.fetch(Self.tombstoneColumns + " WHERE podcastId = ?", [podcast], Self.tombstone)
        return Tombstones(keys: Set(rows.map { ExactText($0.key) }), episodes: rows.compactMap(\.episode))
    }

    /// What is remembered of a deleted episode by one of its keys; nil if that says nothing else of it.
    func tombstone(_ key: String, ofPodcast podcast: Int64) throws(PersistenceError) -> DeletedEpisode? {
        try unit.fetchOne(
            Self.tombstoneColumns + " WHERE podcastId = ? AND key = ?",
            [podcast, key],
            Self.tombstone
        )?
        .episode
    }

    private static let tombstoneColumns =
        "SELECT key, canonicalEnclosure, canonicalTitle, publishedAt, durationSeconds FROM tombstone"

    private static func tombstone(_ row: inout RowReader) -> (key: String, episode: DeletedEpisode?) {
        let (key, enclosure, title) = (row.requiredText(), row.text(), row.text())
        let (publishedAt, seconds) = (row.time(), row.int())
        // Former keys of an episode say nothing else of it.
        guard let title else { return (key, nil) }
        let episode = DeletedEpisode(
            key: key,
            canonicalEnclosure: enclosure,
            canonicalTitle: title,
            publishedAt: publishedAt,
            durationSeconds: seconds
        )
        return (key, episode)
    }
}

/// How an episode was recognised when its publisher changed its key.
package struct EpisodeMatch: Hashable, Sendable {
    package let episodeID: Int64
    /// The key it had before.
    package let formerKey: String
    package let at: Timestamp
    /// The rule that recognised it.
    package let matchedBy: String
    package let detail: String?
}
