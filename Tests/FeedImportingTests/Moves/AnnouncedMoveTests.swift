import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Moves that a feed announces itself, in whole runs.
struct AnnouncedMoveTests {
    private static let old = "http://old.example/feed"
    private static let new = "http://new.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])
    private static let signpost = "<?xml version=\"1.0\"?><redirect><newLocation>\(new)</newLocation></redirect>"

    @Test(arguments: [
        "<itunes:new-feed-url> http://new.example/feed </itunes:new-feed-url>",
        "redirect",
    ])
    func anAnnouncedMoveIsLookedAtAndBelieved(announcement: String) async throws {
        let script = Self.announcing(announcement, there: Self.feed)
        try await WebTestBed.run(
            script: script,
            { bed in
                try await Self.refreshForDays(bed)
                let subscription = try #require(try await bed.subscription(Self.old))
                #expect(subscription.feedURL == Self.new && subscription.movedFrom == [Self.old])
                // Looked at once, after the third sighting.
                #expect(bed.asked.filter { $0 == Self.new }.count == 1)
            }
        )
    }

    /// As in a list that was kept for long: nobody has seen the feed at its old address.
    @Test func anAnnouncedMoveOfAFeedThatHasBroughtNothingYetIsBelieved() async throws {
        try await WebTestBed.run(
            script: Self.showingTheWay,
            { bed in
                // Given
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.old), at: now)
                }

                // When
                try await Self.refreshForDays(bed)

                // Then
                let subscription = try #require(try await bed.subscription(Self.old))
                #expect(subscription.feedURL == Self.new && subscription.movedFrom == [Self.old])
            }
        )
    }

    @Test func anAnnouncedAddressThatIsOfAPausedSubscriptionIsLookedAtEverMoreRarely() async throws {
        try await WebTestBed.run(
            script: Self.showingTheWay,
            { bed in
                // Given
                let now = bed.clock.timestamp
                let id = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let paused = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.new), at: now).id
                    try unit.subscriptions.setState(.paused, of: paused, at: now)
                    return try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.old), at: now).id
                }

                // When
                try await Self.refreshForDays(bed)

                // Then it stays where it is, and says why
                #expect((1...2).contains(bed.asked.count { $0 == Self.new }))
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: id).pendingMove
                }
                #expect(pending?.problem?.contains("paused") == true)
            }
        )
    }

    @Test(arguments: [true, false])
    func whatAUserSaysWhileAnAnnouncedAddressIsLookedAtHolds(sendsElsewhere: Bool) async throws {
        let user = "http://user.example/feed"
        let announced = Self.announcing(
            "<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>",
            there: Self.feed
        )
        let interjection = Interjection()
        try await WebTestBed.run(
            script: { request in
                (request.path == Self.new ? [interjection.step] : []) + announced(request)
            },
            { bed in
                interjection.set(in: bed) { unit, now throws(PersistenceError) in
                    if sendsElsewhere {
                        _ = try unit.subscriptions.move(1, to: user, cause: .user, at: now)
                    } else {
                        try unit.subscriptions.setState(.paused, of: 1, at: now)
                    }
                }
                try await bed.importFeeds([Self.old])
                for _ in 0..<3 {
                    bed.clock.advance(by: .seconds(24 * 3600))
                    try await bed.importFeeds([Self.old])
                }
                #expect(bed.asked.filter { $0 == Self.new }.count == 1)
                #expect(try await bed.subscription("1")?.feedURL == (sendsElsewhere ? user : Self.old))
            }
        )
    }

    @Test func aDryRunTellsOfAnAnnouncedMoveAndLooksAtNothing() async throws {
        let script = Self.announcing(
            "<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>",
            there: Self.feed
        )
        try await WebTestBed.run(
            script: script,
            { bed in
                // Given a move that the next refresh would look at
                try await bed.importFeeds([Self.old])
                for _ in 0..<2 {
                    bed.clock.advance(by: .seconds(24 * 3600))
                    try await bed.importFeeds([Self.old])
                }
                bed.clock.advance(by: .seconds(24 * 3600))

                // When
                let (results, _) = try await bed.importFeeds([Self.old]) { $0.isDryRun = true }

                // Then
                #expect(results.first?.warnings.last?.kind == .mayMove)
                #expect(!bed.asked.contains(Self.new))
                #expect(try await bed.importFeeds([Self.old]).results.first?.warnings.last?.kind == .moved)
            }
        )
    }

    @Test(arguments: [
        TestFeed.rss([TestFeed.item("x")], title: "Casino"),
        "<!doctype html><title>For sale</title>",
    ])
    func anAnnouncedMoveToSomethingElseIsNotBelieved(page: String) async throws {
        let script = Self.announcing("<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>", there: page)
        try await WebTestBed.run(
            script: script,
            { bed in
                try await Self.refreshForDays(bed)
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
                #expect(bed.asked.filter { $0 == Self.new }.count == 1)
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: 1).pendingMove
                }
                #expect(pending?.lookedAt != nil)
                #expect(pending?.problem?.contains(page.contains("For sale") ? "web page" : "another show") == true)
            }
        )
    }

    @Test func anAnnouncedMoveToAFeedWithoutEpisodesIsNotMadeYet() async throws {
        // Given a host where the show has its page, and not yet its episodes
        let script = Self.announcing(
            "<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>",
            there: TestFeed.rss([])
        )
        try await WebTestBed.run(
            script: script,
            { bed in
                try await Self.refreshForDays(bed)
                // Then the feed is asked where its episodes still come
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
                #expect(bed.asked.filter { $0 == Self.new }.count == 1)
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: 1).pendingMove
                }
                #expect(pending?.problem == "there are no episodes yet")
            }
        )
    }

    @Test(arguments: [
        ServerStep.redirect(301, to: Self.old), ServerStep.redirect(302, to: Self.old), Self.announcingBack(to: "http"),
        Self.announcingBack(to: "https"),
    ])
    func anAnnouncedAddressThatLeadsBackToTheFeedIsNoMove(answer: [ServerStep]) async throws {
        let announced = Self.announcing("<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>", there: "")
        try await WebTestBed.run(
            script: { $0.path == Self.new ? answer : announced($0) },
            { bed in
                try await Self.refreshForDays(bed)
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
                #expect(bed.asked.filter { $0 == Self.new }.count == 1)
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: 1).pendingMove
                }
                #expect(pending?.problem?.contains("leads back") == true)
            }
        )
    }

    /// The second may be the newest of those that are known, which another host dates otherwise.
    @Test(arguments: [(20, true), (2, false), (1, false), (30, false)])
    func anAnnouncedAddressThatTheFeedHasLeftCountsIfSomethingNewerIsThere(day: Int, isBelieved: Bool) async throws {
        // Given a feed that was moved, and then says where it is that it is back where it was
        let saysSo = Locked(false)
        try await WebTestBed.run(
            script: { request in
                guard saysSo.withLock(\.self) else { return ServerStep.response(200, [], Self.feed) }
                let items = [TestFeed.item("a"), TestFeed.item("b")]
                let channel = "<itunes:new-feed-url>\(Self.new)</itunes:new-feed-url>"
                let feed =
                    request.path == Self.new
                    ? TestFeed.rss(items + [TestFeed.item("c", day: day)]) : TestFeed.rss(items, channel: channel)
                return ServerStep.response(200, [], feed)
            },
            { bed in
                try await bed.importFeeds([Self.new])
                let now = bed.clock.timestamp
                _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.move(1, to: Self.old, cause: .redirect, at: now)
                }
                saysSo.withLock { $0 = true }

                // When it says so for days
                try await Self.refreshForDays(bed)

                // Then it is moved if it has gone on there; it may only repeat what it said there of its own address
                let subscription = try #require(try await bed.subscription("1"))
                #expect(subscription.feedURL == (isBelieved ? Self.new : Self.old))
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: 1).pendingMove
                }
                #expect((pending?.problem?.contains("nothing newer") == true) != isBelieved)
            }
        )
    }

    @Test func anAnnouncedAddressWithoutTLSThatTheFeedHasLeftIsNoNews() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], Self.feed) },
            { bed in
                // Given
                try await bed.importFeeds([Self.old])
                let (now, secure) = (bed.clock.timestamp, "https://new.example/feed")
                let kinds = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.move(1, to: secure, cause: .redirect, at: now)

                    // When
                    let moves = MoveUnit(subscriptionID: 1, now: now)
                    return try [Self.old, "http://other.example/feed"].map { announced throws(PersistenceError) in
                        let candidate = MoveCandidate(from: secure, response: nil, announced: announced)
                        return try moves.note(candidate, isSameShow: true, in: unit).warning?.kind
                    }
                }

                // Then
                #expect(kinds == [nil, .moveToHTTP])
            }
        )
    }

    @Test(arguments: [(10, "it redirects more than 3 times"), (1, "the limit of transfer.redirects")])
    func anAnnouncedAddressThatRedirectsTooOftenIsNoMove(limit: Int, problem: String) async throws {
        let announced = Self.announcing("<itunes:new-feed-url>http://new.example/feed</itunes:new-feed-url>", there: "")
        try await WebTestBed.run(
            script: { request in
                guard request.path.hasPrefix(Self.new) else { return announced(request) }
                return ServerStep.redirect(302, to: request.path + "+")
            },
            { bed in
                for _ in 0..<4 {
                    try await bed.importFeeds([Self.old]) { $0.options.redirects.maximumCount = limit }
                    bed.clock.advance(by: .seconds(24 * 3600))
                }
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
                #expect(bed.asked.filter { $0.hasPrefix(Self.new) }.count == min(limit, 3) + 1)
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.history(of: 1).pendingMove
                }
                #expect(pending?.problem?.contains(problem) == true)
            }
        )
    }

    /// The same show, which says that it has moved to where the other says that it has moved away from.
    private static func announcingBack(to scheme: String) -> [ServerStep] {
        let channel = "<itunes:new-feed-url>\(scheme)://old.example/feed</itunes:new-feed-url>"
        return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")], channel: channel))
    }

    /// A feed of which nothing is left but where it is now.
    @Sendable private static func showingTheWay(_ request: RecordedRequest) -> [ServerStep] {
        ServerStep.response(200, [], request.path == old ? signpost : feed)
    }

    /// A feed that begins to announce a move after its first import.
    private static func announcing(_ announcement: String, there page: String) -> ScriptedServer.Script {
        let count = Locked(0)
        return { request in
            guard request.path == old else { return ServerStep.response(200, [], page) }
            let number = count.withLock { count -> Int in
                count += 1
                return count
            }
            if number == 1 { return ServerStep.response(200, [], feed) }
            if announcement == "redirect" {
                return ServerStep.response(200, [], signpost)
            }
            return ServerStep.response(
                200,
                [],
                TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")], channel: announcement)
            )
        }
    }

    private static func refreshForDays(_ bed: WebTestBed) async throws {
        try await bed.importFeeds([old])
        for _ in 0..<4 {
            bed.clock.advance(by: .seconds(24 * 3600))
            guard try await bed.subscription(old)?.feedURL == old else { return }
            try await bed.importFeeds([old])
        }
    }
}
