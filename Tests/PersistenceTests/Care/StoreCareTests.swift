import Foundation
import class GRDB.Database
import Logging
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

struct StoreCareTests {
    // MARK: - Checking

    @Test(arguments: [false, true])
    func findsASoundStoreSound(isThorough: Bool) async throws {
        let store = try await FilledStore.make(inMemory: false)

        let report = try await store.manager.care().check(isThorough: isThorough)

        #expect(report.isSound, "\(report.checks.filter { !$0.problems.isEmpty })")
        #expect(report.checks.count > 15)
        #expect(Set(report.checks.map(\.name)).count == report.checks.count)
    }

    @Test(arguments: [
        ("foreign-keys", "UPDATE enclosure SET episodeId = episodeId + 999"),
        ("change-log-gap", "DELETE FROM change WHERE sequence = 4"),
        ("numbers-used-up", "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'episode'"),
        ("consumer-ahead", "UPDATE consumer SET sequence = 1000"),
        (
            "search-ahead",
            "INSERT OR REPLACE INTO searchProgress (id, sequence, updatedAt, textVersion) VALUES (1, 1000, 0, 2)"
        ),
        ("alias-in-use", "UPDATE episodeAlias SET key = 'guid-1'"),
        ("alias-of-other-podcast", "UPDATE episodeAlias SET podcastId = 77"),
        ("tombstone-of-present-episode", "UPDATE tombstone SET key = 'guid-1' WHERE key = 'guid-4'"),
        ("podcast-without-subscription", "UPDATE subscription SET podcastId = NULL"),
        ("never-due", "UPDATE subscription SET state = 'active', nextDueAt = NULL"),
        ("held-without-document", "DELETE FROM heldDocument"),
        ("duplicate-of-duplicate", "UPDATE subscription SET duplicateOf = 3 - id"),
        (
            "move-to-itself",
            """
            UPDATE subscription SET pendingMoveURL = feedURL, pendingMoveCause = 'redirect', pendingMoveSightings = 1,
            pendingMoveFirstSeenAt = 1, pendingMoveLastSeenAt = 1
            """
        ),
        ("sort-date", "UPDATE episode SET sortedAt = 5"),
        ("dedup-key", "UPDATE subscription SET dedupKey = 'x' || id"),
        (
            "dedup-key",
            """
            UPDATE subscription SET pendingMoveURL = 'https://b.example/', pendingMoveCause = 'redirect',
            pendingMoveSightings = 1, pendingMoveFirstSeenAt = 1, pendingMoveLastSeenAt = 1, pendingMoveKey = 'x'
            """
        ),
        ("unreadable", "UPDATE podcast SET trailers = '[{}]'"), ("unreadable", "UPDATE episode SET value = '{}'"),
        ("unreadable", "UPDATE subscription SET overrides = '[]'"),
        ("unreadable", "UPDATE podcast SET updateFrequency = '{\"startsAt\": \"soon\"}'"),
        ("integrity", "UPDATE episode SET keyKind = 'other'"),
        ("check-constraints", "UPDATE episode SET keyKind = 'other'"),
        ("check-constraints", "UPDATE subscription SET failures = 1, failingSince = NULL"),
        ("check-constraints", "UPDATE podcast SET cloud = '{'"),
        ("positions-of-chapter", "DELETE FROM chapter WHERE position = 0"),
        ("positions-of-enclosure", "UPDATE enclosure SET position = 5 WHERE position = 0"),
        ("positions-of-podcastCategory", "DELETE FROM podcastCategory WHERE position = 0"),
        ("schema", "DROP TABLE lease"), ("schema", "DROP INDEX subscriptionByDue"), ("schema", "DROP VIEW showNotes"),
        ("schema", "CREATE TRIGGER no AFTER INSERT ON fetch BEGIN SELECT raise(ABORT, 'no'); END"),
        ("schema", "CREATE UNIQUE INDEX once ON fetch (id)"), ("schema", "ALTER TABLE host ADD COLUMN mine TEXT"),
    ])
    func findsWhatMustNotBe(check: String, damage: String) async throws {
        let store = try await FilledStore.make()
        // Pragmas of this kind only work outside a transaction, as an outsider's would.
        try await store.outside("PRAGMA foreign_keys = OFF")
        try await store.outside("PRAGMA ignore_check_constraints = ON")
        try await store.damage(damage)
        try await store.outside("PRAGMA ignore_check_constraints = OFF")

        let report = try await store.manager.care().check()

        let found = report.checks.filter { !$0.problems.isEmpty }.map(\.name)
        #expect(found.contains(check), "\(found)")
    }

    @Test func letsTablesOfOthersBe() async throws {
        let store = try await FilledStore.make()
        try await store.damage("CREATE TABLE mine (episode INTEGER)")
        try await store.damage("CREATE VIEW titles AS SELECT title FROM episode")
        try await store.damage("ANALYZE")

        let report = try await store.manager.care().check()

        #expect(report.isSound, "\(report.checks.filter { !$0.problems.isEmpty })")
    }

    @Test func namesTheRowsThatCannotBeRead() async throws {
        let store = try await FilledStore.make()
        try await store.damage("UPDATE podcast SET trailers = '{}', images = '5'")
        try await store.damage("UPDATE subscription SET overrides = '[]' WHERE id = 2")

        let checks = try await store.manager.care().check().checks

        #expect(
            checks.first { $0.name == "unreadable" }?.problems
                == ["subscription 2: overrides cannot be read", "podcast 1: trailers, images cannot be read"]
        )
    }

    @Test func findsAFileThatEverybodyCanRead() async throws {
        let store = try await TestStore()
        #expect(chmod(store.path, 0o644) == 0)

        let report = try await store.manager.care().check()

        #expect(report.checks.filter { !$0.problems.isEmpty }.map(\.name) == ["file-mode"])
    }

    // MARK: - Counting

    @Test func countsWhatTheStoreHolds() async throws {
        let store = try await FilledStore.make(inMemory: false)

        let statistics = try await store.manager.care().statistics()

        #expect(statistics.path == store.path)
        #expect(statistics.fileBytes > 4_096)
        #expect(statistics.schemaVersion == SchemaMigrator.currentVersion)
        #expect(statistics.podcasts == 1)
        #expect(statistics.subscriptions == 2)
        #expect(statistics.failingSubscriptions == 1)
        #expect(statistics.episodes == 5)
        #expect(statistics.removedEpisodes == 1)
        #expect(statistics.enclosures == 6)
        #expect(statistics.oldestEpisodeAt == Timestamp(epochSeconds: 1_700_000_000))
        #expect(statistics.lastChange == 16)
        #expect(
            statistics.changes
                == .init(count: 16, oldestAt: TestStore.now, last: 16, consumers: [.init(name: "hooks", unread: 14)])
        )
        #expect(statistics.searchMissing == nil)
    }

    @Test(arguments: [("min", Int64.min, 16), ("max", .max, Int64.max)])
    func countsWhateverNumbersTheChangesHave(end: String, number: Int64, last: Int64) async throws {
        let store = try await FilledStore.make()
        try await store.damage(
            "UPDATE change SET sequence = \(number) WHERE sequence = (SELECT \(end)(sequence) FROM change)"
        )

        let changes = try await store.manager.care().statistics().changes

        #expect(changes.count == last && changes.last == last)
    }

    @Test func saysHowFarTheSearchIndexIsBehind() async throws {
        let store = try await FilledStore.make()
        let indexer = SearchIndexer(persistence: store.manager, plainText: { $0 }, now: { TestStore.now })
        var missing: [Int64?] = [try await store.manager.care().statistics().searchMissing]

        _ = try await indexer.catchUp()
        missing.append(try await store.manager.care().statistics().searchMissing)
        try await store.context.save { unit throws(PersistenceError) in
            for number in 20...22 {
                try unit.episodes.insert(Samples.incoming(number), podcastID: 1, at: TestStore.now, isBacklog: false)
            }
        }
        missing.append(try await store.manager.care().statistics().searchMissing)

        #expect(missing == [nil, 0, 3])
    }

    @Test func countsTheChangesThatAreKept() async throws {
        let store = try await TestStore(inMemory: true)
        #expect(
            try await store.manager.care().statistics().changes
                == .init(count: 0, oldestAt: nil, last: 0, consumers: [])
        )
        try await store.add(episodes: (1...3).map { Samples.incoming($0) })
        try await store.damage("UPDATE change SET at = at - 500 WHERE sequence <= 2")
        _ = try await store.context.save { unit throws(PersistenceError) in
            try unit.changes.trim(before: TestStore.now.adding(seconds: -100), at: TestStore.now)
        }

        let changes = try await store.manager.care().statistics().changes

        #expect(changes == .init(count: 3, oldestAt: TestStore.now, last: 5, consumers: []))
    }

    // MARK: - Tidying

    @Test(arguments: [false, true])
    func tidiesWithoutLosingAnything(compacts: Bool) async throws {
        let store = try await FilledStore.make(inMemory: false)
        let before = try await store.manager.care().statistics()

        try await store.manager.care().optimize(compacts: compacts)

        let after = try await store.manager.care().statistics()
        #expect(after.episodes == before.episodes)
        #expect(after.lastChange == before.lastChange)
        // Figures of a small table would mislead the planner once it has grown.
        #expect(try await store.integers("SELECT count(*) FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 1000") == [0])
        #expect(try await store.manager.care().check(isThorough: true).isSound)
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsNobodyFromWritingWhileSomebodyReads() async throws {
        // Given somebody who keeps a snapshot until the store has been tidied, and a busy timeout of a day
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        var configuration = PersistenceConfiguration(location: .file(path: folder + "/store.sqlite"))
        configuration.busyTimeoutSeconds = 86_400
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()
        let reader = try await HeldSnapshot(of: manager)

        // Then it is tidied without waiting for that reader, which would keep others from writing
        try await manager.care().optimize(patience: .zero)
        try await reader.end()
        try await manager.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func waitsForAReaderThatEndsSoon() async throws {
        // Given somebody who reads a state from before the file is rewritten, until the log is merged for the second time
        let store = try await FilledStore.make(inMemory: false)
        let reader = try await HeldSnapshot(of: store.manager)
        let attempts = Mutex(0)
        try await store.manager.care().store.writer.writeWithoutTransaction { database in
            database.trace { event in
                guard case .statement(let statement) = event, statement.sql.contains("TRUNCATE") else { return }
                attempts.withLock { $0 += 1 }
                if attempts.withLock(\.self) == 2 { reader.letGo() }
            }
        }

        // When
        try await store.manager.care().optimize(compacts: true, patience: .seconds(300))
        try await reader.hasEnded()

        // Then the file is as small as it can be, and so is its log
        #expect(FileStatus(path: store.path + "-wal")?.size == 0)
    }

    @Test func takesNoStoreIntoMemoryToCompactIt() async throws {
        let store = try await FilledStore.make(inMemory: false)
        let run = Mutex<[String]>([])
        try await store.manager.care().store.writer.barrierWriteWithoutTransaction { database in
            database.trace { event in
                guard case .statement(let statement) = event else { return }
                run.withLock { $0.append(statement.sql) }
            }
        }

        try await store.manager.care().optimize(compacts: true)

        // Everything else that is temporary stays in memory.
        let told = run.withLock { $0.filter { $0 == "VACUUM" || $0.hasPrefix("PRAGMA temp_store") } }
        #expect(told == ["PRAGMA temp_store = FILE", "VACUUM", "PRAGMA temp_store = MEMORY"])
    }
}
