import GRDB
package import PodcastModel

/// Podcasts as their feeds describe them.
package struct PodcastStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// What storing a podcast did.
    package struct UpsertOutcome: Hashable, Sendable {
        /// The podcast's row.
        package let id: Int64
        package let isNew: Bool
        /// The fields that changed, by their names in the JSON output; empty
        /// for a new podcast and for an unchanged one.
        package let changedFields: [String]
    }

    /// Stores what the feed of a subscription says of its podcast.
    ///
    /// The first time it makes the podcast's row and ties the subscription to
    /// it. Later it writes only if the content hash differs from the stored
    /// one; an equal hash costs one look.
    ///
    /// The hash is over whatever the caller counts as content; fields that
    /// change with every build of the feed should be left out of it. The
    /// computed guid is derived from the address, for feeds without one
    /// (identity C8 43), and follows it. Silent changes, by the names of their fields, are
    /// stored like others and stand in no row of the change log (C5 24).
    package func upsert(
        _ podcast: Podcast,
        contentHash: UInt64,
        computedGUID: String?,
        subscriptionID: Int64,
        silentChanges: (_ old: Podcast, _ new: Podcast) -> Set<String> = { _, _ in [] },
        at now: Timestamp
    ) throws(PersistenceError) -> UpsertOutcome {
        let known = try unit.fetchOne(
            """
            SELECT podcast.id, podcast.contentHash, podcast.computedGUID FROM subscription
            LEFT JOIN podcast ON podcast.id = subscription.podcastId WHERE subscription.id = ?
            """,
            [subscriptionID]
        ) { row in (id: row.integer(), contentHash: row.digest(), computedGUID: row.text()) }
        guard let known else { throw .notFound(entity: "subscription", id: subscriptionID) }
        guard let id = known.id else {
            return try insert(podcast, contentHash, computedGUID, subscriptionID, at: now)
        }
        guard known.contentHash != contentHash else {
            if known.computedGUID != computedGUID {
                try unit.execute("UPDATE podcast SET computedGUID = ? WHERE id = ?", [computedGUID, id])
            }
            return UpsertOutcome(id: id, isNew: false, changedFields: [])
        }
        guard let stored = try self.podcast(id: id) else { throw .notFound(entity: "podcast", id: id) }
        try write(podcast, contentHash, computedGUID, over: stored, at: now)
        var fields = try podcast.changes(from: stored.podcast).map(\.name)
        if !fields.isEmpty {
            let silent = silentChanges(stored.podcast, podcast)
            fields.removeAll(where: silent.contains)
        }
        if !fields.isEmpty {
            try unit.changes.record(
                .podcast,
                id,
                podcastID: id,
                .update,
                fields: fields,
                title: podcast.title,
                at: now
            )
        }
        return UpsertOutcome(id: id, isNew: false, changedFields: fields)
    }

    private func write(
        _ podcast: Podcast,
        _ contentHash: UInt64,
        _ computedGUID: String?,
        over stored: StoredPodcast,
        at now: Timestamp
    ) throws(PersistenceError) {
        let row = try unit.writer(.updatePodcast)
        try PodcastRecord.bind(podcast, to: row)
        row.digest(contentHash)
        row.text(computedGUID)
        row.time(now)
        row.integer(stored.id)
        try row.run()
        try PodcastParts.replace(stored.podcast, with: podcast, id: stored.id, in: unit)
        try noteGUID(of: podcast, after: stored, at: now)
    }

    /// One podcast; nil if there is none with this number.
    package func podcast(id: Int64) throws(PersistenceError) -> StoredPodcast? {
        try podcasts(where: "id = ?", [id]).first
    }

    /// The first podcasts that are followed and carry this podcast:guid, or once did (identity C8 44).
    ///
    /// There can be thousands: guids are copied along with feeds, and with what these are made by (identity C8 43).
    ///
    /// - Parameters:
    ///   - guid: the podcast:guid, in any case.
    ///   - id: a podcast that is not wanted; nil if all are.
    ///   - limit: at most so many.
    /// - Returns: them, by number.
    /// - Throws: ``PersistenceError``.
    package func followedPodcasts(
        guid: String,
        exceptFor id: Int64? = nil,
        limit: Int
    ) throws(PersistenceError) -> [StoredPodcast] {
        try podcasts(where: PodcastStore.hasGUID, [guid.lowercased(), id, limit])
    }

    static let hasGUID = """
        id IN (SELECT id FROM podcast WHERE guid = ?1 UNION SELECT podcastId FROM podcastFormerGUID WHERE guid = ?1)
          AND id IS NOT ?2
          AND EXISTS (SELECT 1 FROM subscription WHERE podcastId = podcast.id AND state <> 'unfollowed')
        ORDER BY id LIMIT ?3
        """

    /// Podcasts by number, those after one of them, a page at a time.
    package func podcasts(after id: Int64, limit: Int) throws(PersistenceError) -> [StoredPodcast] {
        try podcasts(where: "id > ? ORDER BY id LIMIT ?", [id, limit])
    }

    /// The titles of podcasts, by their numbers; those without one are left out.
    package func titles(ids: Set<Int64>) throws(PersistenceError) -> [Int64: String] {
        let found = try unit.fetch(
            "SELECT id, title FROM podcast WHERE id IN (SELECT value FROM json_each(?)) AND title IS NOT NULL",
            [ColumnJSON.list(ids.sorted())]
        ) { row in (row.requiredInteger(), row.requiredText()) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// How many podcasts there are.
    package func count() throws(PersistenceError) -> Int {
        Int(try unit.fetchInteger("SELECT count(*) FROM podcast"))
    }

    private func insert(
        _ podcast: Podcast,
        _ contentHash: UInt64,
        _ computedGUID: String?,
        _ subscriptionID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> UpsertOutcome {
        let row = try unit.writer(.insertPodcast)
        try PodcastRecord.bind(podcast, to: row)
        row.digest(contentHash)
        row.text(computedGUID)
        row.time(now)
        row.time(now)
        try row.run()
        let id = unit.database.lastInsertedRowID
        try PodcastParts.replace(Podcast(), with: podcast, id: id, in: unit)
        try unit.execute("UPDATE subscription SET podcastId = ? WHERE id = ?", [id, subscriptionID])
        try unit.changes.record(.podcast, id, podcastID: id, .insert, title: podcast.title, at: now)
        return UpsertOutcome(id: id, isNew: true, changedFields: [])
    }

    private func podcasts(
        where condition: String,
        _ arguments: StatementArguments
    ) throws(PersistenceError) -> [StoredPodcast] {
        let columns = PodcastRecord.podcastColumns.joined(separator: ", ")
        let found = try unit.fetch(
            "SELECT id, \(columns) FROM podcast WHERE \(condition)",
            arguments
        ) { row throws(PersistenceError) in
            (id: row.requiredInteger(), podcast: try PodcastRecord.podcast(from: &row))
        }
        var result: [StoredPodcast] = []
        for (id, found) in found {
            var podcast = found
            try PodcastParts.complete(&podcast, id: id, in: unit)
            let formerGUIDs = try unit.fetch(
                "SELECT guid FROM podcastFormerGUID WHERE podcastId = ? ORDER BY leftAt DESC, guid",
                [id]
            ) { row in row.requiredText() }
            result.append(StoredPodcast(id: id, podcast: podcast, formerGUIDs: formerGUIDs))
        }
        return result
    }

    /// Keeps the guid that a feed has given up (identity C8 44).
    private func noteGUID(
        of podcast: Podcast,
        after stored: StoredPodcast,
        at now: Timestamp
    ) throws(PersistenceError) {
        guard let former = stored.podcast.guid, former != podcast.guid else { return }
        try unit.execute(
            """
            INSERT INTO podcastFormerGUID (podcastId, guid, leftAt) VALUES (?, ?, ?)
            ON CONFLICT (podcastId, guid) DO UPDATE SET leftAt = excluded.leftAt
            """,
            [stored.id, former.lowercased(), now.epochSeconds]
        )
        // One that it has taken up again is no former one.
        try unit.execute(
            "DELETE FROM podcastFormerGUID WHERE podcastId = ? AND guid = ?",
            [stored.id, podcast.guid?.lowercased()]
        )
    }
}
