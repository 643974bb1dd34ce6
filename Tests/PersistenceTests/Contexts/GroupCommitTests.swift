import Foundation
import Synchronization
import Testing

@testable import Persistence

/// Saves that come together run one after the other in one transaction, and are durable together.
@Suite(.timeLimit(.minutes(10)))
struct GroupCommitTests {
    @Test func aFailingSaveIsUndoneAloneAmongThoseThatShareACommit() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask {
                    do {
                        let context = try store.manager.newBackgroundContext()
                        try await context.save { unit throws(PersistenceError) in
                            try unit.episodes.insert(
                                Samples.incoming(number),
                                podcastID: added.podcast,
                                at: TestStore.now,
                                isBacklog: false
                            )
                            if number % 4 == 0 { throw .notFound(entity: "test", id: Int64(number)) }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(failures == 10)
        #expect(try await store.integers("SELECT count(*) FROM episode") == [30])
        #expect(try await store.integers("SELECT max(sequence) - min(sequence) + 1 - count(*) FROM change") == [0])
    }

    @Test(arguments: [false, true])
    func onlyAUnitThatAsksForItKeepsLittleInMemory(fails: Bool) async throws {
        // Given
        let store = try await TestStore()
        let context = try store.manager.newBackgroundContext()
        let sizes = Mutex<[Int64]>([])

        // When
        do {
            try await context.save { unit throws(PersistenceError) in
                try unit.keepLittleInMemory()
                let size = try unit.fetchInteger("PRAGMA cache_size")
                sizes.withLock { $0.append(size) }
                if fails { throw PersistenceError.notFound(entity: "test", id: 1) }
            }
            #expect(!fails)
        } catch {
            #expect(fails)
        }
        try await context.save { unit throws(PersistenceError) in
            let size = try unit.fetchInteger("PRAGMA cache_size")
            sizes.withLock { $0.append(size) }
        }

        // Then
        #expect(sizes.withLock { $0 } == [-2_048, -16_384])
    }

    @Test func savesThatShareACommitWithOneThatFailsRunAgainAndAreDurable() async throws {
        let store = try await TestStore(pause: ManualPause())
        let events = EventLog()

        // When the third of five saves that share a commit fails
        for number in 1...5 {
            try store.submit(number == 5 ? .immediate : .gathering, events) { unit throws(PersistenceError) in
                let wish = NewSubscription(feedURL: "https://example.com/\(number)")
                _ = try unit.subscriptions.subscribe(to: wish, at: TestStore.now)
                if number == 3 { throw .notFound(entity: "test", id: 3) }
            }
        }
        await events.reach(12)

        // Then those before it run once more, and only it is undone; each is told once
        #expect(events.all.count { $0 == "run" } == 7)
        #expect(events.all.filter { $0 != "run" } == ["failed", "finish", "finish", "finish", "finish"])
        #expect(try await store.integers("SELECT count(*) FROM subscription") == [4])
        #expect(try await store.integers("SELECT max(sequence) - min(sequence) + 1 - count(*) FROM change") == [0])
    }

    @Test func aUnitThatWasUndoneCanWriteNothingMore() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        // When a unit goes on although SQLite has undone its transaction
        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.save { unit throws(PersistenceError) in
                try unit.episodes.insert(
                    Samples.incoming(1),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
                try unit.execute("ROLLBACK")
                try unit.episodes.insert(
                    Samples.incoming(2),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
        }

        #expect(error?.isStorageFailure == true)
        #expect(try await store.integers("SELECT count(*) FROM episode") == [0])
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(
                Samples.incoming(3),
                podcastID: added.podcast,
                at: TestStore.now,
                isBacklog: false
            )
        }
        #expect(try await store.integers("SELECT count(*) FROM episode") == [1])
    }

    @Test(arguments: [(saves: 1, rows: 1_000_000), (saves: 1_000, rows: 1), (saves: 3, rows: 10)])
    func limitsOfACommitLoseNoSave(saves: Int, rows: Int) async throws {
        let store = try await TestStore {
            $0.savesPerCommit = saves
            $0.rowsPerCommit = rows
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try await store.context.save { unit throws(PersistenceError) in
                        _ = try unit.subscriptions.subscribe(
                            to: NewSubscription(feedURL: "https://example.com/\(number)"),
                            at: TestStore.now
                        )
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await store.integers("SELECT count(*) FROM subscription") == [30])
    }

    @Test func savesThatWaitTogetherShareACommit() async throws {
        let store = try await TestStore()
        let loaded = try store.manager.care().store
        let (gate, done, events) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), EventLog())

        // When twenty saves come while the first is under way
        for number in 0...20 {
            loaded.submit(
                PendingSave(
                    isCancelled: { false },
                    run: { _ in
                        if number == 0 { gate.wait() }
                        events.append("run")
                    },
                    finish: { _ in
                        events.append("finish")
                        if number == 20 { done.signal() }
                    }
                )
            )
        }
        gate.signal()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                done.wait()
                continuation.resume()
            }
        }

        // Then all have run before the first is told that it is durable
        #expect(events.all == Array(repeating: "run", count: 21) + Array(repeating: "finish", count: 21))
    }
}
