import Persistence
import PodcastModel
import Testing

struct SubscriptionMoveCredentialsTests {
    @Test(arguments: [
        ("https://a.example/f", "https://a.example/g", true), ("http://a.example/f", "https://a.example/f", true),
        ("https://a.example/f", "http://a.example/f", false), ("https://a.example/f", "https://b.example/f", false),
        ("https://a.example/f", "https://a.example:8443/f", false),
        ("http://a.example:8080/f", "https://a.example/f", false),
    ])
    func followAMoveWithinTheirOriginOnly(from: String, to: String, isKept: Bool) async throws {
        let credentials = FeedCredentials(user: "anna", password: "pw")
        let store = try await TestStore(inMemory: true)

        let state = try await store.context.save { unit throws(PersistenceError) in
            let wish = NewSubscription(feedURL: from, credentials: credentials)
            let id = try unit.subscriptions.subscribe(to: wish, at: TestStore.now).id
            _ = try unit.subscriptions.move(id, to: to, cause: .redirect, at: TestStore.now)
            return try unit.refreshes.state(id: id)
        }

        #expect(state?.feedURL == to)
        #expect(state?.credentials == (isKept ? credentials : nil))
    }
}
