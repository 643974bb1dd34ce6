import GRDB
package import PodcastModel

extension EpisodeStore {
    // MARK: - Presence in the feed

    /// Notes that a whole document no longer lists these episodes.
    ///
    /// Their last sight is the document before, `lastSeenAt`. Episodes that are
    /// absent already keep their date. It is no row in the change log: feeds
    /// list their newest episodes only, and older ones leave all the time.
    package func markAbsent(
        _ ids: [Int64],
        at now: Timestamp,
        lastSeenAt: Timestamp
    ) throws(PersistenceError) {
        for id in ids {
            try unit.execute(
                "UPDATE episode SET absentSince = ?, lastSeenAt = ? WHERE id = ? AND absentSince IS NULL",
                [now.epochSeconds, lastSeenAt.epochSeconds, id]
            )
        }
    }

    /// Notes that the publisher has withdrawn these episodes (identity C6 33).
    ///
    /// They stay in the store. Those that were not marked absent yet are marked
    /// so, too. Returns how many had not been marked as removed before.
    @discardableResult
    package func markRemoved(
        _ ids: [Int64],
        at now: Timestamp,
        lastSeenAt: Timestamp
    ) throws(PersistenceError) -> Int {
        var count = 0
        for id in ids {
            let changed = try unit.execute(
                """
                UPDATE episode SET removedAt = ?1, absentSince = coalesce(absentSince, ?1),
                  lastSeenAt = coalesce(lastSeenAt, ?2)
                WHERE id = ?3 AND removedAt IS NULL
                """,
                [now.epochSeconds, lastSeenAt.epochSeconds, id]
            )
            guard changed == 1 else { continue }
            count += 1
            try record(.remove, id, at: now)
        }
        return count
    }

    /// Notes that a document lists these episodes again.
    ///
    /// Those that had been marked as removed get a `restore` in the change log;
    /// their number is returned.
    @discardableResult
    package func markListed(_ ids: [Int64], at now: Timestamp) throws(PersistenceError) -> Int {
        var count = 0
        for id in ids {
            let wasRemoved = try unit.fetchInteger("SELECT removedAt IS NOT NULL FROM episode WHERE id = ?", [id]) == 1
            try unit.execute(
                """
                UPDATE episode SET absentSince = NULL, lastSeenAt = NULL, removedAt = NULL
                WHERE id = ? AND absentSince IS NOT NULL
                """,
                [id]
            )
            guard wasRemoved else { continue }
            count += 1
            try record(.restore, id, at: now)
        }
        return count
    }

    // MARK: - Deleting

    /// Deletes an episode for good and leaves a tombstone for its key and its
    /// aliases, so that no import brings it back (identity C6 35, 36).
    package func delete(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        let owner = try unit.fetchOne("SELECT podcastId, key FROM episode WHERE id = ?", [id]) { row in
            (podcast: row.requiredInteger(), key: row.requiredText())
        }
        guard let owner else { throw .notFound(entity: "episode", id: id) }
        try record(.remove, id, at: now)
        try unit.execute(
            """
            INSERT INTO tombstone (podcastId, key, at)
            SELECT ?1, ?2, ?3 UNION SELECT podcastId, key, ?3 FROM episodeAlias WHERE episodeId = ?4
            ON CONFLICT (podcastId, key) DO NOTHING
            """,
            [owner.podcast, owner.key, now.epochSeconds, id]
        )
        try unit.execute("DELETE FROM episode WHERE id = ?", [id])
    }

    private func record(_ kind: StoreChange.Kind, _ id: Int64, at now: Timestamp) throws(PersistenceError) {
        let owner = try unit.fetchOne("SELECT podcastId, title FROM episode WHERE id = ?", [id]) { row in
            (podcast: row.requiredInteger(), title: row.text())
        }
        guard let owner else { throw .notFound(entity: "episode", id: id) }
        try unit.changes.record(.episode, id, podcastID: owner.podcast, kind, title: owner.title, at: now)
    }
}
