import GRDB
import Synchronization

@testable import Persistence

/// The statements that a store's connection really ran, each once.
///
/// It works on a store in memory, which has one connection for everything.
final class StatementLog: Sendable {
    private let found = Mutex<Set<String>>([])

    /// What was run since the log began, with blanks and line breaks made one blank.
    var statements: [String] { found.withLock { $0.sorted() } }

    init(_ store: TestStore) throws {
        try store.manager.care().store.writer.barrierWriteWithoutTransaction { database in
            database.trace { [self] event in
                guard case .statement(let statement) = event else { return }
                let sql = Self.normalised(statement.sql)
                guard Self.isOurs(sql) else { return }
                found.withLock { _ = $0.insert(sql) }
            }
        }
    }

    /// One blank for every run of white space.
    static func normalised(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether it is no statement of SQLite, of its search index or of GRDB.
    private static func isOurs(_ sql: String) -> Bool {
        let verb = sql.prefix { $0 != " " }.uppercased()
        guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(verb) else { return false }
        return !sql.contains("'episodeSearch_") && !sql.contains("'main'.'episodeSearch'")
            && !sql.contains("sqlite_master") && !sql.contains("sqlite_temp_master")
    }
}
