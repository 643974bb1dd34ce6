import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Outages of our own network in whole runs.
struct OutagePipelineTests {
    /// Feeds of seven hosts.
    private static let feeds = "abcdefg".map { "http://\($0).example/feed" }
    /// Addresses of the loopback on which nobody listens; each is a host of its own.
    private static let refusing = (2...8).map { "http://127.0.0.\($0):9/feed" }

    @Test func anOutageIsChargedToNoFeed() async throws {
        try await Self.run { bed in
            // Given seven feeds on seven hosts, all well so far
            let before = try await Self.subscriptions(bed)

            // When none can be reached
            let (results, report) = try await bed.importFeeds(Self.feeds, isNetworkDown: true)

            // Then nobody is charged, and all are tried again soon
            #expect(report.failed >= 3 && report.failed + report.postponed == 7)
            #expect(Set(results.compactMap(Self.kind)) == ["offline"])
            let after = try await Self.subscriptions(bed)
            #expect(after.map(\.failures) == [0, 0, 0, 0, 0, 0, 0])
            #expect(after.map(\.lastAttemptAt) == before.map(\.lastAttemptAt))
            #expect(after.allSatisfy { $0.lastError == nil })
            let soon = bed.clock.timestamp.adding(seconds: 300)
            for (earlier, later) in zip(before, after) {
                let (dueBefore, due) = (try #require(earlier.nextDueAt), try #require(later.nextDueAt))
                #expect(due <= max(soon, dueBefore))
            }

            // And until then nobody is asked
            let (still, _) = try await bed.importFeeds(Self.feeds, isNetworkDown: true)
            #expect(still.allSatisfy { $0.outcome.word == .postponed && $0.seconds.load == 0 })

            // Afterwards a dead host is its feed's own trouble again
            bed.clock.advance(by: .seconds(300))
            try await bed.importFeeds(["http://show.example/"])
            let (alone, _) = try await bed.importFeeds([Self.feeds[0]], isNetworkDown: true)
            #expect(alone.compactMap(Self.kind) == ["proxy"])
            #expect(alone.allSatisfy { $0.seconds.load > 0 })
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed, .active])
    func onlyAFeedThatIsFollowedIsSaidToBeTriedAgain(state: SubscriptionState) async throws {
        let new = "http://new.example/feed"
        try await Self.run { bed in
            // Given feeds that are followed, and one that may be
            try await Self.setState(state, ofFirstIn: bed)

            // When none of them can be reached, and a new one neither
            let (results, _) = try await bed.importFeeds([new] + Self.feeds, isNamed: true, isNetworkDown: true)

            // Then all are told of the outage, and those of nothing that will not be
            let told = results.filter { Self.kind($0) == "offline" }
            #expect(Set(told.map(\.feed)).isSuperset(of: [new, Self.feeds[0]]))
            let stopped: Set = state == .active ? [new] : [new, Self.feeds[0]]
            for result in told {
                let message = try #require(result.outcome.failure?.message)
                #expect(message.contains("the network here seems to be down"))
                #expect(message.contains("tried again") == !stopped.contains(result.feed))
            }
        }
    }

    @Test func aLongOutageIsChargedToNoFeed() async throws {
        try await Self.run { bed in
            for _ in 1...8 {
                try await bed.importFeeds(Self.feeds, isNetworkDown: true)
                bed.clock.advance(by: .seconds(300))
            }
            #expect(try await Self.subscriptions(bed).map(\.failures) == [0, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test func anOutageIsNotChargedToFeedsThatWereNeverImported() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                // Given a list of feeds that was added to a machine without a network
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    for feed in Self.feeds {
                        _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feed), at: now)
                    }
                }

                // When they are asked for a while
                for _ in 1...4 {
                    let (results, _) = try await bed.importFeeds(Self.feeds, isNetworkDown: true)
                    #expect(Set(results.compactMap(Self.kind)) == ["offline"])
                    bed.clock.advance(by: .seconds(300))
                }

                // Then nobody is charged, and as soon as somebody answers, a dead host is its feed's own trouble
                #expect(try await Self.subscriptions(bed).map(\.failures) == [0, 0, 0, 0, 0, 0, 0])
                try await bed.importFeeds(["http://show.example/"])
                let few = Array(Self.feeds.prefix(3))
                let (results, _) = try await bed.importFeeds(few, isNetworkDown: true)
                #expect(results.compactMap(Self.kind) == ["proxy", "proxy", "proxy"])
                #expect(try await Self.subscriptions(bed, few).map(\.failures) == [1, 1, 1])
            }
        )
    }

    @Test func anOutageIsNotChargedToFeedsThatFallDueOneByOne() async throws {
        let feeds = (0..<10).map { "http://host\($0).example/feed" }
        try await Self.run(known: feeds) { bed in
            // Given feeds of which one falls due every six minutes
            for _ in 0..<4 {
                // When nobody can be reached for hours, and so each fails alone
                for feed in feeds where try await bed.subscription(feed)?.failures == 0 {
                    try await bed.importFeeds([feed], isNetworkDown: true)
                    bed.clock.advance(by: .seconds(360))
                }
            }

            // Then those are charged that failed before anybody could know
            let failures = try await Self.subscriptions(bed, feeds).map(\.failures)
            #expect(failures == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0])

            // And as soon as somebody answers, a dead host is its feed's own trouble
            try await bed.importFeeds(["http://show.example/"])
            try await bed.importFeeds([feeds[3]], isNetworkDown: true)
            #expect(try await bed.subscription(feeds[3])?.failures == 1)
        }
    }

    @Test func theProxyOfAllFeedsIsChargedToNoFeed() async throws {
        try await Self.run { bed in
            for _ in 1...3 {
                // Given a feed that is due, and others that answer, so that it is no outage
                bed.clock.advance(by: .seconds(30 * 86_400))
                try await bed.importFeeds(["http://show.example/"])

                // When the proxy is not there
                let (results, _) = try await bed.importFeeds([Self.feeds[0]], isNetworkDown: true) {
                    $0.options.hasOwnProxy = false
                }

                // Then the feed is tried again soon, as if nothing had been
                #expect(results.compactMap(Self.kind) == ["proxy"])
                let feed = try #require(try await bed.subscription(Self.feeds[0]))
                #expect(feed.failures == 0 && feed.lastError == nil)
                #expect(try #require(feed.nextDueAt) <= bed.clock.timestamp.adding(seconds: 300))
                let rules = try await bed.read { [id = feed.id] unit throws(PersistenceError) in
                    try unit.refreshes.dueReasons(of: id).map(\.rule)
                }
                #expect(rules == [.localTrouble])
            }
        }
    }

    @Test func aHostThatFailsAfterTwoOthersIsExcusedTwiceAtMost() async throws {
        try await Self.run { bed in
            // Given three dead hosts, and nobody else to be asked
            for feed in [0, 1, 2, 2].map({ Self.feeds[$0] }) {
                try await bed.importFeeds([feed], isNetworkDown: true)
                bed.clock.advance(by: .seconds(360))
            }
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 1, 0, 0, 0, 0, 0])

            // When the third fails once more
            try await bed.importFeeds([Self.feeds[2]], isNetworkDown: true)

            // Then it is its own trouble
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 1, 1, 0, 0, 0, 0])
        }
    }

    @Test func aFewHostsAreNotExcusedForEver() async throws {
        try await Self.run { bed in
            // Given three hosts that have no address any more, asked alone
            let few = Array(Self.feeds.prefix(3))
            for _ in 1...2 {
                let (results, _) = try await bed.importFeeds(few, isNetworkDown: true)
                #expect(results.compactMap(Self.kind) == ["offline", "offline", "offline"])
                bed.clock.advance(by: .seconds(300))
            }

            // When they fail together once more
            let (results, _) = try await bed.importFeeds(few, isNetworkDown: true)

            // Then it is their own trouble
            #expect(Set(results.compactMap(Self.kind)) == ["proxy"])
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 1, 1, 0, 0, 0, 0])
        }
    }

    @Test func hostsThatAreSilentWhenOthersAnswerAreExcusedOnce() async throws {
        try await Self.run { bed in
            // Given an outage that another host shows to be over
            try await bed.importFeeds(Self.feeds, isNetworkDown: true)
            bed.clock.advance(by: .seconds(300))
            try await bed.importFeeds(["http://show.example/"])

            // When the same hosts fail again, before anybody else is asked
            let asked = Array(Self.feeds.prefix(3))
            let (results, _) = try await bed.importFeeds(asked, isNetworkDown: true)

            // Then they are charged
            #expect(Set(results.compactMap(Self.kind)) == ["proxy"])
            #expect(try await Self.subscriptions(bed).prefix(3).map(\.failures) == [1, 1, 1])
        }
    }

    @Test func aRefusedConnectionShowsThatTheNetworkWorks() async throws {
        try await Self.run(known: Self.refusing) { bed in
            let (results, report) = try await bed.importFeeds(Self.refusing, throughProxy: false)
            #expect(report.failed == 7 && report.postponed == 0)
            #expect(Set(results.compactMap(Self.kind)) == ["unreachable"])
            let failures = try await Self.subscriptions(bed, Self.refusing).map(\.failures)
            #expect(failures == [1, 1, 1, 1, 1, 1, 1])
        }
    }

    @Test func aRedirectShowsThatTheNetworkWorks() async throws {
        // Given feeds of one living server that all move to dead hosts
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                guard hasMoved.withLock(\.self) else {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                }
                return ServerStep.redirect(302, to: "http://dead\(request.path.dropFirst()).invalid/")
            },
            { bed in
                let feeds = (0..<4).map { "http://127.0.0.1:\(bed.server.port)/\($0)" }
                try await bed.importFeeds(feeds, throughProxy: false)
                hasMoved.withLock { $0 = true }

                // When none of those can be reached
                let (results, _) = try await bed.importFeeds(feeds, throughProxy: false)

                // Then the feeds are charged with it, and not an outage
                #expect(Set(results.compactMap(Self.kind)) == ["unresolved-host"])
                #expect(try await Self.subscriptions(bed, feeds).map(\.failures) == [1, 1, 1, 1])
            }
        )
    }

    @Test func deadHostsAmongLivingOnesAreCharged() async throws {
        try await Self.run { bed in
            let (_, report) = try await bed.importFeeds([Self.feeds[0], Self.feeds[1]], isNetworkDown: true)
            #expect(report.failed == 2)
            #expect(try await Self.subscriptions(bed).map(\.failures) == [1, 1, 0, 0, 0, 0, 0])
        }
    }

    @Test func failuresThatAreDecidedAllAtOnceMakeOnePause() async throws {
        // Given many feeds of one host, asked one right after the other
        let limits = HostLimits(spacing: .zero)
        try await WebTestBed.run(
            limits: limits,
            script: { _ in ServerStep.response(404) },
            { bed in
                let feeds = (0..<12).map { "http://silent.example/\($0)" }

                // When none is reached, and only silence at the end says that it was the host
                try await bed.importFeeds(feeds, isNetworkDown: true)

                // Then it is left alone for as long as after any five failures
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "silent.example")
                }
                #expect(host?.failures == HostPause.unreachableCount)
                let now = bed.clock.timestamp
                let until = try #require(host?.pausedUntil)
                #expect(until > now && until <= now.adding(seconds: HostPause.unreachableSeconds))
            }
        )
    }

    @Test func aHostThatIsDownIsNotTriedForEachOfItsFeeds() async throws {
        try await WebTestBed.run(
            script: { _ in [.reset] },
            { bed in
                let urls = (0..<20).map { "http://127.0.0.1:\(bed.server.port)/\($0)" }
                let (results, report) = try await bed.importFeeds(urls, throughProxy: false)
                #expect(report.failed == HostPause.unreachableCount)
                #expect(report.postponed == 20 - HostPause.unreachableCount)
                #expect(Set(results.compactMap(Self.kind)) == ["connection-lost"])
                let host = try await bed.read { unit throws(PersistenceError) in try unit.hosts.host(named: "127.0.0.1")
                }
                #expect(host?.failures == HostPause.unreachableCount)
                #expect(host?.pauseReason == HostPauseReason.unreachable.rawValue)

                // Who asks for a feed by name is not put off.
                let (named, _) = try await bed.importFeeds([urls[0]], isNamed: true, throughProxy: false)
                #expect(named.compactMap(Self.kind) == ["connection-lost"])
            }
        )
    }

    @Test func aHostThatKeepsSilentIsNotTriedForEachOfItsFeeds() async throws {
        try await WebTestBed.run(
            script: { _ in [.waitForClient] },
            { bed in
                let urls = (0..<8).map { "http://127.0.0.1:\(bed.server.port)/\($0)" }
                let (results, report) = try await bed.importFeeds(urls, throughProxy: false) {
                    $0.options.timeLimits.idle = 50
                }
                #expect(report.failed == HostPause.unreachableCount)
                #expect(report.postponed == urls.count - HostPause.unreachableCount)
                #expect(Set(results.compactMap(Self.kind)) == ["timeout"])
            }
        )
    }

    @Test func aPortWhereNobodyListensIsNotTheWholeHost() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                // Given a host of which one port refuses all connections
                let dead = (0..<HostPause.unreachableCount).map { "http://127.0.0.1:9/\($0)" }
                let (failures, _) = try await bed.importFeeds(dead, throughProxy: false)
                #expect(Set(failures.compactMap(Self.kind)) == ["unreachable"])

                // When another one is asked
                let live = "http://127.0.0.1:\(bed.server.port)/feed"
                let (results, _) = try await bed.importFeeds([live], throughProxy: false)

                // Then it is asked
                #expect(results.map(\.outcome.word) == [.imported])
            }
        )
    }

    @Test func aHostThatIsStillDownAfterAPauseIsTriedOnceThoughByAnotherProcess() async throws {
        try await WebTestBed.run(
            script: { _ in [.reset] },
            { bed in
                // Given what a process has noted that has ended: so many failures, and a pause that is over
                let (now, count) = (bed.clock.timestamp, HostPause.unreachableCount + 2)
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let then = now.adding(seconds: -3600)
                    var host = HostState(name: "127.0.0.1", failures: count, failingSince: then, lastUsedAt: then)
                    host.pausedUntil = now.adding(seconds: -1)
                    host.pauseReason = HostPauseReason.unreachable.rawValue
                    try unit.hosts.save(host)
                }

                // When
                let urls = (0..<20).map { "http://127.0.0.1:\(bed.server.port)/\($0)" }
                let (_, report) = try await bed.importFeeds(urls, throughProxy: false)

                // Then the pauses go on growing
                #expect((report.failed, report.postponed) == (1, 19))
                let host = try await bed.read { unit throws(PersistenceError) in try unit.hosts.host(named: "127.0.0.1")
                }
                #expect(host?.pausedUntil ?? now >= now.adding(seconds: HostPause.unreachableSeconds << 3))
            }
        )
    }

    /// A bed whose store knows feeds that were well so far.
    private static func run(known: [String] = feeds, _ test: (WebTestBed) async throws -> Void) async throws {
        let feed = TestFeed.rss([TestFeed.item("a")])
        try await ImportTestBed.run { files in
            let path = try files.write(feed)
            try await WebTestBed.run(
                script: { _ in ServerStep.response(200, [], feed) },
                { bed in
                    let requests = known.map { FeedImportRequest(name: $0, source: .file(path: path), identity: $0) }
                    let (_, report) = try await bed.run(requests)
                    #expect(report.imported == known.count)
                    try await test(bed)
                }
            )
        }
    }

    private static func setState(_ state: SubscriptionState, ofFirstIn bed: WebTestBed) async throws {
        let now = bed.clock.timestamp
        try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            // Its number is of the turn in which it came.
            guard let first = try unit.subscriptions.subscription(matching: feeds[0]) else { return }
            try unit.subscriptions.setState(state, of: first.id, at: now)
        }
    }

    private static func subscriptions(_ bed: WebTestBed, _ urls: [String] = feeds) async throws -> [Subscription] {
        try await bed.subscriptions(urls)
    }

    private static func kind(_ result: FeedImportResult) -> String? {
        if case .failed(let failure) = result.outcome { failure.kind.rawValue } else { nil }
    }
}
