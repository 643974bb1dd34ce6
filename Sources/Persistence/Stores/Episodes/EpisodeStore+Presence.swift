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

    /// Since when whole documents do not list an episode; nil while they do.
    package func absentSince(_ id: Int64) throws(PersistenceError) -> Timestamp? {
        try unit.fetchOne("SELECT absentSince FROM episode WHERE id = ?", [id]) { row in row.time() }.flatMap { $0 }
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
                UPDATE episode SET removedAt = ?1, absentSince = coalesce(absentSince, ?1), removalDueAt = NULL,
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
                UPDATE episode SET absentSince = NULL, lastSeenAt = NULL, removedAt = NULL, removalDueAt = NULL
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

    /// Notes from when on absent episodes count as withdrawn if the document
    /// stays as it is; those that are not named are not waited for.
    ///
    /// Writes only what differs.
    package func setRemovalsDue(
        _ dueDates: [Int64: Timestamp],
        ofPodcast podcast: Int64
    ) throws(PersistenceError) {
        let known = try unit.fetch(
            "SELECT id, removalDueAt FROM episode WHERE podcastId = ? AND removalDueAt IS NOT NULL",
            [podcast]
        ) { row in (id: row.requiredInteger(), dueAt: row.requiredTime()) }
        for (id, _) in known where dueDates[id] == nil {
            try unit.execute("UPDATE episode SET removalDueAt = NULL WHERE id = ?", [id])
        }
        let unchanged = Set(known.filter { dueDates[$0.id] == $0.dueAt }.map(\.id))
        for (id, dueAt) in dueDates where !unchanged.contains(id) {
            try unit.execute(
                "UPDATE episode SET removalDueAt = ? WHERE id = ? AND absentSince IS NOT NULL AND removedAt IS NULL",
                [dueAt.epochSeconds, id]
            )
        }
    }

    /// How many absent episodes count as withdrawn from now on if the document stays as it is, and how many episodes
    /// are not withdrawn yet.
    package func removalsDue(
        ofPodcast podcast: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> (due: Int, present: Int) {
        let counts = try unit.fetchOne(
            """
            SELECT
              (SELECT count(*) FROM episode
                WHERE podcastId = ?1 AND removalDueAt IS NOT NULL AND removalDueAt <= ?2),
              (SELECT count(*) FROM episode WHERE podcastId = ?1),
              (SELECT count(*) FROM episode WHERE podcastId = ?1 AND removedAt IS NOT NULL)
            """,
            [podcast, now.epochSeconds]
        ) { row in (due: row.int() ?? 0, all: row.int() ?? 0, removed: row.int() ?? 0) }
        return counts.map { ($0.due, $0.all - $0.removed) } ?? (0, 0)
    }

    /// The absent episodes that count as withdrawn from now on if the document stays as it is, oldest row first.
    package func dueRemovals(ofPodcast podcast: Int64, at now: Timestamp) throws(PersistenceError) -> [DueRemoval] {
        try unit.fetch(
            """
            SELECT id, key, title, absentSince FROM episode
            WHERE podcastId = ? AND removalDueAt IS NOT NULL AND removalDueAt <= ? ORDER BY id
            """,
            [podcast, now.epochSeconds]
        ) { row in
            DueRemoval(
                episodeID: row.requiredInteger(),
                key: row.requiredText(),
                title: row.requiredText(),
                absentSince: row.requiredTime()
            )
        }
    }

    /// Marks absent episodes as withdrawn whose time has come, when the feed has
    /// confirmed that it has not changed (identity C6 33).
    ///
    /// Returns how many.
    @discardableResult
    package func removeDue(ofPodcast podcast: Int64, at now: Timestamp) throws(PersistenceError) -> Int {
        let ids = try unit.fetch(
            "SELECT id FROM episode WHERE podcastId = ? AND removalDueAt IS NOT NULL AND removalDueAt <= ?",
            [podcast, now.epochSeconds]
        ) { row in row.requiredInteger() }
        return try markRemoved(ids, at: now, lastSeenAt: now)
    }

    // MARK: - Deleting

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

    private func record(_ kind: StoreChange.Kind, _ id: Int64, at now: Timestamp) throws(PersistenceError) {
        let owner = try unit.fetchOne("SELECT podcastId, title FROM episode WHERE id = ?", [id]) { row in
            (podcast: row.requiredInteger(), title: row.text())
        }
        guard let owner else { throw .notFound(entity: "episode", id: id) }
        try unit.changes.record(.episode, id, podcastID: owner.podcast, kind, title: owner.title, at: now)
    }
}

/// An absent episode that counts as withdrawn if the document stays as it is.
package struct DueRemoval: Hashable, Sendable {
    package let episodeID: Int64
    package let key: String
    package let title: String
    /// When a whole document first did not list it.
    package let absentSince: Timestamp
}
