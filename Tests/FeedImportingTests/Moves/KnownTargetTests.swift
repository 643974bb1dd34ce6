import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Addresses that nobody follows yet, and that lead for good to a feed that somebody follows.
struct KnownTargetTests {
    private static let feedURL = "http://show.example/feed"
    private static let oldURL = "http://old.example/feed"

    /// Runs a test on a store that follows the feed; other addresses redirect to it.
    private static func run(status: Int = 301, _ test: (WebTestBed) async throws -> Void) async throws {
        let document = TestFeed.rss(["b", "a"].map { TestFeed.item($0) })
        try await WebTestBed.run(
            script: { request in
                request.path == feedURL
                    ? ServerStep.response(200, ["ETag: \"1\""], document) : ServerStep.redirect(status, to: feedURL)
            },
            { bed in
                try await bed.importFeeds([feedURL]) { $0.provenance = .others }
                bed.clock.advance(by: .seconds(86_400))
                try await test(bed)
            }
        )
    }

    @Test func anAddressThatLeadsForGoodToAFollowedFeedIsThatFeed() async throws {
        try await Self.run { bed in
            let result = try #require(try await bed.importFeeds([Self.oldURL]).results.first)
            #expect(result.feed == Self.oldURL && result.redirectedTo == Self.feedURL)
            #expect(result.podcastID == 1 && result.episodeCount == 2)
            #expect(result.warnings.contains { $0.kind == .knownFeed && $0.detail.contains("subscription 1") })
            if case .imported(let counts) = result.outcome {
                #expect(counts.inserted == 0 && counts.unchanged == 2)
            } else {
                Issue.record("\(result.outcome)")
            }
            #expect(try await MovingFeed.counts(bed) == [1, 2])
            // And the feed goes on as if it had been asked itself.
            let subscription = try #require(try await bed.subscription(Self.feedURL))
            #expect(subscription.lastSuccessAt == bed.clock.timestamp && subscription.pendingMove == nil)
            bed.clock.advance(by: .seconds(86_400))
            try await bed.importFeeds([Self.feedURL])
            #expect(bed.server.requests.last?["If-None-Match"] == "\"1\"")
        }
    }

    @Test func aDryRunSaysSo() async throws {
        try await Self.run { bed in
            let result = try await bed.importFeeds([Self.oldURL]) { $0.isDryRun = true }.results.first
            #expect(result?.podcastID == 1 && result?.warnings.contains { $0.kind == .knownFeed } == true)
            #expect(try await MovingFeed.counts(bed) == [1, 2])
        }
    }

    @Test func soDoesOneThatLeadsOnByWayOfTheFeed() async throws {
        let (newURL, document) = ("http://new.example/feed", TestFeed.rss([TestFeed.item("a")]))
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.oldURL: ServerStep.redirect(301, to: Self.feedURL)
                case Self.feedURL where hasMoved.withLock(\.self): ServerStep.redirect(308, to: newURL)
                default: ServerStep.response(200, [], document)
                }
            },
            { bed in
                try await bed.importFeeds([Self.feedURL])
                hasMoved.withLock { $0 = true }
                #expect(try await bed.importFeeds([Self.oldURL]).results.first?.podcastID == 1)
                // It has seen the move of the feed, and not one of the address that was named.
                let subscription = try #require(try await bed.subscription(Self.feedURL))
                #expect(subscription.pendingMove == newURL)
                #expect(try await MovingFeed.counts(bed) == [1, 1])
            }
        )
    }

    @Test func soDoesOneWhoseFeedIsFollowedOnlyWhenItHasBeenRead() async throws {
        // Given an address that was read when nobody followed the feed to which it leads for good
        let document = TestFeed.rss(["b", "a"].map { TestFeed.item($0) })
        try await WebTestBed.run(
            script: { request in
                request.path == Self.feedURL
                    ? ServerStep.response(200, [], document) : ServerStep.redirect(301, to: Self.feedURL)
            },
            { bed in
                let request = try await bed.request(Self.oldURL)
                let parsed = try await bed.document(of: request)
                #expect(parsed.known == nil)

                // When the feed is written first, as in a run that names both
                try await bed.importFeeds([Self.feedURL])
                let result = try await bed.write(parsed, of: request)

                // Then
                #expect(result.podcastID == 1 && result.episodeCount == 2)
                #expect(result.warnings.contains { $0.kind == .knownFeed })
                #expect(try await MovingFeed.counts(bed) == [1, 2])
            }
        )
    }

    @Test func aTemporaryRedirectMakesNoOtherFeedOfIt() async throws {
        try await Self.run(status: 302) { bed in
            let result = try await bed.importFeeds([Self.oldURL]).results.first
            #expect(result?.podcastID == 2 && result?.warnings.contains { $0.kind == .knownFeed } == false)
            #expect(try await MovingFeed.counts(bed) == [2, 4])
        }
    }

    @Test(arguments: ["http://show.example/feed/", "http://www.show.example/feed"])
    func aSubscriptionThatLeadsToAnotherSpellingOfItselfIsNoDuplicate(spelling: String) async throws {
        // Given a feed that is followed, and leads for good to an address that the store takes for the same
        let document = TestFeed.rss([TestFeed.item("a")])
        try await WebTestBed.run(
            script: { request in
                request.path == Self.feedURL
                    ? ServerStep.redirect(301, to: spelling) : ServerStep.response(200, [], document)
            },
            { bed in
                try await Self.subscribe(to: Self.feedURL, bed)

                // When
                let result = try #require(try await bed.importFeeds([Self.feedURL]).results.first)

                // Then
                #expect(result.podcastID == 1 && result.episodeCount == 1)
                #expect(!result.warnings.contains { $0.kind == .knownFeed })
                #expect(try await bed.subscription(Self.feedURL)?.duplicateOf == nil)
                #expect(try await MovingFeed.counts(bed) == [1, 1])
            }
        )
    }

    @Test func aSubscriptionThatLeadsThereFromTheStartIsADuplicate() async throws {
        try await Self.run { bed in
            try await Self.subscribe(to: Self.oldURL, bed)
            let result = try #require(try await bed.importFeeds([Self.oldURL]).results.first)
            #expect(result.podcastID == 1 && result.warnings.contains { $0.kind == .knownFeed })
            #expect(try await MovingFeed.counts(bed) == [2, 2])
            #expect(try await bed.subscription(Self.oldURL)?.duplicateOf == 1)
            // And only the other one is asked from now on.
            let count = bed.asked.count
            bed.clock.advance(by: .seconds(172_800))
            try await bed.importDue()
            #expect(Array(bed.asked.dropFirst(count)) == [Self.feedURL])
        }
    }

    @Test func ofOneThatIsPausedItIsNone() async throws {
        try await Self.run { bed in
            let now = bed.clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 1, at: now)
            }
            try await Self.subscribe(to: Self.oldURL, bed)
            #expect(try await bed.importFeeds([Self.oldURL]).results.first?.podcastID == 2)
            #expect(try await bed.subscription(Self.oldURL)?.duplicateOf == nil)
        }
    }

    private static func subscribe(to feedURL: String, _ bed: WebTestBed) async throws {
        let now = bed.clock.timestamp
        try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feedURL), at: now)
        }
    }

    /// Without the password that the feed is asked with it may be another document.
    @Test func whatIsSentWithoutThePasswordOfAFeedIsNotTakenForIt() async throws {
        try await Self.run { bed in
            let now = bed.clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.setCredentials(FeedCredentials(user: "anna", password: "p"), of: 1, at: now)
            }
            #expect(try await bed.importFeeds([Self.oldURL]).results.first?.podcastID == 2)
        }
    }

    @Test func aUserWhoNamesAnotherAddressDoesNotVouchForThatOfTheFeed() async throws {
        try await Self.run { bed in
            try await bed.importFeeds([Self.oldURL])
            let state = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.state(id: 1)
            }
            #expect(state?.provenance == .others)
        }
    }
}
