import GRDB
import Logging
import PodcastModel

/// Looks for what must not be in a store.
struct StoreCheck {
    let database: Database
    /// Nil for a store in memory.
    let file: StoreFile?
    let logger: Logger
    let isThorough: Bool

    /// At most this many problems of each kind are reported; one is enough to act on.
    private static let problemLimit = 20

    func run() throws -> [StoreCheckReport.Check] {
        let expected = try StoreCheck.schemaOfANewStore()
        var checks = [try check("integrity", integrityProblems)]
        checks.append(try check("schema") { try schemaProblems(expected) })
        checks.append(StoreCheckReport.Check(name: "check-constraints", problems: try brokenRules(expected)))
        checks.append(try check("foreign-keys", foreignKeyProblems))
        for invariant in StoreInvariant.all {
            checks.append(
                try check(invariant.name) {
                    try String.fetchAll(database, sql: invariant.sql + " LIMIT \(StoreCheck.problemLimit)")
                }
            )
        }
        checks.append(try check("dedup-key", dedupKeyProblems))
        checks.append(try check("unreadable", unreadableRows))
        checks.append(try check("search-index", searchIndexProblems))
        return checks
    }

    /// A page that cannot be read is a problem found, not a check that failed; and so is a table or column that is not
    /// there, or a value that a rule of its table cannot be asked about.
    private func check(_ name: String, _ problems: () throws -> [String]) throws -> StoreCheckReport.Check {
        do {
            return StoreCheckReport.Check(name: name, problems: try problems())
        } catch {
            switch PersistenceError(error) {
            case .corrupt(let detail), .sqlite(_, let detail, _):
                return StoreCheckReport.Check(name: name, problems: [detail])
            default: throw error
            }
        }
    }

    private func integrityProblems() throws -> [String] {
        let pragma = isThorough ? "integrity_check" : "quick_check"
        let problems = try String.fetchAll(database, sql: "PRAGMA \(pragma)(\(StoreCheck.problemLimit))")
        return try problems.filter { $0 != "ok" } + fileEndProblems()
    }

    /// SQLite reads what is missing of the last page as zeroes, and may find nothing wrong with them.
    private func fileEndProblems() throws -> [String] {
        // Where a log waits to be merged, or is being merged, the pages at the end of the file may not be whole yet.
        guard let file, !file.hasLog, let bytes = file.byteCount else { return [] }
        let pageSize = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 1
        guard bytes % pageSize != 0 else { return [] }
        return ["the file is cut off: \(pageSize - bytes % pageSize) bytes of its last page are missing"]
    }

    /// What the tables, indexes, views and triggers are, and what they are in a store that was made just now.
    ///
    /// Tables and views of somebody else are let be; an index or a trigger may forbid what is to be written.
    private func schemaProblems(_ expected: [String: String]) throws -> [String] {
        let found = try StoreCheck.schema(of: database)
        let missing = expected.keys.filter { found[$0] == nil }.map { "\($0) is missing" }
        let changed = expected.filter { found[$0.key].map { [sql = $0.value] in $0 != sql } ?? false }
            .map { "\($0.key) is not as podimport makes it" }
        let foreign = found.keys.filter { name in
            expected[name] == nil && (name.hasPrefix("index ") || name.hasPrefix("trigger "))
        }
        .map { "\($0) is not podimport's" }
        return (missing.sorted() + changed.sorted() + foreign.sorted()).prefix(StoreCheck.problemLimit).map(\.self)
    }

    private static func schemaOfANewStore() throws -> [String: String] {
        try DatabaseQueue().writeWithoutTransaction { database in
            try SchemaMigrator().migrate(database)
            return try schema(of: database)
        }
    }

    /// What a database is made of: the statements, by type and name.
    private static func schema(of database: Database) throws -> [String: String] {
        // The tables of the search index are SQLite's to make.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT type || ' ' || name, CASE WHEN name GLOB 'episodeSearch[_]*' THEN '' ELSE sql END
                FROM sqlite_schema WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'
                """
        )
        let statements = try rows.map { row in
            (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
        }
        return Dictionary(statements, uniquingKeysWith: { first, _ in first })
    }

    /// The rows that break a rule of their table; a table that is not there is told as such.
    private func brokenRules(_ expected: [String: String]) throws -> [String] {
        let all = expected.sorted { $0.key < $1.key }.compactMap { name, statement in
            name.hasPrefix("table ") ? TableRules(of: String(name.dropFirst(6)), statement: statement) : nil
        }
        return try all.filter { !$0.conditions.isEmpty }.flatMap { rules in
            try check(rules.table) {
                guard try database.tableExists(rules.table) else { return [] }
                guard let row = try Row.fetchOne(database, sql: rules.sql) else { return [] }
                return rules.problems(counts: try rules.conditions.indices.map { try row.decode(atIndex: $0) })
            }
            .problems
        }
    }

    private func foreignKeyProblems() throws -> [String] {
        try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(StoreCheck.problemLimit).map { row in
            let (table, id, parent): (String, Int64?, String) = (row[0], row[1], row[2])
            return "\(table) \(id.map(String.init) ?? "row") refers to a \(parent) that is not there"
        }
    }

    /// The rule for recognising two spellings of an address is in Swift.
    private func dedupKeyProblems() throws -> [String] {
        var problems: [String] = []
        let unit = UnitOfWork(database: database, writers: nil, logger: logger)
        _ = try unit.fetch("SELECT id, feedURL, dedupKey, pendingMoveURL, pendingMoveKey FROM subscription") { row in
            guard problems.count < StoreCheck.problemLimit else { return }
            let (id, feedURL, dedupKey) = (row.requiredInteger(), row.requiredText(), row.requiredText())
            let (moveURL, moveKey) = (row.text(), row.text())
            if NewSubscription.dedupKey(of: feedURL) != dedupKey {
                problems.append("subscription \(id) would not be recognised by its own address")
            }
            if moveURL.map(NewSubscription.dedupKey(of:)) != moveKey {
                problems.append("subscription \(id) would not be recognised by the address that it may move to")
            }
        }
        return problems
    }

    /// Only reading a column tells whether it holds what it should.
    private func unreadableRows() throws -> [String] {
        let podcast = PodcastRecord.podcastColumns.joined(separator: ", ")
        let episode = EpisodeRecord.episodeColumns.joined(separator: ", ")
        return try unreadable("subscription", RefreshStore.ownState + " ORDER BY subscription.id") {
            row throws(PersistenceError) in
            _ = (try RefreshStore.subscriptionState(&row), row.times())
        }
            + unreadable("podcast", "SELECT id, \(podcast) FROM podcast ORDER BY id") {
                row throws(PersistenceError) in
                _ = (row.integer(), try PodcastRecord.podcast(from: &row))
            }
            + unreadable("episode", "SELECT id, \(episode) FROM episode ORDER BY id") {
                row throws(PersistenceError) in
                _ = (row.integer(), try EpisodeRecord.episode(from: &row))
            }
    }

    private func searchIndexProblems() throws -> [String] {
        let damage = try UnitOfWork(database: database, writers: nil, logger: logger).search.damage()
        return damage.map { ["the search index is damaged (\($0)); `podimport store optimize` builds it anew"] } ?? []
    }

    private func unreadable(
        _ entity: String,
        _ sql: String,
        _ read: (inout RowReader) throws(PersistenceError) -> Void
    ) throws -> [String] {
        var problems: [String] = []
        let unit = UnitOfWork(database: database, writers: nil, logger: logger)
        _ = try unit.fetch(sql) { row throws(PersistenceError) in
            guard problems.count < StoreCheck.problemLimit else { return }
            var columns: [String] = []
            do throws(PersistenceError) {
                try read(&row)
            } catch {
                guard case .unreadable(let column, _) = error else { throw error }
                columns = [column]
            }
            columns = row.takeUnreadableColumns() + columns
            guard !columns.isEmpty else { return }
            problems.append("\(entity) \(row.firstNumber): \(columns.joined(separator: ", ")) cannot be read")
        }
        return problems
    }
}
