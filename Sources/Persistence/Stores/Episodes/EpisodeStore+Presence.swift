import GRDB
package import PodcastModel

/// Which episodes the feed lists, and which its publisher has withdrawn.
extension EpisodeStore {
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

    /// Writes into the change log what became of an episode.
    func record(_ kind: StoreChange.Kind, _ id: Int64, at now: Timestamp) throws(PersistenceError) {
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
