import FeedLoading
import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Addresses that nobody follows yet, and that a feed which somebody follows is seen to move to (http polling A4 46g).
struct MovingHereTests {
    private static let new = "http://new.example/feed"
    private static let old = "http://old.example/feed"
    private static let older = "http://older.example/feed"

    /// Runs a test on a store that follows a feed at its old address, which redirects to the new one for good.
    private static func run(
        there document: Locked<String> = Locked(MovingHereTests.feed),
        _ test: (WebTestBed) async throws -> Void
    ) async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == new
                    ? ServerStep.response(200, ["ETag: \"1\""], document.withLock(\.self))
                    : ServerStep.redirect(301, to: new)
            },
            { bed in
                try await bed.importFeeds([old]) { $0.provenance = .others }
                #expect(try await bed.subscription(old)?.pendingMove == new)
                bed.clock.advance(by: .seconds(86_400))
                try await test(bed)
            }
        )
    }

    private static let feed = TestFeed.rss(["b", "a"].map { TestFeed.item($0) })

    /// What the result says of the address, by the kinds of its warnings.
    private static func told(_ result: FeedImportResult?) -> [String] {
        let kinds = result?.warnings.map(\.kind) ?? []
        return kinds.filter { ["known-feed", "same-podcast", "moved"].contains($0) }
    }

    private static func detail(_ result: FeedImportResult?) -> String {
        result?.warnings.first { $0.kind == "known-feed" }?.detail ?? ""
    }

    private static func counts(_ bed: WebTestBed) async throws -> [Int] {
        try await bed.read { unit throws(PersistenceError) in
            [try unit.subscriptions.subscriptions().count, try unit.episodes.episodes(matching: EpisodeQuery()).count]
        }
    }

    private static func change(
        _ bed: WebTestBed,
        _ body: @escaping @Sendable (UnitOfWork, Timestamp) throws(PersistenceError) -> Void
    ) async throws {
        let now = bed.clock.timestamp
        try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in try body(unit, now) }
    }

    private static func add(_ feedURL: String, by provenance: AddressProvenance, _ bed: WebTestBed) async throws {
        try await change(bed) { unit, now throws(PersistenceError) in
            let wish = NewSubscription(feedURL: feedURL, provenance: provenance)
            _ = try unit.subscriptions.subscribe(to: wish, at: now)
        }
    }

    @Test func aUserWhoNamesTheNewAddressSendsTheFeedThere() async throws {
        try await Self.run { bed in
            let result = try #require(try await bed.importFeeds([Self.new]).results.first)

            // It is no other feed
            #expect(result.podcastID == 1 && result.episodeCount == 2)
            #expect(Self.told(result) == ["known-feed", "moved"])
            #expect(Self.detail(result).contains("subscription 1 is seen to move"))
            #expect(try await Self.counts(bed) == [1, 2])
            // And is asked there from now on, though the move has not been seen for two days
            let subscription = try #require(try await bed.subscription(Self.new))
            #expect(subscription.feedURL == Self.new && subscription.movedFrom == [Self.old])
            #expect(subscription.pendingMove == nil)
            let state = try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1) }
            #expect(state?.provenance == .user)
            let count = bed.asked.count
            bed.clock.advance(by: .seconds(7 * 86_400))
            try await bed.importDue()
            #expect(Array(bed.asked.dropFirst(count)) == [Self.new])
        }
    }

    @Test(arguments: [false, true])
    func aPageThatLeadsToTheNewAddressDoesSoToo(isSameShow: Bool) async throws {
        let page = """
            <!doctype html><html><head>
            <link rel="alternate" type="application/rss+xml" href="\(Self.new)"></head></html>
            """
        let casino = TestFeed.rss(["x", "y"].map { TestFeed.item($0) }, title: "Casino")
        let document = Locked(Self.feed)
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.new: ServerStep.response(200, [], document.withLock(\.self))
                case Self.old: ServerStep.redirect(301, to: Self.new)
                default: ServerStep.response(200, ["Content-Type: text/html"], page)
                }
            },
            { bed in
                try await bed.importFeeds([Self.old])
                if !isSameShow { document.withLock { $0 = casino } }
                let result = try await bed.importFeeds(["http://site.example/"]) { $0.discovers = true }.results.first
                #expect(result?.podcastID == (isSameShow ? 1 : 2))
                #expect(Self.told(result) == (isSameShow ? ["known-feed", "moved"] : []))
                #expect(try await Self.counts(bed) == (isSameShow ? [1, 2] : [2, 4]))
                #expect(try await bed.subscription("1")?.feedURL == (isSameShow ? Self.new : Self.old))
                #expect(try await bed.subscription(Self.new)?.podcastID == (isSameShow ? 1 : 2))
                #expect(try await bed.persistence.care().check().isSound)
            }
        )
    }

    @Test func aFileThatIsSaidToBeOfTheNewAddressIsOfThatFeed() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(TestFeed.rss(["c", "b", "a"].map { TestFeed.item($0) }).utf8).write(to: file)
        try await Self.run { bed in
            let request = FeedImportRequest(
                name: file.path,
                source: .file(path: file.path),
                provenance: .user,
                identity: Self.new
            )
            let result = try #require(try await bed.run([request]).results.first)
            #expect(result.podcastID == 1 && result.episodeCount == 3)
            // What is in a file is not seen on the way
            #expect(Self.told(result) == ["known-feed"])
            #expect(try await Self.counts(bed) == [1, 3])
            let subscription = try await bed.subscription("1")
            #expect(subscription?.feedURL == Self.old && subscription?.pendingMove == Self.new)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func aDryRunSaysSoAndChangesNothing() async throws {
        try await Self.run { bed in
            let result = try await bed.importFeeds([Self.new]) { $0.isDryRun = true }.results.first
            #expect(result?.podcastID == 1 && Self.told(result) == ["known-feed", "moved"])
            #expect(try await bed.subscription("1")?.feedURL == Self.old)
            #expect(try await Self.counts(bed) == [1, 2])
        }
    }

    @Test func aUserWhoFollowsNothingByItLeavesTheFeedWhereItIs() async throws {
        try await Self.run { bed in
            let result = try await bed.importFeeds([Self.new]) { $0.subscribes = false }.results.first
            #expect(result?.podcastID == 1 && Self.told(result) == ["known-feed"])
            #expect(try await bed.subscription("1")?.feedURL == Self.old)
            #expect(try await Self.counts(bed) == [1, 2])
        }
    }

    @Test(arguments: [[old, new], [new, old], [old, older], [old, new, older]])
    func allAddressesInOneRunAreOneFeed(addresses: [String]) async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == Self.new
                    ? ServerStep.response(200, [], Self.feed) : ServerStep.redirect(301, to: Self.new)
            },
            { bed in
                let results = try await bed.importFeeds(addresses).results
                #expect(results.count == addresses.count && results.allSatisfy { $0.podcastID == 1 })
                #expect(try await Self.counts(bed) == [1, 2])
            }
        )
    }

    @Test func soItIsWhereTheOldOneIsStoredOnlyWhenTheNewOneHasBeenRead() async throws {
        // Given a new address that was read when nobody followed the feed at its old one
        try await WebTestBed.run(
            script: { request in
                request.path == Self.new
                    ? ServerStep.response(200, [], Self.feed) : ServerStep.redirect(301, to: Self.new)
            },
            { bed in
                let request = try await bed.request(Self.new)
                let parsed = try await bed.document(of: request)
                #expect(parsed.known == nil)

                // When the old one is written first
                try await bed.importFeeds([Self.old])
                let result = try await bed.write(parsed, of: request)

                // Then
                #expect(result.podcastID == 1 && Self.told(result) == ["known-feed", "moved"])
                #expect(try await Self.counts(bed) == [1, 2])
                #expect(try await bed.subscription("1")?.feedURL == Self.new)
            }
        )
    }

    @Test func soItIsWhereTheMoveIsMadeMeanwhile() async throws {
        try await Self.run { bed in
            // Given a new address that was read while the feed was still at its old one
            let request = try await bed.request(Self.new)
            let parsed = try await bed.document(of: request)
            #expect(parsed.known?.move?.isConfirmed == true)

            // When another process makes the move first
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                _ = try unit.subscriptions.move(1, to: Self.new, cause: .redirect, at: now)
            }
            let result = try await bed.write(parsed, of: request)

            // Then
            #expect(result.podcastID == 1 && result.episodeCount == 2)
            #expect(try await Self.counts(bed) == [1, 2])
        }
    }

    @Test func anotherOldAddressIsThatFeedAndSaysNothingOfTheMove() async throws {
        try await Self.run { bed in
            let result = try #require(try await bed.importFeeds([Self.older]).results.first)
            #expect(result.podcastID == 1 && Self.told(result) == ["known-feed"])
            #expect(try await Self.counts(bed) == [1, 2])
            let move = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.history(of: 1).pendingMove
            }
            #expect(move?.feedURL == Self.new && move?.sightings == 1)
            #expect(try await bed.subscription("1")?.feedURL == Self.old)
        }
    }

    @Test func aSubscriptionThatTheUserHasAddedThereGivesItsAddressToTheFeed() async throws {
        try await Self.run { bed in
            try await Self.add(Self.new, by: .user, bed)
            let result = try #require(try await bed.importFeeds([Self.new]).results.first)
            #expect(result.podcastID == 1 && Self.told(result) == ["known-feed", "moved"])
            #expect(try await Self.counts(bed) == [2, 2])
            let (kept, added) = (try await bed.subscription("1"), try await bed.subscription("2"))
            #expect(kept?.feedURL == Self.new && kept?.duplicateOf == nil)
            #expect(added?.feedURL == Self.old && added?.duplicateOf == 1 && added?.podcastID == nil)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    /// A list is somebody else's word: the move is believed when it has been seen for two days.
    @Test func aSubscriptionOfAListIsADuplicateUntilTheMoveIsBelieved() async throws {
        try await Self.run { bed in
            try await Self.add(Self.new, by: .others, bed)
            let result = try await bed.importFeeds([Self.new]) { $0.provenance = .others }.results.first
            #expect(result?.podcastID == 1 && Self.told(result) == ["known-feed"])
            #expect(try await Self.counts(bed) == [2, 2])
            #expect(try await bed.subscription("2")?.duplicateOf == 1)
            #expect(try await bed.subscription("1")?.feedURL == Self.old)

            // What the new address has given is sent there, by way of the old one
            let count = bed.asked.count
            bed.clock.advance(by: .seconds(86_400))
            try await bed.importFeeds([Self.old])
            #expect(Array(bed.asked.dropFirst(count)) == [Self.old, Self.new])
            #expect(bed.server.requests.last?["If-None-Match"] == "\"1\"")

            bed.clock.advance(by: .seconds(86_400))
            try await bed.importFeeds([Self.old])
            let (kept, added) = (try await bed.subscription("1"), try await bed.subscription("2"))
            #expect(kept?.feedURL == Self.new && kept?.duplicateOf == nil)
            #expect(added?.feedURL == Self.old && added?.duplicateOf == 1)
            #expect(try await Self.counts(bed) == [2, 2])
        }
    }

    @Test func anotherShowAtTheNewAddressIsAFeedOfItsOwn() async throws {
        let document = Locked(Self.feed)
        let casino = TestFeed.rss(["x", "y"].map { TestFeed.item($0) }, title: "Casino")
        try await Self.run(there: document) { bed in
            document.withLock { $0 = casino }
            let foreseen = try await bed.importFeeds([Self.new]) { $0.isDryRun = true }.results.first
            #expect(foreseen?.podcastID == nil && Self.told(foreseen).isEmpty)
            let result = try #require(try await bed.importFeeds([Self.new]).results.first)
            #expect(result.podcastID == 2 && Self.told(result).isEmpty)
            #expect(try await Self.counts(bed) == [2, 4])
            let first = try await bed.subscription("1")
            #expect(first?.feedURL == Self.old && first?.pendingMove == Self.new)
        }
    }

    @Test func oneThatIsPausedIsImportedAndStaysSo() async throws {
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 1, at: now)
            }
            let result = try #require(try await bed.importFeeds([Self.new]).results.first)
            #expect(result.podcastID == 1 && Self.detail(result).contains("subscription resume 1"))
            let subscription = try #require(try await bed.subscription("1"))
            #expect(subscription.state == .paused && subscription.feedURL == Self.new)
        }
    }

    @Test func whatIsAddedBesideOneThatIsPausedIsAskedItself() async throws {
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: 1, at: now)
            }
            try await Self.add(Self.new, by: .user, bed)
            #expect(try await bed.importFeeds([Self.new]).results.first?.podcastID == 2)
            #expect(try await bed.subscription("2")?.duplicateOf == nil)
        }
    }

    @Test(arguments: [true, false])
    func oneThatWasLeftIsFollowedAgain(isAdded: Bool) async throws {
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.unsubscribe(1, purges: false, at: now)
            }
            if isAdded { try await Self.add(Self.new, by: .user, bed) }
            #expect(try await bed.importFeeds([Self.new]).results.first?.podcastID == 1)
            let subscription = try #require(try await bed.subscription("1"))
            #expect(subscription.state == .active && subscription.feedURL == Self.new)
            #expect(subscription.nextDueAt != nil)
        }
    }

    /// With the password of a feed it may be another document.
    @Test func whatIsSentWithoutThePasswordOfAFeedIsNotTakenForIt() async throws {
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                try unit.subscriptions.setCredentials(FeedCredentials(user: "anna", password: "p"), of: 1, at: now)
            }
            #expect(try await bed.importFeeds([Self.new]).results.first?.podcastID == 2)
        }
    }

    @Test(arguments: [true, false])
    func aPasswordThatIsGivenWithTheNewAddressGoesThereWithTheFeed(isAdded: Bool) async throws {
        let credentials = FeedCredentials(user: "anna", password: "p")
        try await Self.run { bed in
            if isAdded {
                try await Self.change(bed) { unit, now throws(PersistenceError) in
                    let wish = NewSubscription(feedURL: Self.new, credentials: credentials, provenance: .user)
                    _ = try unit.subscriptions.subscribe(to: wish, at: now)
                }
            }
            try await bed.importFeeds([Self.new]) { request in
                if !isAdded { request.credentials = credentials }
                request.options.allowsCredentialsOverHTTP = true
            }
            let states = try await bed.read { unit throws(PersistenceError) in
                (try unit.refreshes.state(id: 1), try unit.refreshes.state(id: 2))
            }
            #expect(states.0?.feedURL == Self.new && states.0?.credentials == credentials)
            #expect(states.1?.credentials == nil)
            #expect(try await Self.counts(bed) == [isAdded ? 2 : 1, 2])
        }
    }

    /// What a site proposes is for the user to take up, and naming the address does.
    @Test(arguments: [AddressProvenance.user, .others])
    func whatTheSiteHasLedToIsTheFeedIfTheUserNamesIt(provenance: AddressProvenance) async throws {
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
                _ = try unit.subscriptions.noteMove(of: 1, to: Self.new, cause: .site, at: now)
            }
            let isTakenUp = provenance == .user
            let result = try await bed.importFeeds([Self.new]) { $0.provenance = provenance }.results.first
            #expect(result?.podcastID == (isTakenUp ? 1 : 2))
            #expect(try await bed.subscription("1")?.feedURL == (isTakenUp ? Self.new : Self.old))
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
        try await Self.run { bed in
            try await Self.change(bed) { unit, now throws(PersistenceError) in
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
        try await Self.run { bed in
            let request = try await bed.request(Self.new)
            try await Self.add(Self.new, by: .user, bed)
            var response = FeedResponse()
            response.finalURL = try FeedURL(Self.new)
            let found = try await bed.read { [response] unit throws(PersistenceError) in
                try request.feedMovingHere(response, in: unit)
            }
            #expect(found == nil)
        }
    }
}
