import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Outages of our own network in whole runs.
struct OutagePipelineTests {
    /// Addresses of the loopback on which nobody listens; each is a host of its own.
    private static let dead = (2...5).map { "http://127.0.0.\($0):9/feed" }

    @Test func anOutageIsChargedToNoFeed() async throws {
        try await Self.run { bed in
            // Given four feeds on four hosts, all well so far
            let before = try await Self.subscriptions(bed)

            // When none can be reached
            let (results, report) = try await bed.importFeeds(Self.dead, throughProxy: false)

            // Then nobody is charged, and all are tried again soon
            #expect(report.failed >= 3 && report.failed + report.postponed == 4)
            #expect(Set(results.compactMap(Self.kind)) == ["offline"])
            let after = try await Self.subscriptions(bed)
            #expect(after.map(\.failures) == [0, 0, 0, 0])
            #expect(after.map(\.lastAttemptAt) == before.map(\.lastAttemptAt))
            #expect(after.allSatisfy { $0.lastError == nil })
            let soon = bed.clock.timestamp.adding(seconds: 300)
            for (earlier, later) in zip(before, after) {
                let (dueBefore, due) = (try #require(earlier.nextDueAt), try #require(later.nextDueAt))
                #expect(due <= max(soon, dueBefore))
            }

            // And until then nobody is asked
            let (still, _) = try await bed.importFeeds(Self.dead, throughProxy: false)
            #expect(still.allSatisfy { $0.outcome.word == "postponed" })

            // Afterwards a dead host is its feed's own trouble again
            bed.clock.advance(by: .seconds(300))
            try await bed.importFeeds(["http://show.example/"])
            let (alone, _) = try await bed.importFeeds([Self.dead[0]], throughProxy: false)
            #expect(alone.compactMap(Self.kind) == ["unreachable"])
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 0, 0, 0])
        }
    }

    @Test func deadHostsAmongLivingOnesAreCharged() async throws {
        try await Self.run { bed in
            let (_, report) = try await bed.importFeeds([Self.dead[0], Self.dead[1]], throughProxy: false)
            #expect(report.failed == 2)
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 1, 0, 0])
        }
    }

    @Test func aHostThatIsDownIsNotTriedForEachOfItsFeeds() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(404) },
            { bed in
                let urls = (0..<20).map { "http://127.0.0.2:9/\($0)" }
                let (results, report) = try await bed.importFeeds(urls, throughProxy: false)
                #expect(report.failed == HostPause.unreachableCount)
                #expect(report.postponed == 20 - HostPause.unreachableCount)
                #expect(Set(results.compactMap(Self.kind)) == ["unreachable"])
                let host = try await bed.read { unit throws(PersistenceError) in try unit.hosts.host(named: "127.0.0.2")
                }
                #expect(host?.failures == HostPause.unreachableCount)
                #expect(host?.pauseReason == HostStore.unreachableReason)

                // Who asks for a feed by name is not put off.
                let (named, _) = try await bed.importFeeds([urls[0]], isNamed: true, throughProxy: false)
                #expect(named.compactMap(Self.kind) == ["unreachable"])
            }
        )
    }

    /// A bed whose store knows the feeds of dead hosts, as they were when they lived.
    private static func run(_ test: (WebTestBed) async throws -> Void) async throws {
        let feed = TestFeed.rss([TestFeed.item("a")])
        try await ImportTestBed.run { files in
            let path = try files.write(feed)
            try await WebTestBed.run(
                script: { _ in ServerStep.response(200, [], feed) },
                { bed in
                    let requests = dead.map { FeedImportRequest(name: $0, source: .file(path: path), identity: $0) }
                    let (_, report) = try await bed.run(requests)
                    #expect(report.imported == 4)
                    try await test(bed)
                }
            )
        }
    }

    private static func subscriptions(_ bed: WebTestBed) async throws -> [Subscription] {
        var found: [Subscription] = []
        for url in dead {
            if let subscription = try await bed.subscription(url) { found.append(subscription) }
        }
        return found
    }

    private static func kind(_ result: FeedImportResult) -> String? {
        if case .failed(let failure) = result.outcome { failure.kind } else { nil }
    }
}
