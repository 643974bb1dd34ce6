import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Hosts that have had enough, in whole runs: who is asked, who is put off, and for how long.
struct PausedHostTests {
    @Test func aPauseHoldsForAnAddressInAnySpelling() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(429, ["Retry-After: 600"]) },
            { bed in
                try await bed.importFeeds(["http://192.0.2.1/a"])
                let (results, _) = try await bed.importFeeds(["http://192.0.513/b", "http://[2001:db8:0::1]/c"])
                #expect(results.map(\.outcome.word.rawValue).sorted() == ["failed", "postponed"])
                let (others, _) = try await bed.importFeeds(["http://[2001:db8::1]/d"])
                #expect(others.map(\.outcome.word) == [.postponed])
                #expect(bed.asked.count == 2)
            }
        )
    }

    @Test func aHostThatGetsTooManyRequestsGetsNoMore() async throws {
        // Given fifty feeds of one host, and one of another
        let urls = (0..<50).map { "http://many.example/\($0)" }
        let isBusy = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if isBusy.withLock(\.self), request.path.contains("many") {
                    return ServerStep.response(429, ["Retry-After: 600"])
                }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                try await bed.importFeeds(urls)
                let before = bed.server.requests.count

                // When the host has enough
                isBusy.withLock { $0 = true }
                let pausedAt = bed.clock.timestamp
                let (results, report) = try await bed.importFeeds(urls + ["http://other.example/"])

                // Then it hears of us once, and the others are put off
                #expect(bed.asked.dropFirst(before).filter { $0.contains("many") }.count == 1)
                #expect(report.postponed == 49 && report.failed == 1 && report.imported == 1)
                let until = try #require(
                    results.compactMap { result -> Timestamp? in
                        if case .postponed(let until) = result.outcome { until } else { nil }
                    }.min()
                )
                #expect(until.seconds(since: pausedAt) >= 600)

                // And not in another run either, also of an importer that knows nothing
                isBusy.withLock { $0 = false }
                let asked = bed.server.requests.count
                try await bed.importFeeds(urls, isNamed: true)
                #expect(bed.server.requests.count == asked)
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "many.example")
                }
                #expect(host?.pausedUntil == until)
                #expect(host?.pauseReason == "rate-limited")

                // One that is new there is followed, and asked when the others are
                let (news, _) = try await bed.importFeeds(["http://many.example/new"], isNamed: true)
                #expect(news.map(\.outcome) == [.postponed(until: until)])
                #expect(news.flatMap(\.warnings).map(\.kind.rawValue) == ["host-paused"])
                #expect(news.first?.warnings.first?.detail.contains("is followed from now on") == true)
                let (known, _) = try await bed.importFeeds(Array(urls.suffix(1)), isNamed: true)
                #expect(known.flatMap(\.warnings).map(\.kind.rawValue) == ["host-paused"])
                let new = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(forFeedURL: "http://many.example/new")
                }
                #expect(new?.state == .active && new?.nextDueAt == until)
                #expect(bed.server.requests.count == asked)

                // Until the time is over
                bed.clock.advance(by: .seconds(601))
                let (_, after) = try await bed.importFeeds(urls)
                #expect(after.postponed == 0 && after.failed == 0)
            }
        )
    }

    @Test(arguments: [(429, ["Retry-After: 600"]), (429, []), (503, ["Retry-After: 600"])])
    func theFeedThatIsToldOfAPauseIsFollowedLikeTheOthersOfItsHost(status: Int, headers: [String]) async throws {
        let urls = ["http://many.example/1", "http://many.example/2"]
        try await WebTestBed.run(
            script: { _ in ServerStep.response(status, headers) },
            { bed in
                // When two feeds that nobody knows are imported, and the first is told
                let now = bed.clock.timestamp
                let (results, _) = try await bed.importFeeds(urls, isNamed: true)

                // Then it has failed, which the other has not, and both are followed
                #expect(results.map(\.outcome.word.rawValue).sorted() == ["failed", "postponed"])
                let failed = try #require(results.first { $0.outcome.word == .failed })
                #expect("\(failed.outcome)".contains("is followed from now on"))
                #expect(failed.httpStatus == status)
                let told = try #require(try await bed.subscription(failed.feed))
                #expect(told.failures == 1 && told.lastAttemptAt != nil)
                #expect(try #require(told.nextDueAt).seconds(since: now) >= 3600)
                let other = try #require(urls.first { $0 != failed.feed })
                #expect(try #require(try await bed.subscription(other)?.nextDueAt).seconds(since: now) >= 600)
                #expect(bed.asked == [failed.feed])
            }
        )
    }

    @Test func aRedirectIsNotFollowedToAHostThatHasToldAnotherProcessToLeaveItAlone() async throws {
        let interjection = Interjection()
        let (first, second) = ("http://first.example/feed", "http://second.example/feed")
        try await WebTestBed.run(
            script: { request in
                request.path == first
                    ? [interjection.step] + ServerStep.response(302, ["Location: \(second)"])
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                // When another process is told while the first host answers
                interjection.set(in: bed) { unit, now throws(PersistenceError) in
                    let end = now.adding(seconds: 600)
                    try unit.hosts.pause("second.example", until: end, reason: .rateLimited, at: now)
                }
                let (results, _) = try await bed.importFeeds([first], isNamed: true)

                // Then the second is not asked before it wants to be
                #expect(results.map(\.outcome.word) == [.postponed])
                #expect(results.flatMap(\.warnings).map(\.kind.rawValue) == ["host-paused"])
                #expect(bed.asked == [first])
                interjection.clear()
                bed.clock.advance(by: .seconds(601))
                let (later, _) = try await bed.importFeeds([first], isNamed: true)
                #expect(later.map(\.outcome.word) == [.imported])
                #expect(bed.asked == [first, first, second])
            }
        )
    }

    /// What has failed in another way may be a slip of the pen.
    @Test(arguments: [404, 500, 503])
    func aFeedThatNobodyKnowsAndThatFailsIsNotFollowed(status: Int) async throws {
        let url = "http://many.example/1"
        try await WebTestBed.run(
            script: { _ in ServerStep.response(status) },
            { bed in
                let (_, report) = try await bed.importFeeds([url], isNamed: true)
                #expect(report.failed == 1)
                #expect(try await bed.subscription(url) == nil)
            }
        )
    }

    @Test func aFeedThatIsNotToBeFollowedIsNotFollowedBecauseItsHostIsPaused() async throws {
        let url = "http://many.example/1"
        try await WebTestBed.run(
            script: { _ in ServerStep.response(429) },
            { bed in
                let (tried, _) = try await bed.importFeeds([url]) { $0.isDryRun = true }
                let (read, _) = try await bed.importFeeds([url]) { $0.subscribes = false }
                #expect((tried + read).allSatisfy { !"\($0.outcome)".contains("followed") })
                #expect(bed.asked.first == url)
                #expect(try await bed.subscription(url) == nil)
            }
        )
    }

    @Test func postponedFeedsAreDueAfterThePauseAndChargedWithNothing() async throws {
        let isBusy = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                isBusy.withLock(\.self)
                    ? ServerStep.response(503, ["Retry-After: 90000"])
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                try await bed.importFeeds(["http://one.example/a", "http://one.example/b"])
                let before = try #require(try await bed.subscription("http://one.example/b"))
                isBusy.withLock { $0 = true }
                try await bed.importFeeds(["http://one.example/a", "http://one.example/b"])
                let after = try #require(try await bed.subscription("http://one.example/b"))
                #expect(after.failures == 0 && after.lastAttemptAt == before.lastAttemptAt)
                #expect(try #require(after.nextDueAt).seconds(since: bed.clock.timestamp) >= 89_000)
            }
        )
    }

    @Test func aFeedThatIsNotDueBeforeAPauseEndsStillSaysWhatItWaitsFor() async throws {
        let url = "http://one.example/a"
        let isBusy = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                isBusy.withLock(\.self)
                    ? ServerStep.response(429, ["Retry-After: 60"])
                    : ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                // Given a feed that waits for its interval
                try await bed.importFeeds([url])
                let dueAt = try #require(try await bed.subscription(url)?.nextDueAt)
                isBusy.withLock { $0 = true }
                try await bed.importFeeds(["http://one.example/b"])

                // When somebody names it while its host is paused
                try await bed.importFeeds([url], isNamed: true)

                // Then it waits as before
                let reasons = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.dueReasons(of: 1)
                }
                #expect(try await bed.subscription(url)?.nextDueAt == dueAt)
                #expect(Set(reasons.map(\.rule)).isSuperset(of: [.hostPaused, .interval]))
                #expect(bed.asked.count == 2)
            }
        )
    }

    @Test func aRedirectToAPausedHostPutsTheFeedOff() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.redirect(302, to: "http://target.example/feed") },
            { bed in
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.hosts.pause(
                        "target.example",
                        until: now.adding(seconds: 900),
                        reason: .unavailable,
                        at: now
                    )
                }
                let (results, _) = try await bed.importFeeds(["http://show.example/"])
                // Its own server has answered, and is asked no sooner than after any other answer.
                #expect(results.map(\.outcome) == [.postponed(until: now.adding(seconds: 3600))])
                #expect(bed.asked == ["http://show.example/"])
            }
        )
    }

    /// The rest that a redirect asks for is that of the feed, not of the host where it leads.
    @Test(arguments: [(503, "90000", nil), (429, "5", 3600)] as [(Int, String, Int64?)])
    func aHostIsPausedForNoLongerAndNoShorterThanItHasSaidItself(
        status: Int,
        asked: String,
        pause: Int64?
    ) async throws {
        try await WebTestBed.run(
            script: { request in
                request.path.contains("target")
                    ? ServerStep.response(status)
                    : ServerStep.response(302, ["Location: http://target.example/feed", "Retry-After: \(asked)"])
            },
            { bed in
                let now = bed.clock.timestamp
                try await bed.importFeeds(["http://show.example/"])
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "target.example")
                }
                #expect(host?.pausedUntil.map { $0.seconds(since: now) } == pause)
            }
        )
    }

    @Test func rules18And32ARedirectToAPausedHostIsAnAnswerOfTheFeedsServer() async throws {
        // Given a feed that moves, with a rest asked for, to a host that is left alone for a quarter of an hour
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                hasMoved.withLock(\.self)
                    ? ServerStep.response(302, ["Location: http://target.example/feed", "Retry-After: 86400"])
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let feed = "http://show.example/"
                try await bed.importFeeds([feed])
                bed.clock.advance(by: .seconds(90_000))
                hasMoved.withLock { $0 = true }
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let end = now.adding(seconds: 900)
                    try unit.hosts.pause("target.example", until: end, reason: .unavailable, at: now)
                }

                // When it is asked
                let (results, _) = try await bed.importFeeds([feed])

                // Then it is put off, charged with nothing, and its server gets the rest
                let after = try #require(try await bed.subscription(feed))
                let due = try #require(after.nextDueAt)
                #expect(due.seconds(since: now) >= 86_400)
                #expect(results.map(\.outcome) == [.postponed(until: due)])
                #expect(results.flatMap(\.warnings).map(\.kind.rawValue) == ["host-paused"])
                #expect(after.failures == 0)
                #expect(after.lastAttemptAt == now)
                // And that it was asked is on record
                let (fetches, reasons) = try await bed.read { unit throws(PersistenceError) in
                    (try unit.fetches.newest(of: after.id), try unit.refreshes.dueReasons(of: after.id))
                }
                #expect(fetches.first?.outcome == "postponed")
                #expect(fetches.first?.at == now)
                #expect(reasons.map(\.rule).suffix(1) == [.retryAfter])
                #expect(reasons.map(\.rule).contains(.hostPaused))
            }
        )
    }
}
