import GRDB

/// The store as one unit of work sees it; the stores are reached through it.
///
/// A unit sees its own writes and, beside them, the store as it was when the
/// unit began. It is valid only inside the closure it was given to, on the
/// thread that runs it.
package final class UnitOfWork {
    let database: Database
    private let writers: RowWriters?

    /// - Parameter writers: the writing connection's prepared statements; nil
    ///   for a unit that only reads.
    init(database: Database, writers: RowWriters?) {
        self.database = database
        self.writers = writers
    }

    /// Subscriptions, their refresh state, leases and moves.
    package var subscriptions: SubscriptionStore { SubscriptionStore(self) }
    /// Podcasts as their feeds describe them.
    package var podcasts: PodcastStore { PodcastStore(self) }
    /// Episodes and what they are recognised by.
    package var episodes: EpisodeStore { EpisodeStore(self) }
    /// What changed in the store, in order.
    package var changes: ChangeLogStore { ChangeLogStore(self) }
    /// What is known of the hosts that feeds are loaded from.
    package var hosts: HostStore { HostStore(self) }
}

extension UnitOfWork {
    /// The prepared statement for one kind of row, ready to be bound.
    func writer(_ kind: RowWriters.Kind) throws(PersistenceError) -> RowWriter {
        guard let writers else { throw .readOnly }
        return try writers.writer(kind, in: database)
    }

    /// Runs one statement that writes; returns how many rows it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: StatementArguments = []) throws(PersistenceError) -> Int {
        guard writers != nil else { throw .readOnly }
        return try translatingErrors {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
            return database.changesCount
        }
    }

    /// Reads all rows of a query, each turned into a value.
    func fetch<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ value: (inout RowReader) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> [Value] {
        try translatingErrors {
            var values: [Value] = []
            let rows = try Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: arguments)
            while let row = try rows.next() {
                var reader = RowReader(row: row)
                values.append(try value(&reader))
            }
            return values
        }
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
        try translatingErrors {
            try Int64.fetchOne(try database.cachedStatement(sql: sql), arguments: arguments) ?? 0
        }
    }
}
