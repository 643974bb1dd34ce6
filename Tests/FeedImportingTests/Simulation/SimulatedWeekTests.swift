import Persistence
import PodcastModel
import Testing

/// A week of two hundred feeds, on a clock that needs no time: the real
/// importer, loader and store, asking what is due every five minutes.
struct SimulatedWeekTests {
    @Test func everyRequestOfAWeekIsAllowed() async throws {
        let clock = SteppingClock()
        let web = SimulatedWeb(clock: clock)
        try await WebTestBed.run(
            clock: clock,
            script: { web.answer($0) },
            { bed in
                // Given two hundred subscriptions
                try await bed.importFeeds(SimulatedWeb.urls)

                // When a week goes by
                while clock.now.offset < .seconds(7 * 86_400) {
                    clock.advance(by: .seconds(300))
                    let now = clock.timestamp
                    let next = try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.nextDueDate()
                    }
                    if let next, next <= now { try await bed.importDue() }
                }

                // Then nothing was asked too early, too often, twice at once or without conditions
                let first = web.feeds.first { url, _ in web.violations.first?.hasPrefix(url + ":") == true }
                #expect(
                    web.violations.prefix(20).isEmpty,
                    "\(web.violations.count) violations, \(first?.value.log ?? [])"
                )
                #expect(web.userAgents.count == 1)
                try await Self.expectEverybodyWasServed(web, bed)
            }
        )
    }

    /// Politeness must not be bought by not asking.
    private static func expectEverybodyWasServed(_ web: SimulatedWeb, _ bed: WebTestBed) async throws {
        let feeds = web.feeds
        #expect(feeds.count == 200)
        for (url, feed) in feeds {
            let least: Int
            switch SimulatedWeb.kind(of: url) {
            case .daily: least = 24
            case .withoutValidators: least = 6
            case .vanishing: least = 8
            case .fresh: least = 10
            case .stable, .withCookies, .redirected, .slow, .busy, .flaky: least = 14
            }
            #expect(feed.requests >= least, "\(url) was asked \(feed.requests) times")
            if SimulatedWeb.kind(of: url) == .daily { #expect(feed.documents >= 7) }
        }
        let subscriptions = try await bed.read { unit throws(PersistenceError) in
            try unit.subscriptions.subscriptions()
        }
        #expect(subscriptions.count == 200)
        for subscription in subscriptions {
            let kind = SimulatedWeb.kind(of: subscription.feedURL)
            #expect((subscription.failures > 1) == (kind == .vanishing), "\(subscription.feedURL)")
            // The daily feeds have an episode more in every document.
            let documents = feeds[subscription.feedURL]?.documents ?? 0
            #expect(subscription.episodeCount == (kind == .daily ? documents : 1), "\(subscription.feedURL)")
        }
    }
}
