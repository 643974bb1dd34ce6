import PodcastModel
import Testing

/// Thirty days of a daemon with everything it has: the real scheduler, importer,
/// loader and store, over servers that fail, through restarts, crashes, suspends
/// and clocks that are set.
struct SimulatedDaemonTests {
    private static let days: Int64 = 30
    // The clock is set when each process has asked every feed: it answers for its own dates, not for those of others.
    private static let events: [Int64: SimulatedDaemon.Event] = [
        30: .restart, 31: .restart, 50: .crash, 77: .suspend(hours: 9), 110: .setClock(hours: 26),
        150: .setClock(hours: -26), 260: .setClock(hours: -48), 300: .setClock(hours: 48), 333: .crash,
        334: .restart, 400: .suspend(hours: 30), 590: .crash, 620: .setClock(hours: 3), 621: .restart,
    ]

    @Test func losesNoFeedMakesNoBurstAndAsksNothingEarly() async throws {
        let clock = SteppingClock()
        let web = MonthOfWeb(clock: clock, outages: [200..<205, 500..<520])
        try await WebTestBed.run(
            clock: clock,
            script: { web.answer($0) },
            { bed in
                // Given feeds followed at one moment
                try await bed.follow(MonthOfWeb.urls, at: bed.clock.timestamp)

                // When
                let daemon = SimulatedDaemon(bed, events: Self.events, days: Self.days)
                try await daemon.run()

                // Then nothing was asked before its time, by a clock that nobody sets
                #expect(web.violations.prefix(20).isEmpty, "\(web.violations.count) violations")
                #expect(daemon.processes == 8)
                #expect(daemon.pendingEvents == 0)
                // What fell due at once was not asked at once: five a second, and as much beforehand.
                #expect(web.mostInASecond <= 10)
                try await Self.expectNothingLost(web, bed)
            }
        )
    }

    /// Each feed was asked to the end, at its own pace, and every episode is stored.
    private static func expectNothingLost(_ web: MonthOfWeb, _ bed: WebTestBed) async throws {
        let requests = web.requests
        #expect(requests.count == MonthOfWeb.urls.count)
        for (number, url) in MonthOfWeb.urls.enumerated() {
            let times = requests[url] ?? []
            // Thirty hours of suspend, and what a show or a pause of its host asks for; a day more where servers
            // offer no validators; a week after 404. That clocks are set lengthens nothing.
            let isVanishing = MonthOfWeb.kind(of: number) == .vanishing
            let longest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .zero
            let hours: Int64 =
                switch MonthOfWeb.kind(of: number) {
                case .vanishing: 8 * 24
                case .withoutValidators: 57
                default: 36
                }
            #expect(longest <= .seconds(hours * 3600), "\(url) waited \(longest)")
            let last = try #require(times.last)
            #expect(last >= .seconds((days - (isVanishing ? 8 : 2)) * 86_400), "\(url) was asked last at \(last)")
            let least = MonthOfWeb.kind(of: number) == .withoutValidators || isVanishing ? 20 : 90
            #expect(times.count >= least, "\(url) was asked \(times.count) times")
            let subscription = try #require(try await bed.subscription(url))
            #expect(subscription.state == .active)
            #expect(subscription.episodeCount == web.seen[url], "\(url)")
            #expect(subscription.episodeCount >= web.episodes(of: number).count - 2, "\(url)")
        }
        let expected = requests.values.map(\.count).reduce(0, +)
        #expect(expected < 16 * 30 * 24, "and less often than once an hour")
    }
}
