import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

import struct GRDB.Configuration
import class GRDB.DatabaseQueue
@testable import Persistence

struct PersistenceManagerTests {
    private func manager(_ path: String) -> PersistenceManager {
        PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: path)),
            logger: Logger(label: "test")
        )
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        /// One more than the last time.
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Of a connection that keeps the store for itself.
    private static var holding: Configuration {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    @Test func givesNoContextBeforeTheStoreIsLoaded() {
        let manager = manager("/nowhere/store.sqlite")

        #expect(manager.state == .notLoaded)
        #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try manager.mainContext() }
        #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try manager.newBackgroundContext() }
        #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try manager.care() }
    }

    @Test func showsEveryStateItGoesThrough() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let manager = manager(folder + "/store.sqlite")
        var states = manager.states.makeAsyncIterator()

        try await manager.loadPersistentStore()
        try await manager.close()

        var seen: [PersistentStoreState] = []
        for _ in 0..<4 { if let state = await states.next() { seen.append(state) } }
        #expect(seen == [.notLoaded, .loading, .loaded, .notLoaded])
    }

    @Test func whoeverWaitsIsToldWhenTheStoreIsLoaded() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let manager = manager(folder + "/store.sqlite")

        async let waiting: Void = manager.loaded()
        async let first: Void = manager.loadPersistentStore()
        async let second: Void = manager.loadPersistentStore()
        _ = try await (waiting, first, second)

        #expect(manager.state == .loaded)
        try await manager.loadPersistentStore()
        _ = try manager.newBackgroundContext()
    }

    @Test func whoeverWaitsIsToldWhyLoadingFailed() async throws {
        let manager = manager("/nowhere/at/all/store.sqlite")
        let error = PersistenceError.missingFolder(path: "/nowhere/at/all")

        async let waiting: Void = manager.loaded()
        await #expect(throws: error) { try await manager.loadPersistentStore() }
        do {
            try await waiting
            Issue.record("nobody told the waiting task")
        } catch let thrown {
            #expect(thrown as? PersistenceError == error)
        }

        #expect(manager.state == .failed(error))
        #expect(throws: PersistenceError.notLoaded(.failed(error))) { try manager.mainContext() }
    }

    @Test func aStoreThatAnotherProcessHasLockedIsWaitedFor() async throws {
        try await Self.withLockedStore { manager, writer in
            // When it is loaded, and nobody waits
            await #expect(throws: PersistenceError.busy) { try await manager.loadPersistentStore() }

            // And when somebody does, until the other one has done
            let waits = Counter()
            try await manager.loadPersistentStore(whenBusy: {
                #expect(manager.state == .loading)
                if waits.next() == 3 { try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }
            })

            // Then
            #expect(manager.state == .loaded)
            #expect(waits.next() == 4)
            try await manager.close()
        }
    }

    @Test func theWaitForALockedStoreCanBeEnded() async throws {
        try await Self.withLockedStore { manager, writer in
            await #expect(throws: PersistenceError.interrupted) {
                try await manager.loadPersistentStore(whenBusy: { throw CancellationError() })
            }
            try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }
    }

    /// An older store, which another process is writing to.
    private static func withLockedStore(
        _ test: (_ manager: PersistenceManager, _ writer: DatabaseQueue) async throws -> Void
    ) async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/store.sqlite"
        try FileManager.default.copyItem(atPath: Repository.root + "/Fixtures/Stores/schema-v1.store", toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var configuration = PersistenceConfiguration(location: .file(path: path))
        configuration.busyTimeoutSeconds = 0.01
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        let writer = try DatabaseQueue(path: path, configuration: holding)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        try await test(manager, writer)
    }

    @Test func waitingEndsWhenTheTaskIsCancelled() async {
        let manager = manager("/nowhere/store.sqlite")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await manager.loaded()
        }

        await #expect(throws: PersistenceError.interrupted) { try await task.value }
    }

    @Test func canBeTriedAgainAfterAFailure() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let manager = manager(folder + "/later/store.sqlite")
        await #expect(throws: PersistenceError.missingFolder(path: folder + "/later")) {
            try await manager.loadPersistentStore()
        }

        try FileManager.default.createDirectory(atPath: folder + "/later", withIntermediateDirectories: true)
        try await manager.loadPersistentStore()

        #expect(manager.state == .loaded)
    }

    @Test func closingFinishesWhatWaitsAndRefusesWhatComesLater() async throws {
        let store = try await TestStore()
        let context = store.context

        let saves = (1...50).map { number in
            Task {
                try await context.save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.subscribe(
                        to: NewSubscription(feedURL: "https://example.com/\(number)"),
                        at: TestStore.now
                    )
                }
            }
        }
        try await store.manager.close()

        var (done, refused) = (0, 0)
        for save in saves {
            switch await save.result {
            case .success: done += 1
            case .failure(let error):
                #expect(error as? PersistenceError == .notLoaded(.notLoaded))
                refused += 1
            }
        }
        #expect(done + refused == 50)
        await #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try await context.save { _ in } }
        await #expect(throws: PersistenceError.self) { try await context.perform { _ in } }
        #expect(store.manager.state == .notLoaded)

        try await store.manager.loadPersistentStore()
        let again = try store.manager.newBackgroundContext()
        let count = try await again.perform { unit throws(PersistenceError) in
            try unit.fetchInteger("SELECT count(*) FROM subscription")
        }
        #expect(count == Int64(done))
    }

    @Test func countsTheTransactionsOfItsWriterAndTheirTime() async throws {
        let store = try await TestStore()
        let before = try store.manager.writerUse()

        for number in 1...3 { try await store.add(feedURL: "https://example.com/\(number)") }

        let use = try store.manager.writerUse()
        #expect(use.transactions == before.transactions + 3)
        #expect(use.busy > before.busy)
        #expect(use.processor > before.processor)
        try await store.manager.close()
        #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try store.manager.writerUse() }
    }

    @Test func aClosedStoreIsOneFile() async throws {
        let store = try await TestStore()
        try await store.add()
        #expect(try await store.integers("SELECT count(*) FROM subscription") == [1])
        #expect(try files(of: store).contains("store.sqlite-wal"))

        try await store.manager.close()

        #expect(try files(of: store) == ["store.sqlite"])
    }

    @Test func aClosedStoreIsOneFileAlsoWhenItWasWatched() async throws {
        // Given somebody who was told that the store was looked at for what others write
        let store = try await TestStore()
        try await store.add()
        var commits = try store.manager.commits().makeAsyncIterator()
        #expect(await commits.next() != nil)

        try await store.manager.close()

        #expect(try files(of: store) == ["store.sqlite"])
    }

    @Test func nothingIsOpenedToLookAtAStoreThatIsClosed() async throws {
        let store = try await TestStore()
        let version = DataVersion(path: store.path, configuration: store.manager.configuration)
        #expect(try await version.read() > 0)

        try version.close()

        await #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try await version.read() }
    }

    @Test func theLogStaysForWhomeverHasTheStoreOpenStill() async throws {
        let store = try await TestStore()
        let other = manager(store.path)
        try await other.loadPersistentStore()
        try await store.add()

        try await store.manager.close()

        let count = try await other.mainContext().perform { unit throws(PersistenceError) in
            try unit.fetchInteger("SELECT count(*) FROM subscription")
        }
        #expect(count == 1)
        #expect(try files(of: store).contains("store.sqlite-wal"))
        try await other.close()
        #expect(try files(of: store) == ["store.sqlite"])
    }

    @Test(.timeLimit(.minutes(5)))
    func closingDoesNotWaitForTheLockOfAnotherProcessIfNothingIsToBeWritten() async throws {
        let store = try await TestStore { $0.busyTimeoutSeconds = 3600 }
        try await store.add()
        let other = try DatabaseQueue(path: store.path, configuration: Self.holding)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

        try await store.manager.close()

        #expect(store.manager.state == .notLoaded)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
    }

    private func files(of store: TestStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted()
    }

    @Test func manyContextsAndTwoManagersWriteOneFileWithoutLoss() async throws {
        let store = try await TestStore()
        let other = manager(store.path)
        try await other.loadPersistentStore()
        let managers = [store.manager, other]

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let context = try managers[number % 2].newBackgroundContext()
                    try await context.save { unit throws(PersistenceError) in
                        _ = try unit.subscriptions.subscribe(
                            to: NewSubscription(feedURL: "https://example.com/\(number)"),
                            at: TestStore.now
                        )
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await store.integers("SELECT count(*) FROM subscription") == [100])
        #expect(try await store.integers("SELECT max(sequence) FROM change") == [100])
        try await other.close()
    }
}
