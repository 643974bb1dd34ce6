import Foundation
import PodcastModel
import Testing

@testable import Persistence

struct PersistenceContextTests {
    @Test func seesItsOwnWritesInsideAUnit() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        let keys = try await store.context.save { unit throws(PersistenceError) in
            try unit.episodes.insert(Samples.incoming(1), podcastID: added.podcast, at: TestStore.now, isBacklog: false)
            return try unit.episodes.identities(ofPodcast: added.podcast).map(\.key)
        }

        #expect(keys == ["guid-1"])
    }

    @Test(arguments: [false, true])
    func leavesNothingBehindWhenTheUnitThrows(inMemory: Bool) async throws {
        let store = try await TestStore(inMemory: inMemory)
        let added = try await store.add()
        let before = try await store.integers("SELECT count(*) FROM change")

        await #expect(throws: PersistenceError.notFound(entity: "test", id: 1)) {
            try await store.context.save { unit throws(PersistenceError) in
                try unit.episodes.insert(
                    Samples.incoming(1),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
                throw PersistenceError.notFound(entity: "test", id: 1)
            }
        }

        #expect(try await store.integers("SELECT count(*) FROM episode") == [0])
        #expect(try await store.integers("SELECT count(*) FROM enclosure") == [0])
        #expect(try await store.integers("SELECT count(*) FROM change") == before)
    }

    @Test func theMainContextReadsAndDoesNotSave() async throws {
        let store = try await TestStore()
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let main = try store.manager.mainContext()

        let count = try await main.perform { unit throws(PersistenceError) in
            try unit.episodes.count(ofPodcast: added.podcast)
        }

        #expect(count == 1)
        await #expect(throws: PersistenceError.readOnly) { try await main.save { _ in } }
        #expect(throws: PersistenceError.readOnly) { try main.saveAndWait { _ in } }
    }

    @Test(arguments: [true, false])
    func refusesToWriteWhileReading(inMemory: Bool) async throws {
        let store = try await TestStore(inMemory: inMemory)
        let added = try await store.add()

        await #expect(throws: PersistenceError.readOnly) {
            try await store.context.perform { unit throws(PersistenceError) in
                try unit.episodes.insert(
                    Samples.incoming(1),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
        }
        await #expect(throws: PersistenceError.readOnly) {
            try await store.context.perform { unit throws(PersistenceError) in
                try unit.subscriptions.forgetMove(of: added.subscription)
            }
        }
    }

    @Test func blockingFormsWorkOnAThreadOfAnOperationQueue() async throws {
        let store = try await TestStore()
        let added = try await store.add()
        let queue = OperationQueue()
        let context = store.context

        let result: Result<Int, PersistenceError> = await withCheckedContinuation { continuation in
            queue.addOperation {
                continuation.resume(
                    returning: Result { () throws(PersistenceError) in
                        try context.saveAndWait { unit throws(PersistenceError) in
                            _ = try unit.episodes.insert(
                                Samples.incoming(1),
                                podcastID: added.podcast,
                                at: TestStore.now,
                                isBacklog: false
                            )
                        }
                        return try context.performAndWait { unit throws(PersistenceError) in
                            try unit.episodes.count(ofPodcast: added.podcast)
                        }
                    }
                )
            }
        }

        #expect(try result.get() == 1)
    }

    @Test func refusesABlockingCallFromInsideAUnit() async throws {
        let store = try await TestStore()
        let context = store.context

        await #expect(throws: PersistenceError.nestedUse) {
            try await context.save { _ throws(PersistenceError) in try context.saveAndWait { _ in } }
        }
        await #expect(throws: PersistenceError.nestedUse) {
            try await context.save { _ throws(PersistenceError) in try context.performAndWait { _ in } }
        }
        await #expect(throws: PersistenceError.nestedUse) {
            try await context.perform { _ throws(PersistenceError) in try context.performAndWait { _ in } }
        }
    }

    @Test func aSaveCancelledBeforeItBeginsDoesNothing() async throws {
        let store = try await TestStore()
        let context = store.context

        #expect(throws: PersistenceError.interrupted) {
            try context.saveAndWait(isCancelled: { true }) { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(
                    to: NewSubscription(feedURL: "https://a.example"),
                    at: TestStore.now
                )
            }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.save { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(
                    to: NewSubscription(feedURL: "https://b.example"),
                    at: TestStore.now
                )
            }
        }
        await #expect(throws: PersistenceError.interrupted) { try await task.value }

        #expect(try await store.integers("SELECT count(*) FROM subscription") == [0])
    }

    @Test func aReadSeesTheStoreAsOfItsBeginningAndHoldsNoSaveUp() async throws {
        let store = try await TestStore()
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let context = store.context

        // When a save is finished in the middle of a read
        let counts = try await context.perform { unit throws(PersistenceError) in
            let before = try unit.episodes.count(ofPodcast: added.podcast)
            let saved = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = Result { () throws(PersistenceError) in
                    try context.saveAndWait { unit throws(PersistenceError) in
                        _ = try unit.episodes.insert(
                            Samples.incoming(2),
                            podcastID: added.podcast,
                            at: TestStore.now,
                            isBacklog: false
                        )
                    }
                }
                saved.signal()
            }
            saved.wait()
            return [before, try unit.episodes.count(ofPodcast: added.podcast)]
        }

        #expect(counts == [1, 1])
        #expect(try await store.integers("SELECT count(*) FROM episode") == [2])
    }
}
