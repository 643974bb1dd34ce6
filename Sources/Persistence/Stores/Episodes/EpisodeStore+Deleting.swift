import GRDB
package import PodcastModel

/// Episodes that are deleted here, and the tombstones that keep imports from bringing them back.
extension EpisodeStore {
    /// Deletes an episode for good and leaves a tombstone for its key and its
    /// aliases, so that no import brings it back (identity C6 35, 36).
    ///
    /// The tombstone of its own key says as well what else it is recognised by, as its feed has it.
    /// A key that another episode has gets none.
    package func delete(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        try record(.remove, id, at: now)
        try unit.execute(
            """
            INSERT INTO tombstone (
              podcastId, key, at, canonicalEnclosure, canonicalTitle, publishedAt, durationSeconds, page, formerKeyCount)
            SELECT podcastId, key, ?1, canonicalEnclosure, canonicalTitle, ifnull(feedPublishedAt, publishedAt),
              durationSeconds, CASE WHEN canonicalEnclosure IS NULL THEN link END,
              (SELECT count(*) FROM episodeAlias WHERE episodeId = ?2)
            FROM episode WHERE id = ?2
            ON CONFLICT (podcastId, key) DO NOTHING
            """,
            [now.epochSeconds, id]
        )
        try unit.execute(
            """
            INSERT INTO tombstone (podcastId, key, at) SELECT podcastId, key, ?1 FROM episodeAlias
            WHERE episodeId = ?2
              AND NOT EXISTS (
                SELECT 1 FROM episode WHERE podcastId = episodeAlias.podcastId AND key = episodeAlias.key AND id <> ?2)
            ON CONFLICT (podcastId, key) DO NOTHING
            """,
            [now.epochSeconds, id]
        )
        try unit.execute("DELETE FROM episode WHERE id = ?", [id])
    }

    /// Leaves a tombstone for keys under which deleted episodes have come again,
    /// but for those that an episode has.
    ///
    /// None of them is a former key of a stored one any more.
    package func addTombstones(
        _ keys: [String],
        podcastID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        for key in keys {
            try dropAlias(key, ofPodcast: podcastID)
            try unit.execute(
                """
                INSERT INTO tombstone (podcastId, key, at) SELECT ?1, ?2, ?3
                WHERE NOT EXISTS (SELECT 1 FROM episode WHERE podcastId = ?1 AND key = ?2)
                ON CONFLICT (podcastId, key) DO NOTHING
                """,
                [podcastID, key, now.epochSeconds]
            )
        }
    }

    /// Notes how a deleted episode is described now, under a key that has a tombstone.
    ///
    /// The key that said so before then only says that it was deleted: of one episode there is one description. It is not
    /// kept at all if it is to be forgotten.
    package func renewTombstone(
        of deleted: DeletedEpisode,
        formerKey: String?,
        forgetsFormerKey: Bool = false,
        podcastID: Int64
    ) throws(PersistenceError) {
        let sql = """
            UPDATE tombstone SET canonicalEnclosure = ?, canonicalTitle = ?, publishedAt = ?, durationSeconds = ?,
              page = ?, formerKeyCount = ?
            WHERE podcastId = ? AND key = ?
            """
        let changed = try unit.execute(
            sql,
            [
                deleted.canonicalEnclosure, deleted.canonicalTitle, deleted.publishedAt?.epochSeconds,
                deleted.durationSeconds, deleted.page, deleted.formerKeyCount, podcastID, deleted.key,
            ]
        )
        guard changed == 1, let formerKey else { return }
        guard !forgetsFormerKey else {
            try unit.execute("DELETE FROM tombstone WHERE podcastId = ? AND key = ?", [podcastID, formerKey])
            return
        }
        try unit.execute(sql, [nil, nil, nil, nil, nil, 0, podcastID, formerKey])
    }
}
