import PodcastModel

/// Decides whether an unknown item is a new episode or an old one that turned up late (identity C5 29, 30).
struct NewestDate {
    private let rows: [EpisodeIdentity]
    private let deleted: [DeletedEpisode]
    private let incoming: [IncomingEpisode]
    private let document: MatchDocument
    private let isHostMigration: Bool
    /// The hour to which a tool has dated most known episodes as the publisher moved.
    private let redatedHour: ClosedRange<Timestamp>?
    private let redatedArchive: RedatedArchive?
    private lazy var known = newestKnown()

    init(
        rows: [EpisodeIdentity],
        deleted: [DeletedEpisode],
        incoming: [IncomingEpisode],
        document: MatchDocument,
        isHostMigration: Bool,
        redatedHour: ClosedRange<Timestamp>?,
        redatedArchive: RedatedArchive?
    ) {
        self.rows = rows
        self.deleted = deleted
        self.incoming = incoming
        self.document = document
        self.isHostMigration = isHostMigration
        self.redatedHour = redatedHour
        self.redatedArchive = redatedArchive
    }

    /// Whether an unknown item is backlog, of which nobody is notified.
    ///
    /// Undated items are new when they first appear. After a change of host an
    /// item that matches nothing is more often a known episode that was not
    /// recognised than a new one of last week. If a tool has dated them all to the hour of its run, that date is none.
    mutating func isBacklog(_ item: Int) -> Bool {
        if document.isFirstImport { return true }
        guard let date = incoming[item].episode.publishedAt, let known else { return false }
        if redatedArchive?.contains(item, dated: date) == true { return true }
        guard isHostMigration else { return date < known.adding(seconds: -Self.lateSeconds) }
        return redatedHour?.contains(date) == true || date <= known
    }

    private static let lateSeconds: Int64 = 7 * 86_400

    /// The newest date known, at most a day ahead: a mistyped date in the future must not make the next episodes
    /// backlog, however long nobody has asked for them.
    ///
    /// What earlier pages of the same walk have brought is no older news than what stands behind it.
    /// After a change of host, where what is new is dated after it, it is one that has passed: else no episode of today
    /// would be news as long as one is dated ahead.
    private func newestKnown() -> Timestamp? {
        let limit = document.now.adding(seconds: EpisodeDates.toleranceSeconds)
        var dates = rows.compactMap { document.listedEarlier.contains($0.id) ? nil : $0.storedPublishedAt }
        // Of a podcast of which everything was deleted that is what is known; one that had no episodes yet gets its whole
        // archive at once.
        if dates.isEmpty { dates = deleted.compactMap(\.publishedAt) }
        if dates.isEmpty, rows.isEmpty { dates = incoming.compactMap(\.episode.publishedAt) }
        let latest = isHostMigration ? document.now : limit
        if let passed = dates.lazy.filter({ $0 <= latest }).max() { return passed }
        return dates.lazy.map { min($0, limit) }.max()
    }
}
