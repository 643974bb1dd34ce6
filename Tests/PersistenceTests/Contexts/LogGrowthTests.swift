import Dispatch
import Foundation
import Logging
import TestSupport
import Testing

@testable import Persistence

struct LogGrowthTests {
    private func size(ofLogOf path: String) throws -> Int64 {
        try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int64 ?? 0
    }

    /// A store whose log is to stay small.
    private func store(at path: String, _ log: RecordedLog) async throws -> PersistenceManager {
        var configuration = PersistenceConfiguration(location: .file(path: path))
        configuration.logLimitBytes = 400_000
        let manager = PersistenceManager(configuration: configuration, logger: log.logger())
        try await manager.loadPersistentStore()
        return manager
    }

    @Test func warnsOfAReaderThatKeepsTheLogFromBeingMergedAndMergesItAfterwards() async throws {
        // Given a store with room for little, and a reader that keeps its snapshot
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/store.sqlite"
        let log = RecordedLog()
        let manager = try await store(at: path, log)
        let (reading, isReading) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let reader = try manager.mainContext()
        async let counts = reader.perform { unit throws(PersistenceError) in
            let before = try unit.changes.lastSequence()
            isReading.yield()
            gate.wait()
            return (before, try unit.changes.lastSequence())
        }
        for await _ in reading { break }

        // When much is written
        for number in 0..<60 { try await subscribe(to: number, in: manager) }
        let grown = try size(ofLogOf: path)
        let warnings = log.lines
        gate.signal()

        // Then the reader had what it wanted, and somebody was told, not each time
        let (before, after) = try await counts
        #expect(before == after)
        #expect(grown > 800_000)
        #expect((1...4).contains(warnings.count))
        #expect(warnings.allSatisfy { $0.hasPrefix("warning the store's log grows") })

        // And when the reader has ended, the log is small again
        var number = 100
        while log.lines.last?.hasPrefix("notice") != true {
            try await subscribe(to: number, in: manager)
            number += 1
        }
        #expect(try size(ofLogOf: path) < 400_000)
        try await manager.close()
    }

    @Test func warnsOfTheNextReaderAsEarlyAsOfTheFirst() async throws {
        // Given a store whose log SQLite merges early, and then cuts to less than what is warned of
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/store.sqlite"
        let log = RecordedLog()
        let manager = try await store(at: path, log)
        try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.fetchInteger("PRAGMA wal_autocheckpoint = 4")
            _ = try unit.fetchInteger("PRAGMA journal_size_limit = 100000")
        }

        // When one reader after the other keeps the log from being merged
        for first in [0, 1_000] {
            let reader = try await HeldSnapshot(of: manager)
            try await subscribe(from: first, in: manager) { log.lines.last?.hasPrefix("warning") == true }
            let grown = try size(ofLogOf: path)
            try await reader.end()
            try await subscribe(from: first + 500, in: manager) { log.lines.last?.hasPrefix("notice") == true }

            // Then somebody is told before it is twice as long
            #expect(grown < 800_000)
        }
        #expect(log.lines.map { $0.prefix { $0 != " " } } == ["warning", "notice", "warning", "notice"])
        try await manager.close()
    }

    @Test func givesBackTheRoomThatASaveTookWhichDidNotFit() async throws {
        // Given a store that may grow by a thousand pages, and little memory for what is not committed yet
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/store.sqlite"
        var configuration = PersistenceConfiguration(location: .file(path: path))
        configuration.writerCacheKilobytes = 256
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()
        try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
            let pages = try unit.fetchInteger("PRAGMA page_count")
            _ = try unit.execute("PRAGMA max_page_count = \(pages + 1000)")
        }
        try await subscribe(to: 1, in: manager)

        // When
        await #expect(throws: PersistenceError.full) {
            try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.execute("CREATE TABLE filler (content BLOB)")
                for _ in 0..<2000 { _ = try unit.execute("INSERT INTO filler VALUES (randomblob(16384))") }
            }
        }

        // Then the log is no longer than what the next save writes, and what was there before is there still
        try await subscribe(to: 2, in: manager)
        #expect(try size(ofLogOf: path) < 1_000_000)
        let count = try await manager.mainContext().perform { unit throws(PersistenceError) in
            try unit.fetchInteger("SELECT count(*) FROM subscription")
        }
        #expect(count == 2)
        try await manager.close()
    }

    /// Writes until something has happened, but not for ever.
    private func subscribe(
        from first: Int,
        in manager: PersistenceManager,
        until hasHappened: () -> Bool
    ) async throws {
        for number in first..<first + 200 where !hasHappened() { try await subscribe(to: number, in: manager) }
    }

    private func subscribe(to number: Int, in manager: PersistenceManager) async throws {
        try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: "https://x.example/\(number)"),
                at: TestStore.now
            )
        }
    }
}
