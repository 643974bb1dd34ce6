import GRDB
import GRDBSQLite
import PodcastModel

extension SearchStore {
    /// What is wrong with the index, if it cannot be read from its first word to its last, or documents that it was
    /// given are missing because another program has emptied it; reads all of it.
    ///
    /// To SQLite its pages are rows like any others, and what it has to check them keeps others from writing. To be
    /// asked outside of transactions, where a temporary table can be made.
    func damage() throws(PersistenceError) -> String? {
        // The table, and the four that SQLite keeps it in.
        let tables = try unit.fetchInteger(
            """
            SELECT count(*) FROM sqlite_schema
            WHERE sql = ?
              OR name GLOB 'episodeSearch[_]*' AND substr(name, 15) IN ('data', 'idx', 'docsize', 'config')
            """,
            [SchemaV1.searchIndex]
        )
        guard tables == 5 else { return "one of its tables is missing, or is not as podimport makes it" }
        do throws(PersistenceError) {
            if let damage = try damageOfWords() { return damage }
            // How long a document is in each of its four fields is what it is ranked by.
            var missing = 0
            _ = try unit.fetch(
                """
                SELECT episodeSearch_docsize.sz FROM searchDocument
                LEFT JOIN episodeSearch_docsize ON episodeSearch_docsize.id = searchDocument.id
                """
            ) { row in if !Self.areFourNumbers(row.bytes()) { missing += 1 } }
            return missing == 0 ? nil : "\(missing) of its documents are missing"
        } catch .corrupt(let detail) {
            return detail
        }
    }

    /// What is wrong with the words of the index, and with what is known of it as a whole.
    private func damageOfWords() throws(PersistenceError) -> String? {
        do throws(PersistenceError) {
            let first = try translatingErrors {
                // One is left from a check that found damage.
                try unit.database.execute(
                    sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.searchWord USING fts5vocab(main, episodeSearch, row)"
                )
                return try String.fetchOne(unit.database, sql: "SELECT term FROM temp.searchWord LIMIT 1")
            }
            // The record of how many words there are in all is read by who ranks, and by nobody else.
            if let first {
                _ = try unit.fetch(
                    "SELECT rank FROM episodeSearch WHERE episodeSearch MATCH ? AND rank MATCH 'bm25()' LIMIT 1",
                    ["\"\(first)\""]
                ) { row in row.real() }
            }
            return try translatingErrors {
                _ = try Int64.fetchOne(unit.database, sql: "SELECT sum(doc) FROM temp.searchWord")
                // The pieces come after ten records about the whole. Where those are damaged, they may say that there is
                // none. Asked at once: another process may write the first words at any moment.
                let isWithoutWords = try Bool.fetchOne(
                    unit.database,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM episodeSearch_data WHERE id > 10)
                          AND NOT EXISTS (SELECT 1 FROM temp.searchWord)
                        """
                )
                try unit.database.execute(sql: "DROP TABLE temp.searchWord")
                return isWithoutWords == true ? "its words are missing" : nil
            }
        } catch .sqlite(let code, let detail, _) where code & 0xFF == SQLITE_ERROR {
            // What the extension says of a table that it cannot open.
            return detail
        }
    }

    /// Whether bytes are four numbers as SQLite shortens them: the last byte of each is below 128, those before are not.
    private static func areFourNumbers(_ bytes: [UInt8]) -> Bool {
        (bytes.last ?? 128) < 128 && bytes.count { $0 < 128 } == 4
    }

    /// A number that is another one once the index has been made anew, and after any other change of the schema.
    func tablesVersion() throws(PersistenceError) -> Int64 {
        try unit.fetchInteger("PRAGMA schema_version")
    }

    /// Drops the tables of the index, in whatever state they are, and makes them anew.
    ///
    /// - Parameter now: when it is begun, to be built from the first episode on; nil to leave it empty.
    /// - Throws: ``PersistenceError``.
    func makeAnew(at now: Timestamp?) throws(PersistenceError) {
        try forget()
        // SQLite drops no table that its extension cannot open. Without its row in the schema, those that it is kept in
        // are tables like any others, as is one that has pages of its own and only the name of the index.
        let kept = ["_data", "_idx", "_content", "_docsize", "_config", ""]
            .map { "DROP TABLE IF EXISTS episodeSearch\($0)" }
        let statements = [
            "PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema WHERE name = 'episodeSearch' AND rootpage = 0",
            "PRAGMA writable_schema = RESET",
        ]
        try translatingErrors {
            for sql in statements + kept + [SchemaV1.searchIndex] { try unit.database.execute(sql: sql) }
        }
        if let now { try begin(at: now) }
    }
}

extension PersistenceError {
    /// Whether a damaged search index may be the reason; what is wrong with it has to be looked for.
    package var mayComeOfTheSearchIndex: Bool {
        switch self {
        case .corrupt, .constraint: true
        // What an extension reports by a text alone.
        case .sqlite(let code, _, _): code & 0xFF == SQLITE_ERROR
        default: false
        }
    }
}
