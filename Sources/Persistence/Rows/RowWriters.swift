import GRDB

/// The prepared statements of the writing connection, each made when first used.
///
/// Confined to the queue of that connection.
final class RowWriters {
    private var writers: [RowWriter?] = Array(repeating: nil, count: Kind.allCases.count)
    /// Those that write several rows at once, by kind and number of rows.
    private var batchWriters: [Batch: RowWriter] = [:]

    private struct Batch: Hashable {
        let kind: Kind
        let rowCount: Int
    }

    /// The statements that run often: those for the rows of an import, and those
    /// that every refresh runs.
    enum Kind: Int, CaseIterable {
        case insertEpisode, insertPlainEpisode, updateEpisode, insertChange, insertEpisodeChanges
        case insertPodcast, updatePodcast
        case enclosure, transcript, chapter, soundbite, episodeCategory, episodePerson, episodeFunding
        case podcastCategory, podcastPerson, podcastFunding
        case itemMemory
        case lease, endLease, countAsAsked, refreshState, standing, refreshSuccess, refreshUnchanged
        case fetch, lastFreshness, knownAnswer, askedPause
    }

    func writer(_ kind: Kind, in database: Database) throws(PersistenceError) -> RowWriter {
        if let writer = writers[kind.rawValue] {
            writer.discardBindings()
            return writer
        }
        let writer = try translatingErrors { try RowWriter(kind.sql(), in: database) }
        writers[kind.rawValue] = writer
        return writer
    }

    /// The statement that writes as many rows at once; the values of one row
    /// are bound after those of another.
    ///
    /// Each statement opens a cursor for its table and for every index, and
    /// closes them when it ends.
    func writer(_ kind: Kind, rowCount: Int, in database: Database) throws(PersistenceError) -> RowWriter {
        guard rowCount > 1 else { return try writer(kind, in: database) }
        let batch = Batch(kind: kind, rowCount: rowCount)
        if let writer = batchWriters[batch] {
            writer.discardBindings()
            return writer
        }
        let writer = try translatingErrors { try RowWriter(kind.sql(rowCount: rowCount), in: database) }
        batchWriters[batch] = writer
        return writer
    }

    /// How many rows the next statement is to write where some are left: there
    /// are statements for few numbers only.
    static func rowCount(for rest: Int) -> Int {
        rowCounts.first { $0 <= rest } ?? 1
    }

    /// The largest number first: nearly all rows are written by the first import
    /// of a feed, many at once.
    ///
    /// Each statement of several rows also sets aside every page it is about to
    /// change, so that it can be undone by itself: few statements are better.
    private static let rowCounts = [100, 50, 30, 20, 10, 5, 3, 2, 1]

    /// The most rows that one statement writes.
    static let mostRows = rowCounts[0]

    /// Releases all statements, so that the connection can be closed.
    func removeAll() {
        writers = Array(repeating: nil, count: Kind.allCases.count)
        batchWriters = [:]
    }
}

extension RowWriters.Kind {
    fileprivate func sql(rowCount: Int = 1) -> String {
        switch self {
        case .insertEpisode:
            insert(into: "episode", EpisodeRecord.columns + EpisodeRecord.insertOnlyColumns, rowCount: rowCount)
        case .insertPlainEpisode:
            insert(into: "episode", EpisodeRecord.plainColumns + EpisodeRecord.insertOnlyColumns, rowCount: rowCount)
        case .updateEpisode: update("episode", EpisodeRecord.columns)
        case .insertChange:
            insert(
                into: "change",
                ["at", "entity", "entityId", "podcastId", "kind", "fields", "title", "backlog"]
            )
        case .insertEpisodeChanges: ChangeLogStore.insertEpisodeChangesStatement
        case .insertPodcast: insert(into: "podcast", PodcastRecord.columns + ["firstSeenAt"])
        case .updatePodcast: update("podcast", PodcastRecord.columns)
        case .enclosure: insert(into: "enclosure", EpisodeParts.enclosure.columns, rowCount: rowCount)
        case .transcript: insert(into: "transcript", EpisodeParts.transcript.columns, rowCount: rowCount)
        case .chapter: insert(into: "chapter", EpisodeParts.chapter.columns, rowCount: rowCount)
        case .soundbite: insert(into: "soundbite", EpisodeParts.soundbite.columns, rowCount: rowCount)
        case .episodeCategory: insert(into: "episodeCategory", EpisodeParts.category.columns, rowCount: rowCount)
        case .episodePerson: insert(into: "episodePerson", EpisodeParts.person.columns, rowCount: rowCount)
        case .episodeFunding: insert(into: "episodeFunding", EpisodeParts.funding.columns, rowCount: rowCount)
        case .podcastCategory: insert(into: "podcastCategory", ["podcastId", "position", "path"])
        case .podcastPerson:
            insert(into: "podcastPerson", ["podcastId", "position", "name", "role", "groupName", "imageURL", "href"])
        case .podcastFunding: insert(into: "podcastFunding", ["podcastId", "position", "url", "text"])
        case .itemMemory: "INSERT OR REPLACE INTO itemMemory (subscriptionId, items) VALUES (?, ?)"
        case .lease: LeaseStore.leaseStatement
        case .endLease: LeaseStore.endLeaseStatement
        case .countAsAsked: LeaseStore.countAsAskedStatement
        case .refreshState: RefreshStore.stateQuery
        case .standing: RefreshStore.standingQuery
        case .refreshSuccess: RefreshStore.successStatement
        case .refreshUnchanged: RefreshStore.unchangedStatement
        case .knownAnswer: HostStore.knownAnswerQuery
        case .askedPause: HostStore.askedPauseQuery
        case .lastFreshness: FetchStore.lastFreshnessQuery
        case .fetch:
            insert(
                into: "fetch",
                [
                    "subscriptionId", "at", "outcome", "status", "bytes", "seconds", "sent", "received",
                    "redirects", "errorKind", "errorMessage",
                ]
            )
        }
    }

    private func insert(into table: String, _ columns: [String], rowCount: Int = 1) -> String {
        let places = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let rows = Array(repeating: places, count: rowCount).joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(rows)"
    }

    /// The row's number is bound last.
    private func update(_ table: String, _ columns: [String]) -> String {
        let assignments = columns.map { column in
            // The first date ever given stays (identity C5 27).
            column == "firstPublishedAt" ? "\(column) = coalesce(\(column), ?)" : "\(column) = ?"
        }
        return "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE id = ?"
    }
}
