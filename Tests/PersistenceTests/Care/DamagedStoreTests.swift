import Foundation
import Logging
import PodcastModel
import Testing

@testable import Persistence

/// What a check finds in a store that is damaged, rather than fail itself.
struct DamagedStoreTests {
    @Test func findsDamagedPages() async throws {
        let store = try await TestStore()
        try await store.add(episodes: (1...500).map { Samples.incoming($0) })
        try await store.manager.close()
        var content = try #require(FileManager.default.contents(atPath: store.path))
        // The last pages hold episodes; the schema, without which nothing opens, lies before them.
        for page in (content.count / 4_096 - 20)..<(content.count / 4_096) {
            content.replaceSubrange(page * 4_096..<page * 4_096 + 64, with: [UInt8](repeating: 0xFF, count: 64))
        }
        try content.write(to: URL(fileURLWithPath: store.path))
        // A damaged store may refuse to be opened for writing; reading is enough to check it.
        var configuration = PersistenceConfiguration(location: .file(path: store.path))
        configuration.isReadOnly = true
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()

        let report = try await manager.care().check()

        #expect(!report.isSound)
        #expect(report.checks.first { $0.name == "integrity" }?.problems.isEmpty == false)
    }

    @Test func findsAFileOfWhichLessThanAPageIsMissing() async throws {
        // Given a store that is closed, so that all of it is in its file
        let store = try await FilledStore.make(inMemory: false)
        try await store.manager.close()
        let content = try #require(FileManager.default.contents(atPath: store.path))
        try content.dropLast(100).write(to: URL(fileURLWithPath: store.path))
        #expect(chmod(store.path, 0o600) == 0)
        var configuration = PersistenceConfiguration(location: .file(path: store.path))
        configuration.isReadOnly = true
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()

        // When
        let report = try await manager.care().check()

        // Then
        let problem = "the file is cut off: 100 bytes of its last page are missing"
        #expect(report.checks.first { $0.name == "integrity" }?.problems.last == problem)
    }

    @Test func findsARowThatBreaksARuleOfItsTableWhereTheStoreIsOnlyRead() async throws {
        // Given a row that only who does not ask for the rules can write
        let store = try await FilledStore.make(inMemory: false)
        try await store.outside("PRAGMA ignore_check_constraints = ON")
        try await store.damage("UPDATE episode SET keyKind = 'other' WHERE id = (SELECT min(id) FROM episode)")
        try await store.manager.close()
        var configuration = PersistenceConfiguration(location: .file(path: store.path))
        configuration.isReadOnly = true
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()

        // When
        let report = try await manager.care().check()

        // Then
        let rule = "(keyKind = 'guid' OR keyKind = 'enclosure' OR keyKind = 'link' OR keyKind = 'hash')"
        #expect(
            report.checks.first { $0.name == "check-constraints" }?.problems
                == ["episode: 1 of its rows breaks the rule \(rule)"]
        )
    }

    @Test func findsADamagedSearchIndexWhichIsBuiltAnewWhenItIsTidied() async throws {
        // Given an index of which only the beginning is whole
        let store = try await FilledStore.make(inMemory: false)
        _ = try await indexer(store.manager).catchUp()
        try await store.damage("DELETE FROM episodeSearch_data WHERE id > 10")
        try await store.manager.close()
        let configuration = PersistenceConfiguration(location: .file(path: store.path))
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()

        // When
        let problems = try await manager.care().check().checks.first { $0.name == "search-index" }?.problems
        try await indexer(manager).tidy()

        // Then
        let detail = "database disk image is malformed"
        #expect(
            problems == ["the search index is damaged (\(detail)); `podimport store optimize` builds it anew"]
        )
        let report = try await manager.care().check()
        #expect(report.isSound, "\(report.checks.filter { !$0.problems.isEmpty })")
        #expect(try await manager.care().statistics().searchMissing == 0)
        try await manager.close()
    }

    @Test func findsASearchIndexThatSomebodyHasEmptiedWhichIsBuiltAnewWhenItIsTidied() async throws {
        // Given
        let store = try await TestStore.library()
        #expect(try await store.titles("keeper").count == 2)
        try await store.damage("INSERT INTO episodeSearch (episodeSearch) VALUES ('delete-all')")

        // When
        let problems = try await store.manager.care().check().checks.first { $0.name == "search-index" }?.problems
        try await store.indexer().tidy()

        // Then
        let detail = "3 of its documents are missing"
        #expect(problems == ["the search index is damaged (\(detail)); `podimport store optimize` builds it anew"])
        #expect(try await store.titles("keeper").count == 2)
        #expect(try await store.manager.care().check().isSound)
    }

    private func indexer(_ manager: PersistenceManager) -> SearchIndexer {
        SearchIndexer(persistence: manager, plainText: { $0 }, now: { TestStore.now })
    }

    @Test(arguments: ["DROP TABLE enclosure", "ALTER TABLE podcast RENAME COLUMN cloud TO mine"])
    func findsWhatIsMissingAlsoWhereAnotherCheckNeedsIt(damage: String) async throws {
        let store = try await FilledStore.make()
        try await store.outside("PRAGMA foreign_keys = OFF")
        try await store.damage(damage)

        let report = try await store.manager.care().check()

        let found = report.checks.filter { !$0.problems.isEmpty }.map(\.name)
        #expect(found.contains("schema"), "\(found)")
        #expect(report.checks.last?.name == "file-mode")
    }

    @Test func saysInOneLineWhatSQLiteDoesNotFind() async throws {
        let store = try await FilledStore.make()
        try await store.damage("ALTER TABLE subscription RENAME COLUMN lastSuccessAt TO mine")

        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.perform { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscription(id: 1)
            }
        }

        let text = error?.description ?? ""
        #expect(text.hasPrefix("persistence: SQLite error 1 in the store: no such column: "))
        #expect(text.hasSuffix("`; `podimport store check` says more"))
        #expect(!text.contains("\n"))
    }

    /// Lets SQLite take a table for another for a while, in which something is done that the table forbids.
    private func damage(
        _ store: TestStore,
        _ sql: String,
        in table: String,
        replacing rule: String,
        with other: String
    ) async throws {
        for (old, new) in [(rule, other), (other, rule)] {
            try await store.outside("PRAGMA writable_schema = ON")
            try await store.damage(
                "UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(table)'"
            )
            try await store.outside("PRAGMA writable_schema = RESET")
            if old == rule { try await store.damage(sql) }
        }
    }

    @Test func findsAValueThatIsNotThere() async throws {
        let store = try await FilledStore.make()
        try await damage(
            store,
            "UPDATE subscription SET dedupKey = NULL WHERE id = 1",
            in: "subscription",
            replacing: "dedupKey TEXT NOT NULL",
            with: "dedupKey TEXT"
        )

        let report = try await store.manager.care().check()

        let found = report.checks.filter { !$0.problems.isEmpty }.map(\.name)
        #expect(found.contains("integrity") && found.contains("dedup-key"), "\(found)")
    }

    @Test func findsAValueThatNoRuleCanBeAskedAbout() async throws {
        // Given categories of which none can be taken out of their list
        let store = try await FilledStore.make(inMemory: false)
        try await store.outside("PRAGMA ignore_check_constraints = ON")
        try await damage(
            store,
            "UPDATE podcastCategory SET path = '{'",
            in: "podcastCategory",
            replacing: "json_extract(path,",
            with: "coalesce(path,"
        )
        try await store.outside("PRAGMA ignore_check_constraints = OFF")

        // When
        let report = try await store.manager.care().check()
        let error = await #expect(throws: PersistenceError.self) {
            try await store.manager.care().backup(toFile: store.folder + "/copy.sqlite")
        }

        // Then
        #expect(report.checks.first { $0.name == "integrity" }?.problems == ["malformed JSON"])
        #expect(error == .corrupt(detail: "malformed JSON"))
    }
}
