import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Looking for the feed of a page asks hosts no more often than anything else does.
struct DiscoveryTurnTests {
    private static let site = "http://site.example/"
    private static let page = "<!doctype html><html><body>Nothing here</body></html>"

    private static func page(linkingTo feeds: [String]) -> String {
        let links = feeds.map { "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\($0)\">" }
        return "<!doctype html><html><head>\(links.joined())</head></html>"
    }

    /// Imports a page that its feed is looked for on.
    private static func importPage(_ bed: WebTestBed) async throws -> FeedImportResult {
        var request = FeedImportRequest(name: site, source: .http(try FeedURL(site)), provenance: .user)
        request.options.proxy = "http://127.0.0.1:\(bed.server.port)"
        request.options.timeLimits = TimeLimits(connect: 600_000, idle: 600_000, total: 600_000, minimumRate: 0)
        request.discovers = true
        let results = try await bed.run([request]).results
        return try #require(results.first)
    }

    @Test func theUsualPathsAreTriedASecondApart() async throws {
        let clock = SteppingClock()
        let arrivals = Locked<[Duration]>([])
        try await WebTestBed.run(
            clock: clock,
            script: { request in
                let count = arrivals.withLock { arrivals in
                    arrivals.append(clock.now.offset)
                    return arrivals.count
                }
                if request.path == Self.site { return ServerStep.response(200, [], Self.page) }
                return count < 8
                    ? ServerStep.response(404) : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let result = try await Self.importPage(bed)

                #expect(result.outcome.word == .imported)
                let times = arrivals.withLock(\.self)
                #expect(times.count == 8)
                for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
            }
        )
    }

    @Test(arguments: [
        (429, ["Retry-After: 600"], "rate-limited"), (429, [], "rate-limited"),
        (503, ["Retry-After: 600"], "unavailable"), (503, [], "unavailable"),
    ])
    func aHostThatHasHadEnoughIsToldNoMoreNames(status: Int, headers: [String], kind: String) async throws {
        for page in [Self.page, Self.page(linkingTo: ["/1", "/2", "/3"])] {
            try await WebTestBed.run(
                script: { request in
                    request.path == Self.site
                        ? ServerStep.response(200, [], page) : ServerStep.response(status, headers)
                },
                { bed in
                    // When
                    let result = try await Self.importPage(bed)

                    // Then
                    #expect(bed.asked.count == 2)
                    guard case .failed(let failure) = result.outcome else { throw UnexpectedOutcome() }
                    #expect(failure.kind.rawValue == kind)
                    let host = try await bed.read { unit throws(PersistenceError) in
                        try unit.hosts.host(named: "site.example")
                    }
                    let isPaused = status == 429 || !headers.isEmpty
                    #expect(host?.pauseReason == (isPaused ? kind : nil))

                    // And whoever asks again at once is put off
                    if isPaused {
                        let again = try await Self.importPage(bed)
                        #expect(again.outcome.word == .postponed)
                        #expect(bed.asked.count == 2)
                    }
                }
            )
        }
    }

    @Test(arguments: [403, 404, 500])
    func aHostThatAsksForRestIsAskedForNothingElse(status: Int) async throws {
        let elsewhere = "http://feeds.example/feed"
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.site: ServerStep.response(200, [], Self.page(linkingTo: ["/1", "/2", elsewhere]))
                case elsewhere: ServerStep.response(404)
                default: ServerStep.response(status, ["Retry-After: 3600"])
                }
            },
            { bed in
                let result = try await Self.importPage(bed)
                guard case .failed(let failure) = result.outcome else { throw UnexpectedOutcome() }
                #expect(failure.message.contains("the one that the page names could not be loaded"))
                #expect(bed.asked == [Self.site, Self.site + "1", elsewhere])
            }
        )
    }

    @Test(arguments: ["200000", "Fri, 31 Dec 2027 00:00:00 GMT"])
    func aPageThatAsksForRestLeadsToOtherHostsOnly(wish: String) async throws {
        let elsewhere = "http://feeds.example/feed"
        for links in [[], ["/1", elsewhere]] {
            try await WebTestBed.run(
                script: { request in
                    request.path == Self.site
                        ? ServerStep.response(200, ["Retry-After: \(wish)"], Self.page(linkingTo: links))
                        : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                },
                { bed in
                    let result = try await Self.importPage(bed)
                    #expect(bed.asked == [Self.site] + links.dropFirst())
                    #expect(result.outcome.word == (links.isEmpty ? .failed : .imported))
                }
            )
        }
    }

    @Test(arguments: ["0", "Fri, 31 Dec 1999 00:00:00 GMT", "soon"])
    func restThatIsOverIsNotGiven(wish: String) async throws {
        try await WebTestBed.run(
            script: { request in
                ServerStep.response(
                    200,
                    ["Retry-After: \(wish)"],
                    request.path == Self.site ? Self.page(linkingTo: ["/1"]) : TestFeed.rss([TestFeed.item("a")])
                )
            },
            { bed in
                let result = try await Self.importPage(bed)
                #expect(result.outcome.word == .imported)
            }
        )
    }

    /// The page names no feed, and one among a dozen paths is not all that it leads to.
    @Test(arguments: [[], ["/lost"]])
    func whatWasGuessedIsSaidToBe(links: [String]) async throws {
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.site: ServerStep.response(200, [], Self.page(linkingTo: links))
                case Self.site + "feed.xml": ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                default: ServerStep.response(404)
                }
            },
            { bed in
                let result = try await Self.importPage(bed)
                #expect(result.outcome.word == .imported)
                let detail = result.warnings.first { $0.kind == .webPage }?.detail
                #expect(detail?.contains("it names no feed that can be read") == true, "\(detail ?? "")")
            }
        )
    }

    @Test func saysWhyTheFeedThatAPageNamesWasNotTaken() async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == Self.site
                    ? ServerStep.response(200, [], Self.page(linkingTo: ["/members", "/lost"]))
                    : ServerStep.response(request.path.hasSuffix("members") ? 403 : 404)
            },
            { bed in
                let result = try await Self.importPage(bed)
                guard case .failed(let failure) = result.outcome else { throw UnexpectedOutcome() }
                #expect(failure.kind == .html)
                #expect(failure.failureClass == .notAFeed)
                #expect(failure.message.contains("the one that the page names could not be loaded"))
                #expect(failure.message.contains("(403)"), "\(failure.message)")
            }
        )
    }

    @Test func aHostThatDoesNotAnswerIsNotTriedForEachOfItsPaths() async throws {
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.site:
                    ServerStep.response(
                        200,
                        [],
                        Self.page(linkingTo: ["http://a.example/1", "http://a.example/2", "/f"])
                    )
                case let path where path.hasPrefix(Self.site): ServerStep.response(404)
                default: [.close]
                }
            },
            { bed in
                _ = try await Self.importPage(bed)

                // A connection that breaks may have been an old one, and is tried once more.
                let unreached = Set(bed.asked.filter { $0.hasPrefix("http://a.example/") })
                #expect(unreached == ["http://a.example/1"])
                #expect(bed.asked.contains(Self.site + "f"))
            }
        )
    }

    @Test func whoIsAloneKeepsRequestsToAHostApartToo() async throws {
        let clock = SteppingClock()
        let turns = LoneTurns(after: "a.example", spacing: .seconds(1), clock: PipelineClock(clock))
        var times: [Duration] = []
        for (host, seconds) in [("a", 0), ("b", 0), ("a", 0), ("a", 5), ("b", 0)] {
            try await turns.take(for: try FeedURL("http://\(host).example/feed"))
            times.append(clock.now.offset)
            // The request takes its time, and the host's rest begins after it.
            clock.advance(by: .seconds(seconds))
        }
        #expect(times == [.seconds(1), .seconds(1), .seconds(2), .seconds(3), .seconds(8)])
    }
}

private struct UnexpectedOutcome: Error {}
