import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Feeds that are not where they were, and are looked for on the site of their show.
struct SearchSiteTests {
    private static let old = "http://old.example/feed"
    private static let site = "http://show.example/"
    private static let new = "http://new.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")], link: site)
    private static let other = TestFeed.rss([TestFeed.item("x")], title: "Another show of that site")

    @Test func aFeedThatIsNotFoundForAFortnightIsLookedForOnItsSite() async throws {
        try await Self.run(Self.page(["http://new.example/other", Self.new])) { _ in
            ServerStep.response(404)
        } test: { bed in
            // When it has not been found for less than a fortnight
            try await Self.fail(bed, days: 13)
            #expect(!bed.asked.contains(Self.site))

            // Then it is looked for, and what is the same show is proposed
            let results = try await Self.fail(bed, days: 2)
            #expect(results.last?.warnings.map(\.kind) == [.foundElsewhere])
            #expect(bed.asked.filter { $0 == Self.site }.count == 1)
            let pending = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.history(of: 1).pendingMove
            }
            #expect(pending?.feedURL == Self.new && pending?.cause == .site)

            // And never taken without being asked
            try await Self.fail(bed, days: 12)
            #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
            #expect(bed.asked.filter { $0 == Self.site }.count == 1)
        }
    }

    @Test func aFeedThatIsGoneIsLookedForAtOnce() async throws {
        try await Self.run(Self.page([Self.new])) { _ in
            ServerStep.response(410)
        } test: { bed in
            // When it is not yet believed to be gone
            let doubted = try await Self.fail(bed, days: 2)
            #expect(doubted.allSatisfy { $0.outcome.word == .failed } && !bed.asked.contains(Self.site))

            // Then, as it is
            let believed = try await Self.fail(bed, days: 2)
            #expect(believed.map(\.outcome.word) == [.gone, .gone])
            #expect(believed.map { $0.warnings.map(\.kind) } == [[.foundElsewhere], []])
            #expect(try await bed.subscription(Self.old)?.pendingMove == Self.new)
        }
    }

    @Test func whatAnotherSubscriptionFollowsIsSaidToBeFollowed() async throws {
        try await Self.run(Self.page([Self.new])) { _ in
            ServerStep.response(404)
        } test: { bed in
            try await bed.importFeeds([Self.new])
            let results = try await Self.fail(bed, days: 15)
            #expect(results.last?.warnings.last?.detail.contains("which subscription 2 follows already") == true)
        }
    }

    @Test func aFeedThatHasBecomeAPageIsLookedForToo() async throws {
        try await Self.run(Self.page([Self.new])) { _ in
            ServerStep.response(200, ["Content-Type: text/html"], Self.page(["http://casino.example/feed"]))
        } test: { bed in
            try await Self.fail(bed, days: 15)
            #expect(try await bed.subscription(Self.old)?.pendingMove == Self.new)
            #expect(!bed.asked.contains("http://casino.example/feed"))
        }
    }

    @Test func anotherShowOfTheSiteIsNotProposed() async throws {
        try await Self.run(Self.page(["http://new.example/other"])) { _ in
            ServerStep.response(404)
        } test: { bed in
            let results = try await Self.fail(bed, days: 15)
            #expect(bed.asked.contains("http://new.example/other"))
            #expect(results.allSatisfy { $0.warnings.isEmpty })
            #expect(try await bed.subscription(Self.old)?.pendingMove == nil)
        }
    }

    @Test func aServerThatHasTroubleIsNotLeft() async throws {
        try await Self.run(Self.page([Self.new])) { _ in
            ServerStep.response(500)
        } test: { bed in
            try await Self.fail(bed, days: 30)
            #expect(!bed.asked.contains(Self.site))
        }
    }

    @Test func aProposalIsForgottenWhenTheFeedAnswersAgain() async throws {
        let isLost = Locked(true)
        try await Self.run(Self.page([Self.new])) { _ in
            isLost.withLock(\.self) ? ServerStep.response(404) : ServerStep.response(200, [], Self.feed)
        } test: { bed in
            try await Self.fail(bed, days: 15)
            #expect(try await bed.subscription(Self.old)?.pendingMove == Self.new)
            isLost.withLock { $0 = false }
            try await Self.fail(bed, days: 1)
            #expect(try await bed.subscription(Self.old)?.pendingMove == nil)
        }
    }

    @Test(arguments: [true, false])
    func whatAUserSaysDuringTheSearchHolds(sendsElsewhere: Bool) async throws {
        let interjection = Interjection()
        try await Self.run(Self.page([Self.new]), meanwhile: interjection) { _ in
            ServerStep.response(404)
        } test: { bed in
            interjection.set(in: bed) { unit, now throws(PersistenceError) in
                if sendsElsewhere {
                    _ = try unit.subscriptions.move(1, to: "http://user.example/feed", cause: .user, at: now)
                } else {
                    try unit.subscriptions.setState(.unfollowed, of: 1, at: now)
                }
            }
            let results = try await Self.fail(bed, days: 15)
            #expect(bed.asked.contains(Self.new))
            #expect(results.allSatisfy { $0.warnings.isEmpty })
            #expect(try await bed.subscription("1")?.pendingMove == nil)
        }
    }

    @Test func aSiteThatCannotBeAskedChangesNothing() async throws {
        try await Self.run(nil) { _ in
            ServerStep.response(404)
        } test: { bed in
            let results = try await Self.fail(bed, days: 15)
            #expect(bed.asked.contains(Self.site))
            #expect(results.last?.outcome.word == .failed && results.last?.warnings == [])
        }
    }

    @Test func aHostThatHasHadEnoughIsAskedForNoOtherFeed() async throws {
        let page = Self.page(["http://busy.example/1", "http://busy.example/2"])
        try await Self.run(page) { _ in
            ServerStep.response(404)
        } test: { bed in
            try await Self.fail(bed, days: 15)
            #expect(bed.asked.filter { $0.hasPrefix("http://busy.example/") } == ["http://busy.example/1"])
            let host = try await bed.read { unit throws(PersistenceError) in
                try unit.hosts.host(named: "busy.example")
            }
            #expect(host?.pauseReason == "rate-limited")
        }
    }

    /// Imports a feed that is well, and goes on with one that is not.
    private static func run(
        _ page: String?,
        meanwhile interjection: Interjection = Interjection(),
        lost: @escaping ScriptedServer.Script,
        test: (WebTestBed) async throws -> Void
    ) async throws {
        let isOver = Locked(false)
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case old: isOver.withLock(\.self) ? lost(request) : ServerStep.response(200, [], feed)
                case site:
                    page.map { ServerStep.response(200, ["Content-Type: text/html"], $0) } ?? ServerStep.response(503)
                case new: [interjection.step] + ServerStep.response(200, [], feed)
                case "http://new.example/other": ServerStep.response(200, [], other)
                case let path where path.hasPrefix("http://busy.example/"):
                    ServerStep.response(429, ["Retry-After: 600"])
                default: ServerStep.response(404)
                }
            },
            { bed in
                try await bed.importFeeds([old])
                isOver.withLock { $0 = true }
                try await test(bed)
            }
        )
    }

    /// Asks for the feed once a day.
    @discardableResult
    private static func fail(_ bed: WebTestBed, days: Int) async throws -> [FeedImportResult] {
        var results: [FeedImportResult] = []
        for _ in 0..<days {
            bed.clock.advance(by: .seconds(86_400))
            results += try await bed.importFeeds([old]).results
        }
        return results
    }

    private static func page(_ feeds: [String]) -> String {
        let links = feeds.map { "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\($0)\">" }
        return "<!doctype html><html><head><title>The show</title>\(links.joined())</head><body></body></html>"
    }
}
