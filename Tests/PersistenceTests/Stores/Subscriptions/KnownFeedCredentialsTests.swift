import Persistence
import PodcastModel
import Testing

/// User names and passwords in the address of a feed that is known already (http polling A6 61).
struct KnownFeedCredentialsTests {
    private let now = TestStore.now
    private let feedURL = "https://show.example/f"
    private let anna = FeedCredentials(user: "anna", password: "new")
    private let old = FeedCredentials(user: "anna", password: "old")

    /// A store that follows the feed.
    private func store(_ credentials: FeedCredentials?) async throws -> TestStore {
        let store = try await TestStore(inMemory: true)
        let wish = NewSubscription(feedURL: feedURL, credentials: credentials)
        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.subscribe(to: wish, at: now)
        }
        return store
    }

    @Test(arguments: [FeedCredentials(user: "anna", password: "new"), nil], [AddressProvenance.others, .user])
    func aFeedThatIsFollowedKeepsWhatItHas(stored: FeedCredentials?, provenance: AddressProvenance) async throws {
        let store = try await store(stored)
        let again = NewSubscription(feedURL: "http://www.show.example/f/", credentials: old, provenance: provenance)

        let (outcome, state) = try await store.context.save { [now] unit throws(PersistenceError) in
            (
                try unit.subscriptions.subscribe(to: again, at: now),
                try unit.refreshes.state(id: 1)
            )
        }

        #expect(outcome == .known(1))
        #expect(state?.credentials == stored)
    }

    @Test(arguments: [FeedCredentials(user: "anna", password: "new"), nil])
    func oneThatIsFollowedAgainTakesThemIfItHasNone(stored: FeedCredentials?) async throws {
        let store = try await store(stored)
        let again = NewSubscription(feedURL: feedURL, credentials: old)

        let (outcome, state) = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(.unfollowed, of: 1, at: now)
            return (
                try unit.subscriptions.subscribe(to: again, at: now),
                try unit.refreshes.state(id: 1)
            )
        }

        #expect(outcome == .followedAgain(1))
        #expect(state?.credentials == stored ?? old)
    }

    @Test(
        arguments: [
            (nil, .active, .taken), (FeedCredentials(user: "anna", password: "new"), .active, .left),
            (FeedCredentials(user: "anna", password: "new"), .needsAuth, .taken),
            (FeedCredentials(user: "anna", password: "old"), .active, nil),
        ] as [(FeedCredentials?, SubscriptionState, CredentialsUse?)]
    )
    func whoNamesTheFeedReplacesOnlyWhatItsServerRefuses(
        stored: FeedCredentials?,
        state: SubscriptionState,
        use: CredentialsUse?
    ) async throws {
        let store = try await store(stored)
        let wish = NewSubscription(feedURL: feedURL, credentials: old, provenance: .user)

        let (outcome, credentials) = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(state, of: 1, at: now)
            return (
                try unit.subscriptions.takeCredentials(of: wish, for: 1, at: now),
                try unit.refreshes.state(id: 1)?.credentials
            )
        }

        #expect(outcome == use)
        #expect(credentials == (use == .left ? stored : old))
    }

    @Test func theServerThatAFeedHasMovedToDoesNotGetThoseOfItsFormerOne() async throws {
        let store = try await store(nil)
        let wish = NewSubscription(feedURL: feedURL, credentials: anna, provenance: .user)

        let (use, state) = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.subscriptions.move(1, to: "https://other.example/f", cause: .redirect, at: now)
            return (
                try unit.subscriptions.takeCredentials(of: wish, for: 1, at: now),
                try unit.refreshes.state(id: 1)
            )
        }

        #expect(use == .left && state?.credentials == nil)
    }
}
