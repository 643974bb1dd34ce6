import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Loads that a stop of the run cuts off, when their servers have been asked (http polling A2 23).
struct CutOffLoadTests {
    private static let urls = ["http://show.example/1", "http://show.example/2"]

    /// With an ETag feeds are asked whether they have changed before they are loaded.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func whatAStopCutsOffIsDueAsIfItHadFailedAndTheRestAsBefore(hasETag: Bool) async throws {
        let isSlow = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: String.self)
        try await WebTestBed.run(
            script: { request in
                guard isSlow.withLock(\.self) else {
                    let headers = hasETag ? ["ETag: \"1\""] : []
                    return ServerStep.response(200, headers, TestFeed.rss([TestFeed.item(request.path)]))
                }
                return [.perform { asks.yield(request.path) }, .waitForClient]
            },
            { bed in
                // Given two feeds of one host that are due, of which one is being loaded
                try await bed.importFeeds(Self.urls)
                bed.clock.advance(by: .seconds(7 * 86_400))
                isSlow.withLock { $0 = true }
                var requests: [FeedImportRequest] = []
                for url in Self.urls { requests.append(try await bed.request(url)) }
                let run = Task { [requests] in try await bed.run(requests) }
                var arrivals = asked.makeAsyncIterator()
                let arrival = await arrivals.next()
                let first = try #require(arrival)
                let other = try #require(Self.urls.first { $0 != first })
                let before = try await bed.subscription(other)?.nextDueAt

                // When
                run.cancel()
                _ = try await run.value

                // Then its server is left alone for as long as after any other request
                let now = bed.clock.timestamp
                let feed = try #require(try await bed.subscription(first))
                #expect(try #require(feed.nextDueAt) >= now.adding(seconds: RefreshPolicy().minimumInterval))
                #expect(feed.failures == 0)
                let (rules, overview) = try await bed.read { unit throws(PersistenceError) in
                    (
                        try unit.refreshes.dueReasons(of: feed.id).map(\.rule),
                        try unit.subscriptions.overview(at: now)
                    )
                }
                #expect(rules == [.interrupted])
                #expect(overview.inFlight == 0)

                // And what was not asked is due as before
                #expect(try await bed.subscription(other)?.nextDueAt == before)
                isSlow.withLock { $0 = false }
                #expect(try await bed.importDue().results.map(\.feed) == [other])
            }
        )
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func whatAStopOfTheDaemonCutsOffCountsAsAskedToo(isKnown: Bool) async throws {
        let isSlow = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: String.self)
        try await WebTestBed.run(
            script: { request in
                guard isSlow.withLock(\.self) else {
                    return ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item(request.path)]))
                }
                return [.perform { asks.yield(request.path) }, .waitForClient]
            },
            { bed in
                // Given two feeds of one host that are due, of which a daemon loads one
                if isKnown {
                    try await bed.importFeeds(Self.urls)
                } else {
                    try await bed.follow(Self.urls, at: bed.clock.timestamp)
                }
                bed.clock.advance(by: .seconds(7 * 86_400))
                isSlow.withLock { $0 = true }
                let scheduler = Self.scheduler(for: bed)
                let run = Task { [importer = bed.importer] in try await importer.startListening(to: scheduler) }
                var arrivals = asked.makeAsyncIterator()
                let arrival = await arrivals.next()
                let first = try #require(arrival)

                // When it is stopped
                run.cancel()
                _ = try await run.value
                try await scheduler.giveBack()

                // Then that one is left alone, and the other is due
                let now = bed.clock.timestamp
                let due = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.dueStates(at: now).map(\.feedURL)
                }
                #expect(due == Self.urls.filter { $0 != first })
                let feed = try #require(try await bed.subscription(first))
                #expect(try #require(feed.nextDueAt) >= now.adding(seconds: RefreshPolicy().minimumInterval))
                #expect(feed.failures == 0)
            }
        )
    }

    private static func scheduler(for bed: WebTestBed) -> RefreshScheduler {
        let (clock, proxy) = (bed.clock, "http://127.0.0.1:\(bed.server.port)")
        return RefreshScheduler(
            owner: "daemon",
            persistence: bed.persistence,
            configuration: RefreshSchedulerConfiguration(),
            now: { clock.timestamp },
            logger: .silent,
            makeRequest: { feed in
                var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
                request.options.proxy = proxy
                request.refreshState = feed
                return request
            }
        )
    }

    @Test func aDaemonThatIsStartedAgainDoesNotAskAtOnce() async throws {
        // Given a feed that was being loaded when the daemon was stopped
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let scheduler = bed.scheduler()
        let request = try #require(await scheduler.next())
        let start = bed.now
        let failure = ImportFailure(stage: .load, kind: .cancelled, message: "", failureClass: .cancelled)
        var result = SchedulerTestBed.result(of: request, .failed(failure))
        result.isCutOff = true
        scheduler.finish(result)
        scheduler.end()
        try await scheduler.giveBack()

        // When the next one waits for it
        let next = await bed.scheduler("next").next()

        // Then
        #expect(next?.name == request.name)
        #expect(bed.now.seconds(since: start) >= RefreshPolicy().minimumInterval)
        #expect(next?.refreshState?.failures == 0)
    }
}
