import PodcastModel
import Testing

@testable import Persistence

struct AddedSubscriptionsTests {
    private func follow(_ feedURL: String, in store: TestStore, isFollowed: Bool = true) async throws -> Int64 {
        try await store.context.save { unit throws(PersistenceError) in
            try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: feedURL, isFollowed: isFollowed),
                at: TestStore.now
            ).id
        }
    }

    @Test func tellsEachSubscriptionThatWaitsForItsFirstImport() async throws {
        let store = try await TestStore(inMemory: true)
        _ = try await follow("https://before.example/", in: store)
        var added = try await AddedSubscriptions(in: store.manager).makeAsyncIterator()

        // When some are added, one is made by its own import, one is not followed, and one is followed again
        let first = try await follow("https://first.example/", in: store)
        try await store.add(feedURL: "https://imported.example/")
        let unfollowed = try await follow("https://unfollowed.example/", in: store, isFollowed: false)
        let second = try await follow("https://second.example/", in: store)
        let told = [try await added.next()?.id, try await added.next()?.id]
        try await store.context.save { unit throws(PersistenceError) in
            try unit.subscriptions.setState(.active, of: unfollowed, at: TestStore.now)
        }
        let again = try await added.next()?.id
        try await store.manager.close()

        #expect(told == [first, second])
        #expect(again == unfollowed)
        #expect(try await added.next() == nil)
    }
}
