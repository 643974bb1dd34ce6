import Foundation
import class GRDB.Database
import struct GRDB.DatabaseEvent
import enum GRDB.DatabaseEventKind
import class GRDB.DatabasePool
import class GRDB.DatabaseQueue
import protocol GRDB.TransactionObserver
import PodcastModel
import TestSupport
import Testing

@testable import Persistence

/// Stores as a process leaves them that is killed while it makes or migrates them: the pages that it had written
/// already, and beside them the journal by which they are taken back.
struct UnfinishedStoreTests {
    /// How much of the new pages had reached the file.
    enum Written: CaseIterable {
        case nothing, firstPage, allButTheFirst, everything
    }

    /// Brings a file to the current schema, but for the end of the transaction.
    private func migrate(_ path: String, isNew: Bool) throws {
        let keeper = JournalKeeper(path: path)
        let database = try DatabaseQueue(path: path)
        database.add(transactionObserver: keeper)
        try database.writeWithoutTransaction { database in
            // The journal is whole without having been synced.
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.execute(sql: isNew ? "PRAGMA page_size = 16384" : "PRAGMA journal_mode = DELETE")
            try SchemaMigrator().migrate(database)
        }
        try database.close()
        try #require(keeper.journal).write(to: URL(fileURLWithPath: path + "-journal"))
    }

    /// The folder of a store that was being made.
    private func unfinished(_ written: Written = .everything) throws -> String {
        let folder = TestStore.newFolder()
        #expect(FileManager.default.createFile(atPath: folder + "/s", contents: nil))
        try migrate(folder + "/s", isNew: true)
        var pages = try #require(FileManager.default.contents(atPath: folder + "/s"))
        switch written {
        case .nothing: pages = Data()
        case .firstPage: pages = pages.prefix(16_384)
        case .allButTheFirst: pages.replaceSubrange(0..<16_384, with: Data(count: 16_384))
        case .everything: break
        }
        try pages.write(to: URL(fileURLWithPath: folder + "/s"))
        return folder
    }

    private func expectWholeStore(_ manager: PersistenceManager) async throws {
        let report = try await manager.care().check(isThorough: true)
        #expect(report.isSound, "\(report.checks.filter { !$0.problems.isEmpty })")
        #expect(try await manager.care().statistics().schemaVersion == SchemaMigrator.currentVersion)
        try await manager.close()
    }

    @Test(arguments: Written.allCases)
    func aStoreWhoseMakingWasCutShortIsMadeAnew(written: Written) async throws {
        let folder = try unfinished(written)
        defer { TestStore.remove(folder) }

        let manager = try await TestStore.load(folder + "/s")

        try await expectWholeStore(manager)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["s"])
        var status = stat()
        #expect(stat(folder + "/s", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func twoThatMakeItAtTheSameMomentBothHaveIt() async throws {
        for _ in 1...5 {
            let folder = try unfinished()
            defer { TestStore.remove(folder) }

            async let first = TestStore.load(folder + "/s")
            async let second = TestStore.load(folder + "/s")
            let managers = try await [first, second]

            try await managers[0].close()
            try await expectWholeStore(managers[1])
        }
    }

    @Test(arguments: Written.allCases)
    func whoOnlyReadsIsToldThatThereIsNoStoreYet(written: Written) async throws {
        let folder = try unfinished(written)
        defer { TestStore.remove(folder) }

        let error = await #expect(throws: PersistenceError.self) {
            try await TestStore.load(folder + "/s") { $0.isReadOnly = true }
        }

        #expect(error?.description.contains("there is no store yet") == true)
        // Nothing was lost by it.
        try await expectWholeStore(try await TestStore.load(folder + "/s"))
    }

    @Test func anEmptyDatabaseIsOneOfNobody() async throws {
        // Given what comes of an unfinished store that is only opened, and switched to its log
        let folder = try unfinished()
        defer { TestStore.remove(folder) }
        try DatabasePool(path: folder + "/s").close()
        let size = try #require(FileManager.default.contents(atPath: folder + "/s")).count
        #expect(size > 0)

        try await expectWholeStore(try await TestStore.load(folder + "/s"))
    }

    @Test(arguments: ["PRAGMA user_version = 7", "PRAGMA application_id = 7", "CREATE TABLE recipe (name TEXT)"])
    func aDatabaseThatSaysSomethingIsNotOurs(sql: String) async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let database = try DatabaseQueue(path: folder + "/s")
        try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
        let before = FileManager.default.contents(atPath: folder + "/s")

        let error = await #expect(throws: PersistenceError.self) { try await TestStore.load(folder + "/s") }

        #expect(error?.shortDescription == "foreign-file")
        #expect(FileManager.default.contents(atPath: folder + "/s") == before)
    }

    @Test func aMigrationThatWasCutShortIsMadeAnew() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let older = Repository.root + "/Fixtures/Stores/schema-v1.store"
        try FileManager.default.copyItem(atPath: older, toPath: folder + "/s")
        // A checkout is for all to read.
        #expect(chmod(folder + "/s", 0o600) == 0)
        try migrate(folder + "/s", isNew: false)

        // Who only reads finds that it is the older one still
        await #expect(throws: PersistenceError.needsMigration(found: 1, known: SchemaMigrator.currentVersion)) {
            try await TestStore.load(folder + "/s") { $0.isReadOnly = true }
        }
        try migrate(folder + "/s", isNew: false)
        try await expectWholeStore(try await TestStore.load(folder + "/s"))
    }

    @Test(arguments: [false, true])
    func changesThatWaitToBeTakenBackHinderNobody(isReadOnly: Bool) async throws {
        // Given a journal in which nothing can be read
        let store = try await TestStore()
        try await store.add()
        try await store.manager.close()
        var numbers = SeededGenerator(seed: 3)
        let noise = Data((0..<5_000).map { _ in UInt8(numbers.next(below: 255) + 1) })
        try noise.write(to: URL(fileURLWithPath: store.path + "-journal"))

        let manager = try await TestStore.load(store.path) { $0.isReadOnly = isReadOnly }

        #expect(try await manager.care().statistics().podcasts == 1)
        try await manager.close()
    }
}

/// Keeps the journal of a transaction as it is before the transaction ends.
private final class JournalKeeper: TransactionObserver {
    private let path: String
    private(set) var journal: Data?

    init(path: String) {
        self.path = path
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() { journal = FileManager.default.contents(atPath: path + "-journal") }
    func databaseDidCommit(_ database: Database) {}
    func databaseDidRollback(_ database: Database) {}
}
