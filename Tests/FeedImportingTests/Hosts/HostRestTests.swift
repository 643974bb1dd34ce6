import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Hosts that ask for rest in the middle of something, in whole runs.
struct HostRestTests {
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])

    @Test(arguments: [(429, "rate-limited"), (503, "unavailable")])
    func aRefusalWhoseBodyIsCutPausesItsHostAllTheSame(status: Int, reason: String) async throws {
        try await WebTestBed.run(
            script: { _ in
                let head = ServerStep.head(status, ["Retry-After: 600", "Content-Length: 500"])
                return [.send(head + Array("<html>".utf8)), .close]
            },
            { bed in
                // When a host breaks off while it says that it has had enough
                let until = bed.clock.timestamp.adding(seconds: 600)
                let (_, report) = try await bed.importFeeds(["http://show.example/1", "http://show.example/2"])

                // Then it is left alone
                #expect(report.failed == 1 && report.postponed == 1)
                #expect(bed.asked.count == 1)
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "show.example")
                }
                #expect(host?.pauseReason == reason)
                #expect(try #require(host?.pausedUntil) >= until)
            }
        )
    }

    @Test func aLookAtAnotherAddressThatIsRateLimitedPausesItsHost() async throws {
        try await Self.runLook { _ in
            ServerStep.response(429, ["Retry-After: 600"])
        } test: { bed in
            // Given a feed that has announced another address, and is looked for there
            let until = bed.clock.timestamp.adding(seconds: 600)
            let (results, _) = try await bed.importFeeds([Self.old])
            #expect(results.map(\.outcome.word) == [.imported])
            #expect(bed.asked.filter { $0 == Self.new }.count == 1)

            // When another feed of that host is to be asked
            let (others, _) = try await bed.importFeeds(["http://new.example/other"])

            // Then it is put off, in later runs too
            #expect(others.map(\.outcome.word) == [.postponed])
            #expect(!bed.asked.contains("http://new.example/other"))
            let host = try await bed.read { unit throws(PersistenceError) in
                try unit.hosts.host(named: "new.example")
            }
            #expect(host?.pauseReason == "rate-limited")
            #expect(try #require(host?.pausedUntil) >= until)
        }
    }

    @Test func aLookAtAnotherAddressFollowsNoRedirectToAPausedHost() async throws {
        try await Self.runLook { request in
            request.path == Self.new
                ? ServerStep.redirect(302, to: "http://target.example/feed") : ServerStep.response(200, [], Self.feed)
        } test: { bed in
            // Given a host that is not to be asked
            let now = bed.clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.hosts.pause("target.example", until: now.adding(seconds: 9000), reason: .unavailable, at: now)
            }

            // When a look leads there
            let (results, _) = try await bed.importFeeds([Self.old])

            // Then it ends, and has moved nothing
            #expect(bed.asked.filter { $0.hasPrefix("http://target.example") } == [])
            #expect(bed.asked.filter { $0 == Self.new }.count == 1)
            #expect(results.map(\.outcome.word) == [.imported])
            #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)

            // And has given back what it had: the feed and its host can be asked again
            let (again, _) = try await bed.importFeeds([Self.old, "http://new.example/other"])
            #expect(!again.map(\.outcome.word).contains(.postponed))
        }
    }

    private static let old = "http://old.example/feed"
    private static let new = "http://new.example/feed"

    /// Runs a test with a feed that has announced another address, so that its next import looks there.
    private static func runLook(
        there: @escaping ScriptedServer.Script,
        test: (WebTestBed) async throws -> Void
    ) async throws {
        let count = Locked(0)
        try await WebTestBed.run(
            script: { request in
                guard request.path == old else { return there(request) }
                let number = count.withLock { count -> Int in
                    count += 1
                    return count
                }
                let announcement = number == 1 ? "" : "<itunes:new-feed-url>\(new)</itunes:new-feed-url>"
                // Another document each time: what is not changed is not read.
                let items = [TestFeed.item("a"), TestFeed.item("b\(number)")]
                return ServerStep.response(200, [], TestFeed.rss(items, channel: announcement))
            },
            { bed in
                for _ in 1...3 {
                    try await bed.importFeeds([old])
                    bed.clock.advance(by: .seconds(86_400))
                }
                #expect(!bed.asked.contains(new))
                try await test(bed)
            }
        )
    }
}
