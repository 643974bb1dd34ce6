import GRDB
package import PodcastModel

extension EpisodeStore {
    /// What all episodes of a podcast are recognised by, oldest row first.
    package func identities(ofPodcast podcast: Int64) throws(PersistenceError) -> [EpisodeIdentity] {
        try unit.fetch(
            """
            SELECT id, key, keyKind, contentHash, canonicalEnclosure, canonicalTitle,
              ifnull(feedPublishedAt, publishedAt), CASE WHEN feedPublishedAt IS NOT NULL THEN publishedAt END,
              firstPublishedAt, durationSeconds,
              CASE WHEN substr(canonicalEnclosure, -4) = '.mp3' THEN NULL
                WHEN canonicalEnclosure LIKE '%.mp4%' OR canonicalEnclosure LIKE '%.webm%'
                  OR canonicalEnclosure LIKE '%.mpeg%' OR canonicalEnclosure LIKE '%.3gp%'
                THEN (SELECT type FROM enclosure WHERE episodeId = episode.id AND position = 0 AND NOT typeGuessed) END,
              CASE WHEN canonicalEnclosure IS NULL OR keyKind <> 'guid' THEN link END, absentSince, removedAt,
              removalDueAt
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
                keptPublishedAt: row.time(),
                firstPublishedAt: row.time(),
                durationSeconds: row.int(),
                mediaType: row.text(),
                page: row.text(),
                absentSince: row.time(),
                removedAt: row.time(),
                removalDueAt: row.time()
            )
        }
    }

    /// The keys that episodes of a podcast had before.
    ///
    /// - Parameters:
    ///   - podcast: the number of the podcast.
    ///   - returning: the rule that recognises an episode which goes back to an earlier key.
    /// - Returns: what is known of each.
    /// - Throws: ``PersistenceError``.
    package func aliases(
        ofPodcast podcast: Int64,
        returning: String
    ) throws(PersistenceError) -> [ExactText: EpisodeAlias] {
        let sql = "SELECT key, episodeId, since, matchedBy = ? FROM episodeAlias WHERE podcastId = ?"
        let pairs = try unit.fetch(sql, [returning, podcast]) { row in
            (
                ExactText(row.requiredText()),
                EpisodeAlias(
                    episodeID: row.requiredInteger(),
                    since: row.requiredTime(),
                    isReturned: row.requiredFlag()
                )
            )
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The guids of a podcast's episodes as they were last published, also where they are not their keys.
    package func guids(ofPodcast podcast: Int64) throws(PersistenceError) -> [Int64: String] {
        let sql = "SELECT id, guid FROM episode WHERE podcastId = ? AND guid IS NOT NULL"
        let pairs = try unit.fetch(sql, [podcast]) { row in (row.requiredInteger(), row.requiredText()) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// How episodes of a podcast were recognised under other keys, newest first.
    package func matches(ofPodcast podcast: Int64) throws(PersistenceError) -> [EpisodeMatch] {
        try unit.fetch(
            """
            SELECT episodeId, key, since, matchedBy, detail FROM episodeAlias
            WHERE podcastId = ? ORDER BY since DESC, episodeId DESC
            """,
            [podcast]
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
        var tombstones = Tombstones()
        let rows = try unit.fetch(
            """
            SELECT key, canonicalEnclosure, canonicalTitle, publishedAt, durationSeconds, page, formerKeyCount
            FROM tombstone WHERE podcastId = ?
            """,
            [podcast]
        ) { row in
            (
                key: row.requiredText(), enclosure: row.text(), title: row.text(), published: row.time(),
                seconds: row.int(), page: row.text(), formerKeyCount: row.int()
            )
        }
        for row in rows {
            tombstones.keys.insert(ExactText(row.key))
            // Former keys of an episode say nothing else of it.
            guard let title = row.title else { continue }
            tombstones.episodes.append(
                DeletedEpisode(
                    key: row.key,
                    canonicalEnclosure: row.enclosure,
                    canonicalTitle: title,
                    publishedAt: row.published,
                    durationSeconds: row.seconds,
                    page: row.page,
                    formerKeyCount: row.formerKeyCount ?? 0
                )
            )
        }
        return tombstones
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
