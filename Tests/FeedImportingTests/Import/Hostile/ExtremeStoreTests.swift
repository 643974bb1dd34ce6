import PodcastModel
import Testing

@testable import Persistence

/// Numbers beyond all measure in the store, into which any program may write.
struct ExtremeStoreTests {
    @Test(arguments: [Int64.min, -1, 1 << 62, .max])
    func noneStopsAnImportOrALookAtTheStore(value: Int64) async throws {
        let tables = try await ImportTestBed.run { bed in try await Self.tables(of: bed) }
        #expect(tables.count > 20)
        for table in tables {
            try await ImportTestBed.run { bed in
                // Given a store with something in its tables, and the number in all columns of one that take it
                let path = try bed.write(ExtremeValueTests.feed("90"))
                try await bed.importFiles([path])
                _ = try await Self.indexer(of: bed).catchUp()
                try await Self.write(value, to: table, in: bed)

                // When the feed is as it was, when it has changed, and when an episode has another identity
                for text in [
                    ExtremeValueTests.feed("90"), ExtremeValueTests.feed("91"),
                    ExtremeValueTests.feed("92").replacing(">e4</guid>", with: ">f4</guid>")
                        .replacing("/e4.mp3", with: "/f4.mp3"),
                ] {
                    bed.advance(hours: 30)
                    _ = try bed.write(text)
                    let (results, _) = try await bed.importFiles([path])
                    #expect(results.count == 1, "\(table)")
                }

                // Then the store can be looked at and tidied all the same
                _ = try await bed.persistence.care().check()
                _ = try await bed.persistence.care().statistics()
                _ = try await Self.indexer(of: bed).lag()
                try await Self.indexer(of: bed).tidy()
                _ = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
                    _ = try unit.subscriptions.overview(at: now)
                    _ = try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true)).map(
                        \.episode.showNotes
                    )
                    return try unit.changes.changes(since: 0, limit: 100).count
                }
            }
        }
    }

    private static func indexer(of bed: ImportTestBed) -> SearchIndexer {
        SearchIndexer(persistence: bed.persistence, plainText: { $0 }, now: { bed.now })
    }

    private static func tables(of bed: ImportTestBed) async throws -> [String] {
        try await bed.read { unit throws(PersistenceError) in
            try unit.fetch(
                """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'episodeSearch*'
                  AND (name NOT GLOB 'sqlite_*' OR name = 'sqlite_sequence')
                """
            ) { row in row.requiredText() }
        }
    }

    /// Writes a number into each column for numbers that the rules of the schema let have it; what rows are found by
    /// stays, but of the change log the number of one row.
    private static func write(_ value: Int64, to table: String, in bed: ImportTestBed) async throws {
        let columns = try await bed.read { unit throws(PersistenceError) in
            try unit.fetch(
                """
                SELECT name FROM pragma_table_info('\(table)') AS own
                WHERE (type IN ('INTEGER', 'REAL') OR name = 'seq') AND (pk = 0 OR '\(table)' = 'change')
                  AND name NOT IN (SELECT "from" FROM pragma_foreign_key_list('\(table)'))
                """
            ) { row in row.requiredText() }
        }
        let end = value < 0 ? "min" : "max"
        for column in columns {
            let one = column == "sequence" ? " WHERE sequence = (SELECT \(end)(sequence) FROM change)" : ""
            do {
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.execute("UPDATE \(table) SET \(column) = \(value)\(table == "change" ? one : "")")
                }
            } catch PersistenceError.constraint {
                // It cannot be there.
            }
        }
    }
}
