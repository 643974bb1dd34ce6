import class GRDB.DatabaseQueue
import Logging
import PodcastModel
import Testing

@testable import Persistence

/// An index that cannot be trusted: each of its records and tables damaged in turn, as by another program or a disk.
struct DamagedIndexTests {
    private static let ofRecords = [
        // The structure, of which nothing else can be read, and the number of words by which is ranked.
        "DELETE FROM episodeSearch_data WHERE id = 10",
        "UPDATE episodeSearch_data SET block = x'FFFFFFFFFFFFFFFF' WHERE id = 10",
        "UPDATE episodeSearch_data SET block = zeroblob(length(block)) WHERE id = 10",
        "DELETE FROM episodeSearch_data WHERE id = 1",
        "UPDATE episodeSearch_data SET block = x'' WHERE id = 1",
        // The words, and the lengths of the documents.
        "DELETE FROM episodeSearch_data WHERE id > 10",
        "DELETE FROM episodeSearch_data",
        "UPDATE episodeSearch_docsize SET sz = x''",
        "UPDATE episodeSearch_docsize SET sz = x'80808080'",
        "UPDATE episodeSearch_docsize SET sz = x'0101010101'",
        "DELETE FROM episodeSearch_docsize WHERE id = 2",
        // The version of the format.
        "DELETE FROM episodeSearch_config",
        "UPDATE episodeSearch_config SET v = 99",
    ]
    private static let ofTables =
        ["data", "idx", "docsize", "config"].map { "DROP TABLE episodeSearch_\($0)" } + [
            "DROP TABLE episodeSearch",
            "DROP TABLE episodeSearch; CREATE TABLE episodeSearch (title UNIQUE)",
            "DELETE FROM sqlite_schema WHERE name = 'episodeSearch'",
            "UPDATE sqlite_schema SET sql = replace(sql, 'fts5', 'fts9') WHERE name = 'episodeSearch'",
            "UPDATE sqlite_schema SET sql = replace(sql, 'title, podcast, ', '') WHERE name = 'episodeSearch'",
        ]

    /// Lets another connection do what SQLite forbids unless it is asked to allow it.
    private func damage(_ store: TestStore, _ sql: String) throws {
        let other = try DatabaseQueue(path: store.path)
        try other.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: sql)
        }
        try other.close()
    }

    /// A store with three episodes in its index, which is damaged while nobody has it open.
    private func damaged(by sql: String) async throws -> (TestStore, PersistenceManager) {
        let store = try await TestStore.library(inMemory: false)
        #expect(try await store.titles("keeper").count == 2)
        try await store.manager.close()
        try damage(store, sql)
        let manager = manager(of: store)
        try await manager.loadPersistentStore()
        return (store, manager)
    }

    private func manager(of store: TestStore) -> PersistenceManager {
        PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: store.path)),
            logger: Logger(label: "test")
        )
    }

    private func indexer(_ manager: PersistenceManager) -> SearchIndexer {
        SearchIndexer(persistence: manager, plainText: { $0 }, now: { TestStore.now })
    }

    private func count(of text: String, by manager: PersistenceManager) async throws -> Int {
        let query = try #require(SearchQuery(text))
        #expect(try await indexer(manager).catchUp() == 0)
        return try await indexer(manager).search(query, limit: 10).count
    }

    @Test(arguments: ofRecords + ofTables)
    func isFoundAndMadeAnew(sql: String) async throws {
        // Given
        let (store, manager) = try await damaged(by: sql)

        // When
        let problem = try await manager.care().check().checks.first { $0.name == "search-index" }?.problems.first
        let isMended = try await indexer(manager).mend()

        // Then it is as it was before
        #expect(problem?.hasPrefix("the search index is damaged (") == true)
        #expect(problem?.hasSuffix("); `podimport store optimize` builds it anew") == true)
        #expect(isMended)
        #expect(try await manager.care().statistics().searchMissing == 3)
        #expect(try await count(of: "keeper", by: manager) == 2)
        let report = try await manager.care().check(isThorough: true)
        #expect(report.isSound, "\(report.checks.filter { !$0.problems.isEmpty })")
        #expect(try await !indexer(manager).mend())
        try await manager.close()
        withExtendedLifetime(store) {}
    }

    @Test(arguments: ofRecords + ofTables)
    func isEmptiedWhereSearchingIsTurnedOff(sql: String) async throws {
        let (store, manager) = try await damaged(by: sql)

        try await indexer(manager).remove()

        #expect(try await manager.care().statistics().searchMissing == nil)
        try await manager.close()
        withExtendedLifetime(store) {}
    }

    @Test(arguments: ["DELETE FROM episodeSearch_data", "DROP TABLE episodeSearch"])
    func isMadeAnewAlsoForAProcessThatHasItOpen(sql: String) async throws {
        // Given two processes that have searched
        let store = try await TestStore.library(inMemory: false)
        #expect(try await store.titles("keeper").count == 2)
        let other = manager(of: store)
        try await other.loadPersistentStore()
        #expect(try await count(of: "keeper", by: other) == 2)
        try damage(store, sql)

        // When one makes it anew
        let isMended = try await indexer(other).mend()

        // Then both go on with it
        #expect(isMended)
        #expect(try await store.titles("keeper").count == 2)
        try await store.context.save { unit throws(PersistenceError) in
            let episode = Samples.titled(4, "A new keeper")
            _ = try unit.episodes.insert(episode, podcastID: 1, at: TestStore.now, isBacklog: false)
        }
        #expect(try await store.titles("keeper").count == 3)
        #expect(try await count(of: "keeper", by: other) == 3)
        #expect(try await other.care().check(isThorough: true).isSound)
        try await other.close()
        try await store.manager.close()
    }

    @Test func isNotMadeAnewOnceMoreWhereAnotherProcessWasFaster() async throws {
        // Given another process that makes it anew when this one has found it damaged, and asks for the time to begin
        let (store, manager) = try await damaged(by: "DELETE FROM episodeSearch_data WHERE id = 1")
        let theirs = "INSERT INTO episodeSearch (rowid, title) VALUES (1, 'theirs')"
        let indexer = SearchIndexer(persistence: manager, plainText: { $0 }) {
            #expect(throws: Never.self) {
                try damage(store, "DROP TABLE episodeSearch; \(SchemaV1.searchIndex); \(theirs)")
            }
            return TestStore.now
        }

        // When
        let isMended = try await indexer.mend()

        // Then theirs is kept
        #expect(isMended)
        let other = try DatabaseQueue(path: store.path)
        let sql = "SELECT count(*) FROM episodeSearch WHERE episodeSearch MATCH 'theirs'"
        #expect(try await other.read { try Int.fetchOne($0, sql: sql) } == 1)
        try other.close()
        try await manager.close()
    }

    @Test func isNotTakenForDamagedBecauseOfATableOfSomebodyElse() async throws {
        let store = try await TestStore.library()
        #expect(try await store.titles("keeper").count == 2)
        try await store.damage("CREATE TABLE episodeSearch_mine (id INTEGER)")

        #expect(try await !store.indexer().mend())
        #expect(try await store.manager.care().check().isSound)
    }

    @Test func isUsedOnceItHasBeenMadeAnew() async throws {
        let (store, manager) = try await damaged(by: "DELETE FROM episodeSearch_data WHERE id = 1")
        let query = try #require(SearchQuery("keeper"))
        let indexer = indexer(manager)

        let hits = try await indexer.mending { () async throws(PersistenceError) in
            _ = try await indexer.catchUp()
            return try await indexer.search(query, limit: 10)
        }

        #expect(hits.count == 2)
        try await manager.close()
        withExtendedLifetime(store) {}
    }

    @Test func isUsedWhereSomebodyElseHasMadeItAnew() async throws {
        let (store, manager) = try await damaged(by: "DELETE FROM episodeSearch_data WHERE id = 1")
        let query = try #require(SearchQuery("keeper"))
        let indexer = indexer(manager)

        // When it is mended after it has failed, and before it is looked at
        let hits = try await indexer.mending { () async throws(PersistenceError) in
            do throws(PersistenceError) {
                _ = try await indexer.catchUp()
                return try await indexer.search(query, limit: 10)
            } catch {
                _ = try await indexer.mend()
                throw error
            }
        }

        // Then what failed is done once more
        #expect(hits.count == 2)
        try await manager.close()
        withExtendedLifetime(store) {}
    }

    @Test func isLeftToTheProgramThatHasMigratedTheStore() async throws {
        // Given a store that a newer program has brought to a schema of its own
        let store = try await TestStore.library(inMemory: false)
        #expect(try await store.titles("keeper").count == 2)
        let known = SchemaMigrator.currentVersion
        try damage(store, "DELETE FROM episodeSearch_data; PRAGMA user_version = \(known + 1)")

        // When
        let error = await #expect(throws: PersistenceError.self) { try await store.indexer().mend() }

        // Then
        #expect(error == .outgrown(found: known + 1, known: known))
        try await store.manager.close()
    }

    @Test(arguments: [
        "DELETE FROM episodeSearch_data WHERE id = 10",
        // Most of its documents are out of date.
        "UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'searchDocument'",
    ])
    func takesNoRoomInTheLogWhereItIsDropped(sql: String) async throws {
        // Given an index of eight megabytes, where SQLite writes zeroes over what is freed
        let (store, manager) = try await damaged(
            by: """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
                INSERT INTO episodeSearch_data (id, block) SELECT 1000000 + n, zeroblob(4000) FROM number;
                \(sql);
                """
        )
        let secureDelete = "PRAGMA secure_delete"
        let writer = try manager.care().store.writer
        try await writer.writeWithoutTransaction { try $0.execute(sql: secureDelete + " = ON") }

        // When
        try await indexer(manager).tidy()

        // Then
        let log = try #require(FileStatus(path: store.path + "-wal"))
        #expect(log.size < 1_000_000)
        #expect(try await writer.writeWithoutTransaction { try Int.fetchOne($0, sql: secureDelete) } == 1)
        #expect(try await count(of: "keeper", by: manager) == 2)
        #expect(try await manager.care().check(isThorough: true).isSound)
        try await manager.close()
    }
}
