import Foundation
import class GRDB.DatabaseQueue
import Logging
import PodcastModel
import TestSupport
import Testing

@testable import Persistence

/// Stores written by every released schema version, checked in under Fixtures.
struct StoredSchemaTests {
    private static func fixture(_ version: Int) -> String {
        Repository.root + "/Fixtures/Stores/schema-v\(version).store"
    }

    /// A new version gets its fixture from this test, which fails until the
    /// file is there and can be checked in.
    ///
    /// An existing one is never rewritten.
    @Test func thereIsAStoreOfTheCurrentVersion() async throws {
        let path = StoredSchemaTests.fixture(SchemaMigrator.currentVersion)
        guard !FileManager.default.fileExists(atPath: path) else { return }

        let store = try await FilledStore.make(inMemory: false)
        try await store.manager.care().backup(toFile: path)

        Issue.record("\(path) was missing and has been written: look at it and check it in")
    }

    /// Earlier versions made duplicates of what was asked no more than they were.
    @Test func asksAgainWhatNobodyAskedInAStoreOfVersion1() async throws {
        // Given two duplicates of each other, and a feed whose original is gone
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        try FileManager.default.copyItem(atPath: StoredSchemaTests.fixture(1), toPath: folder + "/s")
        #expect(chmod(folder + "/s", 0o600) == 0)
        try await DatabaseQueue(path: folder + "/s").write { database in
            try database.execute(
                sql: """
                    UPDATE subscription SET state = 'active', duplicateOf = 3 - id, nextDueAt = NULL WHERE id IN (1, 2);
                    INSERT INTO subscription (feedURL, dedupKey, state, addedAt) VALUES ('a:', 'a:', 'active', 1);
                    """
            )
        }
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: folder + "/s")),
            logger: Logger(label: "test")
        )

        // When
        try await manager.loadPersistentStore()

        // Then
        let (due, changes) = try await manager.newBackgroundContext().perform { unit throws(PersistenceError) in
            (
                try unit.refreshes.dueSubscriptionIDs(at: TestStore.now.adding(seconds: 1_000_000)),
                try unit.changes.changes(since: 16, limit: 100)
            )
        }
        #expect(due.count == 3)
        #expect(changes.map(\.id) == [1, 2] && changes.allSatisfy { $0.fields == ["duplicateOf"] })
        #expect(try await manager.care().check().isSound)
        try await manager.close()
    }

    @Test(arguments: SchemaMigration.all.map(\.version))
    func aStoreOfAnyVersionOpensMigratesAndReads(version: Int) async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        try FileManager.default.copyItem(atPath: StoredSchemaTests.fixture(version), toPath: folder + "/s")
        #expect(chmod(folder + "/s", 0o600) == 0)
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: folder + "/s")),
            logger: Logger(label: "test")
        )

        try await manager.loadPersistentStore()

        let context = try manager.newBackgroundContext()
        let (podcast, episodes, subscriptions, changes) = try await context.perform { unit throws(PersistenceError) in
            (
                try unit.podcasts.podcast(id: 1)?.podcast,
                try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true)),
                try unit.subscriptions.subscriptions(),
                try unit.changes.changes(since: 0, limit: 100)
            )
        }
        var expected = Samples.fullPodcast
        // The column came with version 6.
        if version < 6 { expected.socialInteractions = [] }
        #expect(podcast == expected)
        #expect(episodes.map(\.episode).contains(Samples.fullEpisode))
        #expect(episodes.count == 5)
        #expect(subscriptions.map(\.feedURL) == ["https://broken.example.com/feed", "https://example.com/new.xml"])
        #expect(changes.count == 16)
        #expect(try await manager.care().check(isThorough: true).isSound)
        #expect(try await manager.care().statistics().schemaVersion == SchemaMigrator.currentVersion)
        try await manager.close()
    }

    @Test func aMigratedStoreHasTheTablesOfANewOne() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        try FileManager.default.copyItem(atPath: StoredSchemaTests.fixture(1), toPath: folder + "/s")
        let released = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: folder + "/s")),
            logger: Logger(label: "test")
        )
        try await released.loadPersistentStore()
        let current = try await TestStore(inMemory: true)
        let query =
            "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

        let (before, now) = (
            try await released.mainContext().perform { unit throws(PersistenceError) in
                try unit.fetch(query) { row in row.requiredText() }
            },
            try await current.context.perform { unit throws(PersistenceError) in
                try unit.fetch(query) { row in row.requiredText() }
            }
        )

        // A store made today and one that was migrated to today are the same.
        #expect(before == now)
        try await released.close()
    }

    @Test(arguments: [
        "https://example.com/feed.xml", "http://www.example.com:8080/a/?u=www.b.example/", "https://www.example.com/",
        "http://[2001:db8::1]/feed//",
    ])
    func whereAFeedIsSeenToMoveToGetsItsKey(feedURL: String) throws {
        let database = try DatabaseQueue()
        try database.writeWithoutTransaction { database in
            // Given a store of version 4
            try SchemaMigrator(migrations: Array(SchemaMigration.all.prefix { $0.version < 5 })).migrate(database)
            try database.execute(
                sql: """
                    INSERT INTO subscription (feedURL, dedupKey, state, addedAt, pendingMoveURL, pendingMoveCause,
                      pendingMoveSightings, pendingMoveFirstSeenAt, pendingMoveLastSeenAt)
                    VALUES ('a:', 'a:', 'active', 1, ?, 'redirect', 1, 1, 1);
                    """,
                arguments: [try FeedURL(feedURL).string]
            )
            try database.execute(
                sql: "INSERT INTO subscription (feedURL, dedupKey, state, addedAt) VALUES ('b:', 'b:', 'active', 1)"
            )

            // When
            try SchemaMigrator().migrate(database)

            // Then
            let query = "SELECT coalesce(pendingMoveKey, 'none') FROM subscription ORDER BY id"
            let keys = try String.fetchAll(database, sql: query)
            #expect(keys == [NewSubscription.dedupKey(of: feedURL), "none"])
        }
    }

    @Test(arguments: [("INSERT INTO sqlite_sequence (name, seq) VALUES ('episodeSearch', 2)", 2), ("", 0)])
    func theVersionOfTheIndexMovesToAColumn(mark: String, version: Int) throws {
        let database = try DatabaseQueue()
        try database.writeWithoutTransaction { database in
            try SchemaMigrator(migrations: [SchemaMigration.all[0]]).migrate(database)
            try database.execute(
                sql: """
                    INSERT INTO searchProgress (id, sequence, afterEpisode, updatedAt) VALUES (1, 7, NULL, 1000);
                    \(mark)
                    """
            )

            try SchemaMigrator().migrate(database)

            #expect(try Int.fetchAll(database, sql: "SELECT textVersion FROM searchProgress") == [version])
            #expect(try Int.fetchAll(database, sql: "SELECT sequence FROM searchProgress") == [7])
            let marks = "SELECT count(*) FROM sqlite_sequence WHERE name = 'episodeSearch'"
            #expect(try Int.fetchAll(database, sql: marks) == [0])
        }
    }

    /// Somebody may have deleted rows while foreign keys were off.
    @Test func opensAStoreOfVersion1WithARowThatRefersToNothing() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        try FileManager.default.copyItem(atPath: StoredSchemaTests.fixture(1), toPath: folder + "/s")
        try await DatabaseQueue(path: folder + "/s").writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    INSERT INTO episodeCategory (episodeId, position, name) VALUES (777, 0, 'x');
                    """
            )
        }
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: folder + "/s")),
            logger: Logger(label: "test")
        )

        try await manager.loadPersistentStore()

        let checks = try await manager.care().check().checks
        #expect(checks.first { $0.name == "foreign-keys" }?.problems.count == 1)
        try await manager.close()
    }

    @Test func refusesAStepThatLeavesRowsReferringToNothing() async throws {
        let store = try await FilledStore.make()
        try await store.outside("PRAGMA foreign_keys = OFF")
        try await store.damage("DELETE FROM episode WHERE id = (SELECT episodeId FROM enclosure LIMIT 1)")
        let current = SchemaMigrator.currentVersion
        let step = SchemaMigration(version: current + 1, sql: "DELETE FROM podcast; DELETE FROM episode WHERE id < 2")
        let migrator = SchemaMigrator(migrations: SchemaMigration.all + [step])

        let error = #expect(throws: PersistenceError.self) { try store.manager.care().store.migrate(with: migrator) }

        if case .corrupt = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try await store.integers("PRAGMA user_version") == [Int64(current)])
    }

    @Test func appliesLaterStepsInOneTransactionOrNotAtAll() async throws {
        let current = SchemaMigrator.currentVersion
        let steps =
            SchemaMigration.all + [
                SchemaMigration(version: current + 1, sql: "CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;"),
                SchemaMigration(version: current + 2, sql: "CREATE TABLE broken (id INTEGER PRIMARY KEY STRICT;"),
            ]
        let store = try await FilledStore.make()
        let writer = try store.manager.care().store

        #expect(throws: PersistenceError.self) { try writer.migrate(with: SchemaMigrator(migrations: steps)) }
        #expect(try await store.integers("PRAGMA user_version") == [Int64(current)])
        #expect(try await store.integers("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == [0])

        try writer.migrate(with: SchemaMigrator(migrations: steps.dropLast()))
        #expect(try await store.integers("PRAGMA user_version") == [Int64(current) + 1])
        #expect(try await store.integers("SELECT count(*) FROM extra") == [0])
        #expect(try await store.integers("PRAGMA foreign_keys") == [1])
    }
}
