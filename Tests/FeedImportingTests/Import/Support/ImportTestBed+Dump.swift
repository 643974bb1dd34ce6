@testable import Persistence

/// A whole store as text, to compare two of them.
extension ImportTestBed {
    /// Every row of every table, but for how long loading took, and for the bounds in front of what is remembered of
    /// items: they grow until all items are read.
    func dump() async throws -> [String] {
        try await read { unit throws(PersistenceError) in
            let tables = try unit.fetch(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
            ) { row in row.requiredText() }
            var lines: [String] = []
            for table in tables {
                let columns = try unit.fetch("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") { row in
                    row.requiredText()
                }
                let values = columns.filter { table != "fetch" || $0 != "seconds" }.map { column in
                    table == "itemMemory" && column == "items" ? "quote(substr(items, 41))" : "quote(\"\(column)\")"
                }
                let query = "SELECT \(values.joined(separator: " || ',' || ")) FROM \"\(table)\" ORDER BY 1"
                lines += try unit.fetch(query) { row in "\(table): \(row.requiredText())" }
            }
            return lines
        }
    }

    /// Makes an episode differ from what its item said.
    func falsifyEpisode(key: String) async throws {
        try await write { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE episode SET contentHash = 1, title = 'Wrong' WHERE key = '\(key)'")
        }
    }

    /// Makes the store take the items of its documents for others, unless they are recognised as bytes.
    func falsifyItemsDigests() async throws {
        try await write { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE subscription SET itemsDigest = 1 WHERE itemsDigest IS NOT NULL")
        }
    }
}
