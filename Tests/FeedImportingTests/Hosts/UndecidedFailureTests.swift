import Dispatch
import FeedServer
import Logging
import Operations
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Failures of which nothing comes that says whose they are: silence decides them, whatever lasts longer.
struct UndecidedFailureTests {
    private static let lost = "http://old.example/feed"
    private static let site = "http://show.example/"

    @Test(.timeLimit(.minutes(10)))
    func aFailureIsDecidedWhenASearchHasEndedThatLastedLonger() async throws {
        // Given a feed that has been lost for a fortnight, and a site that answers when ten seconds have passed
        let hasPassed = DispatchSemaphore(value: 0)
        let (isAtSite, arrived) = AsyncStream<Void>.makeStream()
        let isLost = Locked(false)
        let clock = SteppingClock(onSleep: { if $0 >= .seconds(9) { hasPassed.signal() } })
        try await WebTestBed.run(
            clock: clock,
            script: { request in
                if request.path == Self.site {
                    return [.perform { arrived.finish() }, .perform { hasPassed.wait() }] + ServerStep.response(404)
                }
                guard !isLost.withLock(\.self) else { return ServerStep.response(404) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], link: Self.site))
            },
            { bed in
                try await bed.importFeeds([Self.lost])
                isLost.withLock { $0 = true }
                try await bed.importFeeds([Self.lost])
                clock.advance(by: .seconds(15 * 86_400))
                let first = try await bed.request(Self.lost)
                let second = try await bed.request("http://silent.example/feed", isNetworkDown: true)

                // When another feed gets no answer while the site is being looked at
                let (requests, source) = AsyncThrowingStream<FeedImportRequest, any Error>.makeStream()
                source.yield(first)
                async let report = bed.importer.importFeeds(requests)
                for await _ in isAtSite {}
                source.yield(second)
                source.finish()

                // Then the run ends all the same
                #expect(try await report.failed == 2)
                #expect(bed.asked.contains(Self.site))
            }
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func silenceIsWaitedForHoweverLongSomethingLasts() async throws {
        // Given a request that lasts longer than ten seconds
        let clock = SteppingClock()
        let traffic = try Self.traffic(["http://show.example/"], clock)
        traffic.endSource()
        let (_, pass) = try Self.begun(await traffic.departures())
        let isOver = Locked(false)
        let (silence, silent) = AsyncStream<Bool>.makeStream()
        traffic.whenSilent { silent.yield(isOver.withLock(\.self)) }
        let hasLooked = { traffic.state.withLock { $0.waiters[.judge] != nil } && clock.now.offset >= .seconds(10) }
        try await until(hasLooked)

        // When it ends
        isOver.withLock { $0 = true }
        pass.end()

        // Then it is silent, and was not before
        var told = silence.makeAsyncIterator()
        #expect(await told.next() == true)

        // And whoever wants it anew is told anew
        traffic.whenSilent { silent.yield(true) }
        #expect(await told.next() == true)
    }

    @Test(.timeLimit(.minutes(10)))
    func aFeedForWhichThereIsNoRoomBreaksNoSilence() async throws {
        // Given a feed that waits for room, which another has that is undecided
        let traffic = try Self.traffic(["http://one.example/", "http://two.example/"], SteppingClock(), room: 1)
        let (feed, pass) = try Self.begun(await traffic.departures())
        pass.end()
        let (silence, silent) = AsyncStream<Void>.makeStream()
        async let next = traffic.departures()

        // When it is silent
        traffic.whenSilent { silent.finish() }
        for await _ in silence {}

        // Then that one can end, and the other begin
        traffic.end([feed.request.windowKey])
        let (second, _) = try Self.begun(await next)
        #expect(second.request.name == "http://two.example/")
    }

    @Test func aFeedForWhichThereWasNoRoomKeepsNoTurnWhenTheRunIsOver() async throws {
        let traffic = try Self.traffic(["http://one.example/", "http://two.example/"], SteppingClock(), room: 1)
        let (feed, pass) = try Self.begun(await traffic.departures())
        #expect(traffic.close() == 1)
        pass.end()
        traffic.end([feed.request.windowKey])
        await traffic.drained()
        #expect(traffic.lines.activeCount == 0)
    }

    @Test func silenceWhileAFailureIsJudgedDecidesItToo() {
        // Given
        let logger = Logger.silent
        let outages = OutageWatch(now: { SteppingClock.start }, logger: logger)
        let verdicts = Locked<[OutageDetector.Verdict]>([])

        // When silence comes before it is said what has failed
        outages.judging {
            outages.settle()
            outages.failed(host: "a", testimony: .witness, answersBefore: 0, isOffline: false) { verdict in
                verdicts.withLock { $0.append(verdict) }
            }
            #expect(outages.hasUndecided)
        }

        // Then
        #expect(verdicts.withLock(\.self) == [.feed])
        #expect(!outages.hasUndecided)
    }

    /// A traffic with feeds that wait.
    private static func traffic(_ urls: [String], _ clock: SteppingClock, room: Int = 9) throws -> ImportTraffic {
        var configuration = FeedImporterConfiguration(processorCount: 2)
        configuration.maximumFeedsInFlight = room
        let traffic = ImportTraffic(
            configuration: configuration,
            lines: HostLines(limits: configuration.hostLimits, maximumActive: configuration.turnWidth),
            clock: PipelineClock(clock),
            now: { clock.timestamp }
        )
        for url in urls { #expect(traffic.add(FeedImportRequest(name: url, source: .http(try FeedURL(url))))) }
        return traffic
    }

    /// The one feed that has begun.
    private static func begun(
        _ departures: [ImportTraffic.Departure]
    ) throws -> (ImportTraffic.WaitingFeed, HostPass) {
        guard departures.count == 1, case .begin(let feed, let pass)? = departures.first else { throw NotBegun() }
        return (feed, pass)
    }

    private struct NotBegun: Error {}
}
