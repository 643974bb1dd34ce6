import GRDB
package import PodcastModel

/// Episodes: writing what an import found.
///
/// Reading is in `EpisodeStore+Queries`, matching in `EpisodeStore+Identity`.
/// Every change that a listener could see gets a row in the change log, in the
/// same unit of work.
package struct EpisodeStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// Texts longer than this many bytes are left out of the history.
    static let historyTextLimit = 1_000

    /// Adds an episode that the podcast does not have; returns its number.
    ///
    /// Backlog is what a podcast's first import finds, so that nobody takes it
    /// for news. Throws ``PersistenceError/constraint(detail:)`` if the podcast
    /// has an episode with that key.
    @discardableResult
    package func insert(
        _ incoming: IncomingEpisode,
        podcastID: Int64,
        at now: Timestamp,
        isBacklog: Bool
    ) throws(PersistenceError) -> Int64 {
        let row = try unit.writer(.insertEpisode)
        try EpisodeRecord.bind(incoming, firstSeenAt: now, to: row)
        row.integer(podcastID)
        row.time(now)
        row.flag(isBacklog)
        try row.run()
        let id = unit.database.lastInsertedRowID
        try EpisodeParts.insert(incoming.episode, id: id, in: unit)
        try unit.changes.record(
            .episode,
            id,
            podcastID: podcastID,
            .insert,
            title: incoming.episode.title,
            isBacklog: isBacklog,
            at: now
        )
        return id
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
        try unit.execute("DELETE FROM episodeAlias WHERE podcastId = ? AND key = ?", [podcast, incoming.episode.key])
        try addAlias(
            stored.episode.key,
            ofEpisode: id,
            podcastID: podcast,
            matchedBy: matchedBy,
            detail: detail,
            at: now
        )
        let fields = try write(incoming, over: stored, rules: rules, at: now)
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

    /// Remembers another key under which an episode is listed, or was
    /// (identity C4 19).
    ///
    /// An alias of that name goes over to this episode; one that it has already
    /// is left as it is.
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
            INSERT INTO episodeAlias (podcastId, key, episodeId, since, matchedBy, detail) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (podcastId, key) DO UPDATE SET
              episodeId = excluded.episodeId, since = excluded.since,
              matchedBy = excluded.matchedBy, detail = excluded.detail
            WHERE episodeId <> excluded.episodeId
            """,
            [podcastID, key, id, now.epochSeconds, matchedBy, detail]
        )
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

// MARK: - Edit history

/// How much the fields of an edit matter, and how many old values are kept.
package struct EditRules: Sendable, Hashable {
    /// By the names of the JSON output; a field that is not named is minor.
    package var significances: [String: EditSignificance]
    /// How many old values the store keeps of one episode; 0 for none.
    package var historyLimit: Int

    package init(significances: [String: EditSignificance] = [:], historyLimit: Int = 100) {
        self.significances = significances
        self.historyLimit = historyLimit
    }

    func significance(of field: String) -> EditSignificance { significances[field] ?? .minor }
}

extension EpisodeStore {
    /// Keeps old values, without long texts, and of one episode not for ever
    /// (identity C5 28).
    private func keepHistory(
        of id: Int64,
        _ changes: [FieldChange],
        rules: EditRules,
        at now: Timestamp
    ) throws(PersistenceError) {
        guard !changes.isEmpty else { return }
        for change in changes.suffix(max(0, rules.historyLimit)) {
            let texts = [change.old, change.new].map { value -> String? in
                let text = value.text
                return value == .null || text.utf8.count > EpisodeStore.historyTextLimit ? nil : text
            }
            try unit.execute(
                """
                INSERT INTO editHistory (episodeId, at, field, significance, oldValue, newValue)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    id, now.epochSeconds, change.name, rules.significance(of: change.name).rawValue, texts[0],
                    texts[1],
                ]
            )
        }
        try unit.execute(
            """
            DELETE FROM editHistory WHERE episodeId = ?1 AND id <=
              (SELECT id FROM editHistory WHERE episodeId = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [id, max(0, rules.historyLimit)]
        )
    }
}
