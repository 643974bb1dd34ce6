import GRDB

/// One step from a schema version to the next.
struct SchemaMigration {
    let version: Int
    let sql: String

    /// Every step there ever was, oldest first; steps are only ever added.
    static let all = [
        SchemaMigration(version: 1, sql: SchemaV1.sql),
        SchemaMigration(version: 2, sql: SchemaV2.sql),
        SchemaMigration(version: 3, sql: SchemaV3.sql),
        SchemaMigration(version: 4, sql: SchemaV4.sql),
        SchemaMigration(version: 5, sql: SchemaV5.sql),
        SchemaMigration(version: 6, sql: SchemaV6.sql),
    ]
}

/// Brings a database to the current schema in one transaction.
struct SchemaMigrator {
    let migrations: [SchemaMigration]

    /// The version this program reads and writes.
    static var currentVersion: Int { SchemaMigration.all.last?.version ?? 0 }

    init(migrations: [SchemaMigration] = SchemaMigration.all) {
        self.migrations = migrations
    }

    static func version(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Creates or migrates; does nothing to a database that is current.
    ///
    /// The version is read again under the write lock: another process may
    /// have created or migrated the same file a moment ago.
    func migrate(_ database: Database) throws {
        // Later steps may rebuild tables; SQLite wants enforcement off for
        // that, and lets it be switched outside transactions only.
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        try database.inTransaction(.immediate) {
            try claim(database)
            let found = try SchemaMigrator.version(of: database)
            let known = migrations.last?.version ?? 0
            guard found <= known else { throw PersistenceError.newerSchema(found: found, known: known) }
            // A new store has no rows, and a current one stays as it is.
            let isOlder = found > 0 && found < known
            let dangling = isOlder ? try danglingRows(database) : [:]
            for migration in migrations where migration.version > found {
                try database.execute(sql: migration.sql)
                try database.execute(sql: "PRAGMA user_version = \(migration.version)")
            }
            // What was amiss before is for `store check` to tell: nobody could mend it if the store could not be
            // opened.
            for (rows, count) in isOlder ? try danglingRows(database) : [:] where count > dangling[rows, default: 0] {
                throw PersistenceError.corrupt(detail: "version \(known) of the schema would leave \(rows)")
            }
            return .commit
        }
        try database.execute(sql: "PRAGMA foreign_keys = ON")
    }

    /// How many rows refer to none, by the tables: somebody may have deleted rows while foreign keys were off.
    private func danglingRows(_ database: Database) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let rows = try Row.fetchCursor(database, sql: "PRAGMA foreign_key_check")
        while let row = try rows.next() {
            let (table, parent): (String, String) = (row[0], row[2])
            counts["\(table) without its \(parent)", default: 0] += 1
        }
        return counts
    }

    /// Marks an empty database as ours.
    private func claim(_ database: Database) throws {
        let mark = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        if mark == StoreFile.applicationID { return }
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard mark == 0, tables == 0 else {
            throw PersistenceError.foreignFile(path: StoreFile.unnamed, detail: "a database of another program")
        }
        try database.execute(sql: "PRAGMA application_id = \(StoreFile.applicationID)")
    }
}
