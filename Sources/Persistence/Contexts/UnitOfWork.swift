import GRDB
import GRDBSQLite
import Logging

/// The store as one unit of work sees it; the stores are reached through it.
///
/// A unit sees its own writes and, beside them, the store as it was when the
/// unit began. It is valid only inside the closure it was given to, on the
/// thread that runs it.
package final class UnitOfWork {
    let database: Database
    /// Gets warnings about what is in the store and cannot be read.
    let logger: Logger
    private let writers: RowWriters?
    /// The page cache to go back to, if it was made to keep little in memory.
    private(set) var formerCacheSize: Int?
    /// Whose episodes it writes.
    private(set) var scope = WriteScope.anything
    private let versions: EpisodeVersions?

    /// `writers` are the writing connection's prepared statements, and `versions` what it has written; nil for a
    /// unit that only reads.
    init(database: Database, writers: RowWriters?, logger: Logger, versions: EpisodeVersions? = nil) {
        self.database = database
        self.logger = logger
        self.writers = writers
        self.versions = versions
    }

    /// Subscriptions, their moves and credentials.
    package var subscriptions: SubscriptionStore { SubscriptionStore(self) }
    /// What refreshes of feeds start from and leave behind.
    package var refreshes: RefreshStore { RefreshStore(self) }
    /// Who is working on which feed.
    package var leases: LeaseStore { LeaseStore(self) }
    /// What happened when feeds were asked.
    package var fetches: FetchStore { FetchStore(self) }
    /// Documents that wait for a decision.
    package var heldDocuments: HeldDocumentStore { HeldDocumentStore(self) }
    /// Podcasts as their feeds describe them.
    package var podcasts: PodcastStore { PodcastStore(self) }
    /// Episodes and what they are recognised by.
    package var episodes: EpisodeStore { EpisodeStore(self) }
    /// Live streams, apart from episodes.
    package var liveItems: LiveItemStore { LiveItemStore(self) }
    /// The files of chapters that episodes point at.
    package var chaptersFiles: ChaptersFileStore { ChaptersFileStore(self) }
    /// What changed in the store, in order.
    package var changes: ChangeLogStore { ChangeLogStore(self) }
    /// The full-text index of episodes.
    var search: SearchStore { SearchStore(unit: self) }
    /// What is known of the hosts that feeds are loaded from.
    package var hosts: HostStore { HostStore(self) }
}

extension UnitOfWork {
    /// Promises that the unit writes no episodes, nor what they are recognised by, but those of one podcast.
    ///
    /// Then what was read of other podcasts' episodes beforehand need not be read again.
    ///
    /// - Parameter podcast: the podcast; nil if the unit writes no episodes at all.
    package func writesEpisodes(onlyOf podcast: Int64?) {
        scope = podcast.map { .podcast($0) } ?? .nothing
    }

    /// Whether the episodes of a podcast, and what they are recognised by, are what they were at a moment before.
    ///
    /// - Parameters:
    ///   - podcast: the podcast.
    ///   - version: ``PersistenceContext/episodeVersion`` before they were read.
    /// - Returns: false also if it is not known.
    package func episodesAreUnchanged(ofPodcast podcast: Int64, since version: EpisodeVersion) -> Bool {
        versions?.areUnchanged(ofPodcast: podcast, since: version) ?? false
    }

    /// Whether the unit may write: only then does it have the prepared statements for that.
    var isWriting: Bool { writers != nil }

    /// Makes the unit keep little of what it writes in memory, to its end.
    ///
    /// For a unit that writes so much that most of it goes to the log before the
    /// commit in any case, while what it is made from is in memory, too.
    package func keepLittleInMemory() throws(PersistenceError) {
        _ = try writableTransaction()
        try translatingErrors {
            formerCacheSize = try formerCacheSize ?? Int.fetchOne(database, sql: "PRAGMA cache_size")
            try database.execute(sql: "PRAGMA cache_size = -2048")
        }
    }

    /// Whether it keeps little of what it writes in memory.
    var keepsLittleInMemory: Bool { formerCacheSize != nil }

    /// The prepared statement for one kind of row, or for several at once, ready to be bound.
    func writer(_ kind: RowWriters.Kind, rowCount: Int = 1) throws(PersistenceError) -> RowWriter {
        try writableTransaction().writer(kind, rowCount: rowCount, in: database)
    }

    /// Runs one statement that writes; returns how many rows it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: StatementArguments = []) throws(PersistenceError) -> Int {
        _ = try writableTransaction()
        return try translatingErrors {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
            return database.changesCount
        }
    }

    /// The statements to write with, while there is a transaction to write in.
    ///
    /// A full disk or an I/O error makes SQLite undo the whole transaction. A
    /// unit that went on after that would commit each row by itself.
    private func writableTransaction() throws(PersistenceError) -> RowWriters {
        guard let writers else { throw .readOnly }
        guard sqlite3_get_autocommit(database.sqliteConnection) == 0 else {
            throw .inputOutput(detail: "the unit of work was undone")
        }
        return writers
    }

    /// Reads the rows of a query, each turned into a value: all of them, or until there is enough.
    func fetch<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        until isEnough: () -> Bool = { false },
        _ value: (inout RowReader) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> [Value] {
        let statement = try translatingErrors { try database.cachedStatement(sql: sql) }
        try translatingErrors { try statement.setArguments(arguments) }
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        var values: [Value] = []
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw PersistenceError(failureOf: handle) }
                return values
            }
            var reader = RowReader(statement: handle)
            values.append(try value(&reader))
            noteUnreadableColumns(of: &reader)
            if isEnough() { return values }
        }
    }

    /// Warns of what a row holds that counted as absent.
    func noteUnreadableColumns(of reader: inout RowReader) {
        let columns = reader.takeUnreadableColumns()
        guard !columns.isEmpty else { return }
        logger.warning(
            "what is stored cannot be read and counts as absent",
            metadata: ["columns": "\(columns.joined(separator: ", "))", "row": "\(reader.firstNumber)"]
        )
    }

    /// Reads the first row of a query, if there is one.
    func fetchOne<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ value: (inout RowReader) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value? {
        try fetch(sql, arguments, value).first
    }

    /// Reads a number from a query that always has one, such as a count.
    func fetchInteger(_ sql: String, _ arguments: StatementArguments = []) throws(PersistenceError) -> Int64 {
        try fetchOne(sql, arguments) { row in row.requiredInteger() } ?? 0
    }
}
