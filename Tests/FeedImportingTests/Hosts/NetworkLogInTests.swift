import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Networks that want a log-in before they let anything through, and say so with 511 in the place of every host.
struct NetworkLogInTests {
    /// Feeds of seven hosts.
    private static let feeds = "abcdefg".map { "http://\($0).example/feed" }
    /// A feed of another host, which always answers.
    private static let living = "http://show.example/"

    @Test func whatTheNetworkHereSaysIsChargedToNoFeed() async throws {
        try await Self.run { bed in
            for _ in 1...8 {
                // When the network here answers in the place of all hosts
                let kinds = try await Self.kinds(bed, Self.feeds)

                // Then nobody is charged, and all are tried again soon
                #expect(Set(kinds) == ["offline"])
                let (feeds, soon) = (try await bed.subscriptions(Self.feeds), bed.clock.timestamp.adding(seconds: 300))
                #expect(feeds.map(\.failures) == [0, 0, 0, 0, 0, 0, 0])
                #expect(feeds.allSatisfy { $0.lastError == nil && $0.nextDueAt == soon })
                bed.clock.advance(by: .seconds(300))
            }
            let reasons = try await bed.read { unit throws(PersistenceError) in
                let id = try unit.subscriptions.subscription(matching: Self.feeds[0])?.id ?? 0
                return (try unit.refreshes.dueReasons(of: id), try unit.fetches.newest(of: id, limit: 1))
            }
            #expect(reasons.0.map(\.rule) == [.outage])
            #expect(reasons.1.first?.errorMessage?.contains("wants a log-in") == true)
        }
    }

    @Test func theRestThatItAsksForIsGiven() async throws {
        try await Self.run(saying: ["Retry-After: 7200"]) { bed in
            #expect(try await Self.kinds(bed, [Self.feeds[0]]) == ["offline"])
            let due = try #require(try await bed.subscription(Self.feeds[0])?.nextDueAt)
            #expect(due >= bed.clock.timestamp.adding(seconds: 7200))
        }
    }

    /// So most of them do it: every name leads to a machine of the network here.
    @Test(arguments: [(3, "offline", 0), (2, "address-denied", 1)])
    func namesThatAllLeadIntoTheNetworkHereAreChargedToNoFeed(count: Int, kind: String, failures: Int) async throws {
        let feed = TestFeed.rss([TestFeed.item("a")])
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], feed) },
            { bed in
                // Given feeds that were well
                let urls = (1...count).map { "http://show\($0).localhost:\(bed.server.port)/feed" }
                let (before, _) = try await bed.importFeeds(urls, throughProxy: false) {
                    $0.options.addressPolicy.allowsPrivateNetworks = true
                }
                #expect(before.map(\.outcome.word) == Array(repeating: .imported, count: count))

                // When their names lead where no feed is
                let (results, _) = try await bed.importFeeds(urls, throughProxy: false)

                // Then it is the network here if there are enough of them, and nobody was asked
                #expect(results.map { $0.outcome.failure?.kind.rawValue } == Array(repeating: kind, count: count))
                for url in urls { #expect(try await bed.subscription(url)?.failures == failures) }
                #expect(bed.asked.count == count)
            }
        )
    }

    /// No network can lead an address in numbers elsewhere: it is not allowed any more.
    @Test func addressesInNumbersThatAreRefusedSayNothingOfTheNetworkHere() async throws {
        let feed = TestFeed.rss([TestFeed.item("a")])
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], feed) },
            { bed in
                // Given feeds that were well
                let urls = (1...3).map { "http://127.0.0.\($0)/feed" }
                let (before, _) = try await bed.importFeeds(urls) {
                    $0.options.addressPolicy.allowsPrivateNetworks = true
                }
                #expect(before.map(\.outcome.word) == Array(repeating: .imported, count: 3))

                // When they are not to be asked any more
                let (results, _) = try await bed.importFeeds(urls, throughProxy: false) { $0.provenance = .others }

                // Then that is told
                #expect(
                    results.map { $0.outcome.failure?.kind.rawValue } == Array(repeating: "address-denied", count: 3)
                )
                for url in urls { #expect(try await bed.subscription(url)?.failures == 1) }
            }
        )
    }

    /// Whoever adds feeds of machines here is told that they are not asked.
    @Test func namesOfTheNetworkHereThatWereNeverAskedSayNothingOfIt() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(500) },
            { bed in
                let urls = (1...3).map { "http://show\($0).localhost:\(bed.server.port)/feed" }
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    for url in urls { _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: now) }
                }
                let (results, _) = try await bed.importFeeds(urls, throughProxy: false)
                #expect(
                    results.map { $0.outcome.failure?.kind.rawValue } == Array(repeating: "address-denied", count: 3)
                )
            }
        )
    }

    @Test func aFeedThatWasNeverImportedIsNotChargedEither() async throws {
        try await Self.run { bed in
            let (new, now) = ("http://new.example/feed", bed.clock.timestamp)
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: new), at: now)
            }
            #expect(try await Self.kinds(bed, [new]) == ["offline"])
            #expect(try await bed.subscription(new)?.failures == 0)
        }
    }

    @Test func aHostThatSaysSoWhenOthersAnswerIsExcusedOnce() async throws {
        try await Self.run { bed in
            #expect(try await Self.kinds(bed, [Self.feeds[0]]) == ["offline"])
            bed.clock.advance(by: .seconds(300))
            try await bed.importFeeds([Self.living])
            #expect(try await Self.kinds(bed, [Self.feeds[0]]) == ["server-error"])
            #expect(try await bed.subscriptions(Self.feeds).map(\.failures) == [1, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test func aHostThatNobodyElseIsAskedBesideIsNotExcusedForEver() async throws {
        try await Self.run { bed in
            var kinds: [String] = []
            for _ in 1...4 {
                kinds += try await Self.kinds(bed, [Self.feeds[0]])
                bed.clock.advance(by: .seconds(300))
            }
            #expect(kinds == ["offline", "offline", "server-error", "server-error"])
        }
    }

    /// A bed whose store knows feeds that were well so far and are due; since then 511 is the answer to all but one.
    private static func run(
        saying headers: [String] = [],
        _ test: (WebTestBed) async throws -> Void
    ) async throws {
        let isLocked = Locked(false)
        try await WebTestBed.run(
            limits: HostLimits(spacing: .zero),
            script: { request in
                guard isLocked.withLock(\.self), request.path != living else {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                }
                return ServerStep.response(511, headers)
            },
            { bed in
                try await bed.importFeeds(feeds)
                isLocked.withLock { $0 = true }
                bed.clock.advance(by: .seconds(30 * 86_400))
                try await test(bed)
            }
        )
    }

    private static func kinds(_ bed: WebTestBed, _ urls: [String]) async throws -> [String] {
        try await bed.importFeeds(urls).results.compactMap { result in
            if case .failed(let failure) = result.outcome { failure.kind.rawValue } else { nil }
        }
    }
}
