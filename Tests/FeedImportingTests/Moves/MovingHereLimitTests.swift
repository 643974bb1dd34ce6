import FeedLoading
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Where it takes more than the new address to be that feed: another show is there, a password is asked for, or the feed
/// is not followed at the moment.
struct MovingHereLimitTests {
    @Test func anotherShowAtTheNewAddressIsAFeedOfItsOwn() async throws {
        let document = Locked(MovingFeed.feed)
        let casino = TestFeed.rss(["x", "y"].map { TestFeed.item($0) }, title: "Casino")
        try await MovingFeed.run(there: document) { bed in
            document.withLock { $0 = casino }
            let foreseen = try await bed.importFeeds([MovingFeed.new]) { $0.isDryRun = true }.results.first
            #expect(foreseen?.podcastID == nil && MovingFeed.told(foreseen).isEmpty)
            let result = try #require(try await bed.importFeeds([MovingFeed.new]).results.first)
            #expect(result.podcastID == 2 && MovingFeed.told(result).isEmpty)
            #expect(try await MovingFeed.counts(bed) == [2, 4])
            let first = try await bed.subscription("1")
            #expect(first?.feedURL == MovingFeed.old && first?.pendingMove == MovingFeed.new)
        }
    }

    @Test func oneThatIsPausedIsImportedAndStaysSo() async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 1, at: now)
            }
            let result = try #require(try await bed.importFeeds([MovingFeed.new]).results.first)
            #expect(result.podcastID == 1 && MovingFeed.detail(result).contains("subscription resume 1"))
            let subscription = try #require(try await bed.subscription("1"))
            #expect(subscription.state == .paused && subscription.feedURL == MovingFeed.new)
        }
    }

    @Test func whatIsAddedBesideOneThatIsPausedIsAskedItself() async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 1, at: now)
            }
            try await MovingFeed.add(MovingFeed.new, by: .user, bed)
            #expect(try await bed.importFeeds([MovingFeed.new]).results.first?.podcastID == 2)
            #expect(try await bed.subscription("2")?.duplicateOf == nil)
        }
    }

    @Test(arguments: [true, false])
    func oneThatWasLeftIsFollowedAgain(isAdded: Bool) async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.unsubscribe(1, purges: false, at: now)
            }
            if isAdded { try await MovingFeed.add(MovingFeed.new, by: .user, bed) }
            #expect(try await bed.importFeeds([MovingFeed.new]).results.first?.podcastID == 1)
            let subscription = try #require(try await bed.subscription("1"))
            #expect(subscription.state == .active && subscription.feedURL == MovingFeed.new)
            #expect(subscription.nextDueAt != nil)
        }
    }

    /// With the password of a feed it may be another document.
    @Test func whatIsSentWithoutThePasswordOfAFeedIsNotTakenForIt() async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setCredentials(FeedCredentials(user: "anna", password: "p"), of: 1, at: now)
            }
            #expect(try await bed.importFeeds([MovingFeed.new]).results.first?.podcastID == 2)
        }
    }

    @Test(arguments: [true, false])
    func aPasswordThatIsGivenWithTheNewAddressGoesThereWithTheFeed(isAdded: Bool) async throws {
        let credentials = FeedCredentials(user: "anna", password: "p")
        try await MovingFeed.run { bed in
            if isAdded {
                try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                    let wish = NewSubscription(feedURL: MovingFeed.new, credentials: credentials, provenance: .user)
                    _ = try unit.subscriptions.subscribe(to: wish, at: now)
                }
            }
            try await bed.importFeeds([MovingFeed.new]) { request in
                if !isAdded { request.credentials = credentials }
                request.options.allowsCredentialsOverHTTP = true
            }
            let states = try await bed.read { unit throws(PersistenceError) in
                (try unit.refreshes.state(id: 1), try unit.refreshes.state(id: 2))
            }
            #expect(states.0?.feedURL == MovingFeed.new && states.0?.credentials == credentials)
            #expect(states.1?.credentials == nil)
            #expect(try await MovingFeed.counts(bed) == [isAdded ? 2 : 1, 2])
        }
    }

    /// What a site proposes is for the user to take up, and naming the address does.
    @Test(arguments: [AddressProvenance.user, .others])
    func whatTheSiteHasLedToIsTheFeedIfTheUserNamesIt(provenance: AddressProvenance) async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                _ = try unit.subscriptions.noteMove(of: 1, to: MovingFeed.new, cause: .site, at: now)
            }
            let isTakenUp = provenance == .user
            let result = try await bed.importFeeds([MovingFeed.new]) { $0.provenance = provenance }.results.first
            #expect(result?.podcastID == (isTakenUp ? 1 : 2))
            #expect(try await bed.subscription("1")?.feedURL == (isTakenUp ? MovingFeed.new : MovingFeed.old))
        }
    }

    private static let names: [(from: String, named: String, isConfirmed: Bool?)] = [
        ("http://old.example/feed", "http://new.example/feed", true),
        ("http://old.example/feed", "https://www.new.example/feed/", true),
        ("https://old.example/feed", "https://new.example/feed", true),
        ("https://old.example/feed", "http://new.example/feed", false),
        ("http://old.example/feed", "http://10.0.0.1/feed", nil),
    ]

    /// Nothing is given up because an address was named: neither https nor what only a public server gets to see.
    @Test(arguments: names)
    func namingAnAddressConfirmsTheMoveOnlyIfNothingIsGivenUp(
        from: String,
        named: String,
        isConfirmed: Bool?
    ) async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                _ = try unit.subscriptions.move(1, to: from, cause: .user, at: now)
                _ = try unit.subscriptions.noteMove(of: 1, to: named, cause: .redirect, at: now)
            }
            let request = FeedImportRequest(name: named, source: .http(try FeedURL(named)), provenance: .user)
            var response = FeedResponse()
            response.finalURL = try FeedURL(named)
            let found = try await bed.read { [response] unit throws(PersistenceError) in
                try request.feedMovingHere(response, in: unit)
            }
            #expect(found?.move?.isConfirmed == isConfirmed)
            #expect(found?.request.source.feedURL == found.map { _ in from })
        }
    }

    @Test func whatSomebodyFollowsThereMeanwhileIsItself() async throws {
        try await MovingFeed.run { bed in
            let request = try await bed.request(MovingFeed.new)
            try await MovingFeed.add(MovingFeed.new, by: .user, bed)
            var response = FeedResponse()
            response.finalURL = try FeedURL(MovingFeed.new)
            let found = try await bed.read { [response] unit throws(PersistenceError) in
                try request.feedMovingHere(response, in: unit)
            }
            #expect(found == nil)
        }
    }
}
