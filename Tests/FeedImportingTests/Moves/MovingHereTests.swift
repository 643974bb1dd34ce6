import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Addresses that nobody follows yet, and that a feed which somebody follows is seen to move to (http polling A4 46g).
struct MovingHereTests {
    @Test func aUserWhoNamesTheNewAddressSendsTheFeedThere() async throws {
        try await MovingFeed.run { bed in
            let result = try #require(try await bed.importFeeds([MovingFeed.new]).results.first)

            // It is no other feed
            #expect(result.podcastID == 1 && result.episodeCount == 2)
            #expect(MovingFeed.told(result) == [.knownFeed, .moved])
            #expect(MovingFeed.detail(result).contains("subscription 1 is seen to move"))
            #expect(try await MovingFeed.counts(bed) == [1, 2])
            // And is asked there from now on, though the move has not been seen for two days
            let subscription = try #require(try await bed.subscription(MovingFeed.new))
            #expect(subscription.feedURL == MovingFeed.new && subscription.movedFrom == [MovingFeed.old])
            #expect(subscription.pendingMove == nil)
            let state = try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1) }
            #expect(state?.provenance == .user)
            let count = bed.asked.count
            bed.clock.advance(by: .seconds(7 * 86_400))
            try await bed.importDue()
            #expect(Array(bed.asked.dropFirst(count)) == [MovingFeed.new])
        }
    }

    @Test(arguments: [false, true])
    func aPageThatLeadsToTheNewAddressDoesSoToo(isSameShow: Bool) async throws {
        let page = """
            <!doctype html><html><head>
            <link rel="alternate" type="application/rss+xml" href="\(MovingFeed.new)"></head></html>
            """
        let casino = TestFeed.rss(["x", "y"].map { TestFeed.item($0) }, title: "Casino")
        let document = Locked(MovingFeed.feed)
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case MovingFeed.new: ServerStep.response(200, [], document.withLock(\.self))
                case MovingFeed.old: ServerStep.redirect(301, to: MovingFeed.new)
                default: ServerStep.response(200, ["Content-Type: text/html"], page)
                }
            },
            { bed in
                try await bed.importFeeds([MovingFeed.old])
                if !isSameShow { document.withLock { $0 = casino } }
                let result = try await bed.importFeeds(["http://site.example/"]) { $0.discovers = true }.results.first
                #expect(result?.podcastID == (isSameShow ? 1 : 2))
                #expect(MovingFeed.told(result) == (isSameShow ? [.knownFeed, .moved] : []))
                #expect(try await MovingFeed.counts(bed) == (isSameShow ? [1, 2] : [2, 4]))
                #expect(try await bed.subscription("1")?.feedURL == (isSameShow ? MovingFeed.new : MovingFeed.old))
                #expect(try await bed.subscription(MovingFeed.new)?.podcastID == (isSameShow ? 1 : 2))
                #expect(try await bed.persistence.care().check().isSound)
            }
        )
    }

    @Test func aFileThatIsSaidToBeOfTheNewAddressIsOfThatFeed() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(TestFeed.rss(["c", "b", "a"].map { TestFeed.item($0) }).utf8).write(to: file)
        try await MovingFeed.run { bed in
            let request = FeedImportRequest(
                name: file.path,
                source: .file(path: file.path),
                provenance: .user,
                identity: MovingFeed.new
            )
            let result = try #require(try await bed.run([request]).results.first)
            #expect(result.podcastID == 1 && result.episodeCount == 3)
            // What is in a file is not seen on the way
            #expect(MovingFeed.told(result) == [.knownFeed])
            #expect(try await MovingFeed.counts(bed) == [1, 3])
            let subscription = try await bed.subscription("1")
            #expect(subscription?.feedURL == MovingFeed.old && subscription?.pendingMove == MovingFeed.new)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func aDryRunSaysSoAndChangesNothing() async throws {
        try await MovingFeed.run { bed in
            let result = try await bed.importFeeds([MovingFeed.new]) { $0.isDryRun = true }.results.first
            #expect(result?.podcastID == 1 && MovingFeed.told(result) == [.knownFeed, .moved])
            #expect(try await bed.subscription("1")?.feedURL == MovingFeed.old)
            #expect(try await MovingFeed.counts(bed) == [1, 2])
        }
    }

    @Test func aUserWhoFollowsNothingByItLeavesTheFeedWhereItIs() async throws {
        try await MovingFeed.run { bed in
            let result = try await bed.importFeeds([MovingFeed.new]) { $0.subscribes = false }.results.first
            #expect(result?.podcastID == 1 && MovingFeed.told(result) == [.knownFeed])
            #expect(try await bed.subscription("1")?.feedURL == MovingFeed.old)
            #expect(try await MovingFeed.counts(bed) == [1, 2])
        }
    }

    private static let orders = [
        [MovingFeed.old, MovingFeed.new], [MovingFeed.new, MovingFeed.old], [MovingFeed.old, MovingFeed.older],
        [MovingFeed.old, MovingFeed.new, MovingFeed.older],
    ]

    @Test(arguments: orders)
    func allAddressesInOneRunAreOneFeed(addresses: [String]) async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == MovingFeed.new
                    ? ServerStep.response(200, [], MovingFeed.feed) : ServerStep.redirect(301, to: MovingFeed.new)
            },
            { bed in
                let results = try await bed.importFeeds(addresses).results
                #expect(results.count == addresses.count && results.allSatisfy { $0.podcastID == 1 })
                #expect(try await MovingFeed.counts(bed) == [1, 2])
            }
        )
    }

    @Test func soItIsWhereTheOldOneIsStoredOnlyWhenTheNewOneHasBeenRead() async throws {
        // Given a new address that was read when nobody followed the feed at its old one
        try await WebTestBed.run(
            script: { request in
                request.path == MovingFeed.new
                    ? ServerStep.response(200, [], MovingFeed.feed) : ServerStep.redirect(301, to: MovingFeed.new)
            },
            { bed in
                let request = try await bed.request(MovingFeed.new)
                let parsed = try await bed.document(of: request)
                #expect(parsed.known == nil)

                // When the old one is written first
                try await bed.importFeeds([MovingFeed.old])
                let result = try await bed.write(parsed, of: request)

                // Then
                #expect(result.podcastID == 1 && MovingFeed.told(result) == [.knownFeed, .moved])
                #expect(try await MovingFeed.counts(bed) == [1, 2])
                #expect(try await bed.subscription("1")?.feedURL == MovingFeed.new)
            }
        )
    }

    @Test func soItIsWhereTheMoveIsMadeMeanwhile() async throws {
        try await MovingFeed.run { bed in
            // Given a new address that was read while the feed was still at its old one
            let request = try await bed.request(MovingFeed.new)
            let parsed = try await bed.document(of: request)
            #expect(parsed.known?.move?.isConfirmed == true)

            // When another process makes the move first
            try await MovingFeed.change(bed) { unit, now throws(PersistenceError) in
                _ = try unit.subscriptions.move(1, to: MovingFeed.new, cause: .redirect, at: now)
            }
            let result = try await bed.write(parsed, of: request)

            // Then
            #expect(result.podcastID == 1 && result.episodeCount == 2)
            #expect(try await MovingFeed.counts(bed) == [1, 2])
        }
    }

    @Test func anotherOldAddressIsThatFeedAndSaysNothingOfTheMove() async throws {
        try await MovingFeed.run { bed in
            let result = try #require(try await bed.importFeeds([MovingFeed.older]).results.first)
            #expect(result.podcastID == 1 && MovingFeed.told(result) == [.knownFeed])
            #expect(try await MovingFeed.counts(bed) == [1, 2])
            let move = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.history(of: 1).pendingMove
            }
            #expect(move?.feedURL == MovingFeed.new && move?.sightings == 1)
            #expect(try await bed.subscription("1")?.feedURL == MovingFeed.old)
        }
    }

    @Test func aSubscriptionThatTheUserHasAddedThereGivesItsAddressToTheFeed() async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.add(MovingFeed.new, by: .user, bed)
            let result = try #require(try await bed.importFeeds([MovingFeed.new]).results.first)
            #expect(result.podcastID == 1 && MovingFeed.told(result) == [.knownFeed, .moved])
            #expect(try await MovingFeed.counts(bed) == [2, 2])
            let (kept, added) = (try await bed.subscription("1"), try await bed.subscription("2"))
            #expect(kept?.feedURL == MovingFeed.new && kept?.duplicateOf == nil)
            #expect(added?.feedURL == MovingFeed.old && added?.duplicateOf == 1 && added?.podcastID == nil)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    /// A list is somebody else's word: the move is believed when it has been seen for two days.
    @Test func aSubscriptionOfAListIsADuplicateUntilTheMoveIsBelieved() async throws {
        try await MovingFeed.run { bed in
            try await MovingFeed.add(MovingFeed.new, by: .others, bed)
            let result = try await bed.importFeeds([MovingFeed.new]) { $0.provenance = .others }.results.first
            #expect(result?.podcastID == 1 && MovingFeed.told(result) == [.knownFeed])
            #expect(try await MovingFeed.counts(bed) == [2, 2])
            #expect(try await bed.subscription("2")?.duplicateOf == 1)
            #expect(try await bed.subscription("1")?.feedURL == MovingFeed.old)

            // What the new address has given is sent there, by way of the old one
            let count = bed.asked.count
            bed.clock.advance(by: .seconds(86_400))
            try await bed.importFeeds([MovingFeed.old])
            #expect(Array(bed.asked.dropFirst(count)) == [MovingFeed.old, MovingFeed.new])
            #expect(bed.server.requests.last?["If-None-Match"] == "\"1\"")

            bed.clock.advance(by: .seconds(86_400))
            try await bed.importFeeds([MovingFeed.old])
            let (kept, added) = (try await bed.subscription("1"), try await bed.subscription("2"))
            #expect(kept?.feedURL == MovingFeed.new && kept?.duplicateOf == nil)
            #expect(added?.feedURL == MovingFeed.old && added?.duplicateOf == 1)
            #expect(try await MovingFeed.counts(bed) == [2, 2])
        }
    }
}
