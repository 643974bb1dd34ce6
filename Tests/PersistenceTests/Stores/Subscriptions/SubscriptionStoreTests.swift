import PodcastModel
import Testing

@testable import Persistence

struct SubscriptionStoreTests {
    private let now = TestStore.now
    private let feedURL = "https://www.example.com/Feed/?id=1"

    // MARK: - Following

    @Test(arguments: ["https://www.example.com/Feed/?id=1", "http://example.com/Feed/?id=1"])
    func recognisesAFeedThatIsFollowedAlready(spelling: String) async throws {
        let store = try await TestStore(inMemory: true)

        let outcomes = try await store.context.save { [feedURL, now] unit throws(PersistenceError) in
            [
                try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feedURL), at: now),
                try unit.subscriptions.subscribe(to: NewSubscription(feedURL: spelling), at: now),
            ]
        }

        #expect(outcomes == [.added(1), .known(1)])
        #expect(try await store.integers("SELECT count(*) FROM change") == [1])
    }

    @Test func tellsFeedsApartThatDifferInPathCaseOrQuery() async throws {
        let store = try await TestStore(inMemory: true)

        for url in [
            feedURL, "https://www.example.com/feed/?id=1", "https://www.example.com/Feed/?id=2", "file:///Feed",
        ] {
            let outcome = try await store.context.save { [now] unit throws(PersistenceError) in
                try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: now)
            }
            guard case .added = outcome else {
                Issue.record("\(url) was taken for another")
                continue
            }
        }
    }

    @Test func givesBackWhatTheListOfSubscriptionsShows() async throws {
        let store = try await FilledStore.make()

        let (moved, failing) = try await store.context.perform { unit throws(PersistenceError) in
            (try unit.subscriptions.subscription(id: 1), try unit.subscriptions.subscription(id: 2))
        }

        #expect(moved?.title == "The Podcast")
        #expect(moved?.feedURL == "https://example.com/new.xml")
        #expect(moved?.movedFrom == ["https://example.com/feed.xml"])
        #expect(moved?.episodeCount == 5)
        #expect(moved?.lastSuccessAt == now)
        #expect(moved?.failures == 0)
        #expect(moved?.lastError == nil)
        #expect(failing?.title == "Broken")
        #expect(failing?.state == .held)
        #expect(failing?.failures == 1)
        #expect(failing?.failingSince == now)
        #expect(failing?.lastError?.kind == .notFound)
        #expect(failing?.podcastID == nil)
    }

    @Test(arguments: [
        "1", "https://example.com/new.xml", "http://www.example.com/new.xml/", "https://example.com/feed.xml",
    ])
    func findsASubscriptionByNumberAddressAndFormerAddress(text: String) async throws {
        let store = try await FilledStore.make()

        let (found, state) = try await store.context.perform { unit throws(PersistenceError) in
            (try unit.subscriptions.subscription(matching: text), try unit.refreshes.state(forFeedURL: text))
        }

        #expect(found?.id == 1)
        if text != "1" { #expect(state?.subscriptionID == 1) }
    }

    @Test func findsNothingUnderAnUnknownAddress() async throws {
        let store = try await FilledStore.make()

        let found = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.subscriptions.subscription(matching: "99"),
                try unit.subscriptions.subscription(matching: "https://example.com/other"),
                try unit.refreshes.state(forFeedURL: "https://example.com/other")
            )
        }

        #expect(found.0 == nil)
        #expect(found.1 == nil)
        #expect(found.2 == nil)
    }

    @Test func filtersByStateAndFailure() async throws {
        let store = try await FilledStore.make()
        let queries: [(SubscriptionQuery, [Int64])] = [
            (SubscriptionQuery(), [2, 1]),
            (SubscriptionQuery(states: [.active]), [1]),
            (SubscriptionQuery(states: [.paused, .unfollowed]), []),
            (SubscriptionQuery(isFailing: true), [2]),
            (SubscriptionQuery(limit: 1), [2]),
        ]

        for (query, expected) in queries {
            let ids = try await store.context.perform { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions(matching: query).map(\.id)
            }
            #expect(ids == expected, "\(query)")
        }
    }

    @Test func listsWhatIsFollowedFolderByFolder() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let folders = [["B"], [], ["A", "Z"], ["A"], ["A b"]]
        try await store.context.save { [now] unit throws(PersistenceError) in
            for (index, folder) in folders.enumerated() {
                let wish = NewSubscription(
                    feedURL: "https://\(index).example/",
                    title: index == 3 ? nil : "Show \(index)",
                    link: "https://\(index).example/page",
                    folder: folder,
                    credentials: index == 0 ? FeedCredentials(user: "anna", password: "pw") : nil
                )
                _ = try unit.subscriptions.subscribe(to: wish, at: now)
            }
            let left = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://left.example/"), at: now)
            try unit.subscriptions.unsubscribe(left.id, purges: false, at: now)
        }

        // When
        let listed = try await store.context.perform { unit throws(PersistenceError) in
            try unit.subscriptions.listedFeeds()
        }

        // Then what is in a folder follows each other, and what was left is not there
        #expect(listed.map(\.folder) == [[], ["A b"], ["A", "Z"], ["A"], ["B"]])
        #expect(listed.map(\.title) == ["Show 1", "Show 4", "Show 2", nil, "Show 0"])
        #expect(listed.last?.credentials == FeedCredentials(user: "anna", password: "pw"))
        #expect(listed.first?.link == "https://1.example/page")
    }

    // MARK: - Leaving

    @Test func leavingAFeedKeepsItsEpisodes() async throws {
        let store = try await FilledStore.make()

        try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(1, purges: false, at: now)
        }

        #expect(try await store.integers("SELECT count(*) FROM episode") == [5])
        #expect(try await store.integers("SELECT count(*) FROM subscription WHERE nextDueAt IS NULL AND id = 1") == [1])
        let again = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://example.com/new.xml"), at: now)
        }
        #expect(again == .followedAgain(1))
        let kinds = try await store.context.perform { unit throws(PersistenceError) in
            try unit.changes.changes(since: 0, limit: 100).filter { $0.entity == .subscription && $0.id == 1 }.map(
                \.kind
            )
        }
        #expect(kinds == [.insert, .update, .remove, .restore])
    }

    @Test func purgingAFeedLeavesNothingButTheLog() async throws {
        let store = try await FilledStore.make()

        try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(1, purges: true, at: now)
        }

        for table in [
            "podcast", "episode", "enclosure", "transcript", "episodeAlias", "tombstone", "fetch", "editHistory",
        ] {
            #expect(try await store.integers("SELECT count(*) FROM \(table)") == [0], "\(table)")
        }
        #expect(
            try await store.integers(
                "SELECT count(*) FROM change WHERE kind = 'remove' AND entity = 'episode' AND at = \(now.epochSeconds)"
            ) == [5]
        )
        #expect(try await store.manager.care().check().isSound)
    }

    @Test func pausingAndResumingDecidesWhatIsDue() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let due = try await store.context.save { [now] unit throws(PersistenceError) in
            var due: [[Int64]] = []
            for state in [SubscriptionState.paused, .active, .unfollowed, .active, .gone] {
                try unit.subscriptions.setState(state, of: id, at: now)
                due.append(try unit.refreshes.dueSubscriptionIDs(at: now))
            }
            return due
        }

        #expect(due == [[], [id], [], [id], [id]])
    }

    @Test func namesFeedsWithoutLookingAtTheirPodcasts() async throws {
        let store = try await FilledStore.make()

        let (known, whole, named) = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.refreshes.state(id: 1),
                try unit.refreshes.states(ids: [1, 99]),
                try unit.refreshes.states(ids: [1, 99], withPodcast: false)
            )
        }

        // What the podcast and its episodes say is missing, all else is the same
        let expected = try #require(known)
        #expect(whole == [1: expected])
        #expect(expected.title != nil)
        let ofSubscription = expected.changing {
            $0.title = nil
            $0.releaseTimes = []
            $0.hints = PollingHints()
            $0.announcedAddress = nil
            $0.removalDueAt = nil
        }
        #expect(named == [1: ofSubscription])
    }

    // MARK: - Secrets and settings

    @Test func keepsCredentialsApartAndDropsValidatorsWithThem() async throws {
        let store = try await FilledStore.make()
        let credentials = FeedCredentials(user: "änna", password: "pässword")

        let (before, after, none) = try await store.context.save { unit throws(PersistenceError) in
            let before = try unit.refreshes.state(id: 1)
            try unit.subscriptions.setCredentials(credentials, of: 1, at: TestStore.now)
            let after = try unit.refreshes.state(id: 1)
            try unit.subscriptions.setCredentials(nil, of: 1, at: TestStore.now)
            return (before, after, try unit.refreshes.state(id: 1))
        }

        #expect(before?.credentials == nil)
        #expect(after?.credentials == credentials)
        #expect(after?.validators.isEmpty == true)
        #expect(after?.bodyDigest == nil)
        #expect(none?.credentials == nil)
    }

    @Test func remembersTheFeedsOwnSettings() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let overrides = try await store.context.save { unit throws(PersistenceError) in
            try unit.subscriptions.setOverride("interval", to: "1h", of: id)
            try unit.subscriptions.setOverride("user-agent", to: "\"x\"", of: id)
            try unit.subscriptions.setOverride("interval", to: nil, of: id)
            return try unit.refreshes.history(of: id).overrides
        }

        #expect(overrides == ["user-agent": "\"x\""])
    }

    @Test func settingsThatCannotBeReadAreReplaced() async throws {
        let store = try await TestStore()
        let id = try await store.add().subscription
        try await store.damage("UPDATE subscription SET overrides = '[1]'")

        let overrides = try await store.context.save { unit throws(PersistenceError) in
            try unit.subscriptions.setOverride("interval", to: "1h", of: id)
            return try unit.refreshes.history(of: id).overrides
        }

        #expect(overrides == ["interval": "1h"])
    }

    @Test func saysWhenThereIsNoSuchSubscription() async throws {
        let store = try await TestStore(inMemory: true)

        await #expect(throws: PersistenceError.notFound(entity: "subscription", id: 9)) {
            try await store.context.save { [now] unit throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 9, at: now)
            }
        }
    }
}
