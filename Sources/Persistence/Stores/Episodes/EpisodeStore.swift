import GRDB
package import PodcastModel

/// Episodes: writing what an import found.
///
/// New episodes are in `EpisodeStore+Inserting`, reading is in
/// `EpisodeStore+Queries`, matching in `EpisodeStore+Identity`.
/// Every change that a listener could see gets a row in the change log, in the
/// same unit of work.
package struct EpisodeStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// Writes what a feed says now over what it said before.
    ///
    /// Lists that did not change are not touched. The first publication date
    /// and the date of first sight stay.
    ///
    /// Returns the names of the fields that changed, the silent ones left out;
    /// if there are none the change log gets no row.
    @discardableResult
    package func update(
        _ stored: StoredEpisode,
        with incoming: IncomingEpisode,
        rules: EditRules = EditRules(),
        at now: Timestamp
    ) throws(PersistenceError) -> [String] {
        let fields = try write(incoming, over: stored, rules: rules, at: now)
        guard !fields.isEmpty else { return [] }
        try unit.changes.record(
            .episode,
            stored.id,
            podcastID: stored.podcastID,
            .update,
            fields: fields,
            title: incoming.episode.title,
            at: now
        )
        return fields
    }

    /// Writes what changes without anybody noticing: tokens and counters in
    /// addresses, the spelling of a date (identity C5 23).
    ///
    /// It leaves no row in the change log and no history.
    package func refresh(
        _ stored: StoredEpisode,
        with incoming: IncomingEpisode
    ) throws(PersistenceError) {
        try writeRow(incoming, over: stored)
        try EpisodeParts.replace(stored.episode, with: incoming.episode, id: stored.id, in: unit)
    }

    /// Gives an episode the key under which its publisher lists it now, along
    /// with everything else the feed says; the old key stays as an alias
    /// (identity C4 19).
    ///
    /// `matchedBy` is the rule that recognised it, a short, stable word, and
    /// `detail` what it was recognised by, for people. Returns the names of the
    /// fields that changed.
    @discardableResult
    package func rekey(
        _ stored: StoredEpisode,
        to incoming: IncomingEpisode,
        matchedBy: String,
        detail: String?,
        rules: EditRules = EditRules(),
        at now: Timestamp
    ) throws(PersistenceError) -> [String] {
        let (podcast, id) = (stored.podcastID, stored.id)
        // The new key may be an old one of this same episode: it flipped back.
        try dropAlias(incoming.episode.key, ofPodcast: podcast)
        let fields = try write(incoming, over: stored, rules: rules, at: now)
        try addAlias(
            stored.episode.key,
            ofEpisode: id,
            podcastID: podcast,
            matchedBy: matchedBy,
            detail: detail,
            at: now
        )
        try unit.changes.record(
            .episode,
            id,
            podcastID: podcast,
            .rekey,
            fields: fields,
            title: incoming.episode.title,
            at: now
        )
        return fields
    }

    /// Takes their keys from episodes that are about to get others, so that these keys are free for one another.
    ///
    /// Until then they have keys that no feed gives.
    package func giveUpKeys(ofEpisodes ids: [Int64]) throws(PersistenceError) {
        for id in ids {
            try unit.execute("UPDATE episode SET key = 'syn:moving:' || id WHERE id = ?", [id])
        }
    }

    /// Remembers another key under which an episode is listed, or was
    /// (identity C4 19).
    ///
    /// An alias of that name goes over to this episode; one that it has already
    /// is left as it is. A key that an episode has, or had that was deleted here,
    /// becomes no alias.
    package func addAlias(
        _ key: String,
        ofEpisode id: Int64,
        podcastID: Int64,
        matchedBy: String,
        detail: String?,
        at now: Timestamp
    ) throws(PersistenceError) {
        try unit.execute(
            """
            INSERT INTO episodeAlias (podcastId, key, episodeId, since, matchedBy, detail)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE NOT EXISTS (SELECT 1 FROM episode WHERE podcastId = ?1 AND key = ?2)
              AND NOT EXISTS (SELECT 1 FROM tombstone WHERE podcastId = ?1 AND key = ?2)
            ON CONFLICT (podcastId, key) DO UPDATE SET
              episodeId = excluded.episodeId, since = excluded.since,
              matchedBy = excluded.matchedBy, detail = excluded.detail
            WHERE episodeId <> excluded.episodeId
            """,
            [podcastID, key, id, now.epochSeconds, matchedBy, detail]
        )
    }

    /// Forgets aliases; most podcasts have none at all.
    func dropAliases(
        _ keys: some Sequence<String>,
        ofPodcast podcast: Int64
    ) throws(PersistenceError) {
        let sql = "SELECT EXISTS (SELECT 1 FROM episodeAlias WHERE podcastId = ?)"
        guard try unit.fetchInteger(sql, [podcast]) == 1 else { return }
        for key in keys { try dropAlias(key, ofPodcast: podcast) }
    }

    func dropAlias(_ key: String, ofPodcast podcast: Int64) throws(PersistenceError) {
        try unit.execute("DELETE FROM episodeAlias WHERE podcastId = ? AND key = ?", [podcast, key])
    }

    /// Returns the names of the fields that changed, the silent ones left out.
    private func write(
        _ incoming: IncomingEpisode,
        over stored: StoredEpisode,
        rules: EditRules,
        at now: Timestamp
    ) throws(PersistenceError) -> [String] {
        try writeRow(incoming, over: stored)
        try EpisodeParts.replace(stored.episode, with: incoming.episode, id: stored.id, in: unit)
        let changes = try incoming.episode.changes(from: stored.episode).filter {
            rules.significance(of: $0.name) != .silent
        }
        try keepHistory(of: stored.id, changes, rules: rules, at: now)
        return changes.map(\.name)
    }

    private func writeRow(_ incoming: IncomingEpisode, over stored: StoredEpisode) throws(PersistenceError) {
        let row = try unit.writer(.updateEpisode)
        try EpisodeRecord.bind(incoming, firstSeenAt: stored.firstSeenAt, to: row)
        row.integer(stored.id)
        try row.run()
        guard unit.database.changesCount == 1 else { throw .notFound(entity: "episode", id: stored.id) }
    }
}
