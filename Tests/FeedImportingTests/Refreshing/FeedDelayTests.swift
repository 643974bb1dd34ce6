import PodcastModel
import Testing

@testable import FeedImporting

struct FeedDelayTests {
    private static let now = Timestamp(epochSeconds: 1_795_244_400)

    private static func reason(_ rule: DueReason.Rule, _ seconds: Int64?) -> DueReason {
        DueReason(rule: rule, detail: "why", notBefore: seconds.map(now.adding(seconds:)))
    }

    /// What is added to a feed's own time decides nothing where another is later.
    @Test(
        arguments: [(7000, [.interval, .hostPaused]), (900, [.spread, .hostPaused, .interval])]
            as [(Int64, [DueReason.Rule])]
    )
    func saysWhatWasAddedOnlyWhereItWas(pause: Int64, rules: [DueReason.Rule]) {
        let delay = FeedDelay(
            reason: Self.reason(.hostPaused, pause),
            ownReasons: [Self.reason(.spread, nil), Self.reason(.interval, 3600)],
            dueAt: Self.now.adding(seconds: max(pause, 3700))
        )
        #expect(delay.reasons.map(\.rule) == rules)
    }

    @Test func rule26APauseThatEndsInSkippedTimeEndsBehindIt() {
        // Given a pause to the middle of an hour that the feed asks to skip, as it does the next one
        let hour = Self.now.epochSeconds / 3600 % 24
        var hints = PollingHints()
        hints.skipHours = [Int((hour + 2) % 24), Int((hour + 3) % 24)]
        let middle = Self.now.epochSeconds / 3600 * 3600 + 2 * 3600 + 1800
        let delay = FeedDelay(
            reason: DueReason(rule: .hostPaused, detail: "why", notBefore: Timestamp(epochSeconds: middle)),
            ownReasons: [Self.reason(.interval, 3600)],
            dueAt: Timestamp(epochSeconds: middle)
        )

        // When
        let later = delay.outside(SkipTimes(hints), by: Spread(feed: 1))

        // Then
        let wait = later.dueAt.epochSeconds - middle
        #expect((5400..<9000).contains(wait))
        #expect(later.reasons.map(\.rule) == [.interval, .hostPaused, .skipHours])
        #expect(later.outside(SkipTimes(hints), by: Spread(feed: 1)).dueAt == later.dueAt)
        #expect(delay.outside(nil, by: Spread(feed: 1)).dueAt == delay.dueAt)
    }

    @Test func whatAFeedWaitsForAnywayStandsAndSoDoTheRulesForIt() {
        let delay = FeedDelay(reason: Self.reason(.hostPaused, 900), dueAt: Self.now.adding(seconds: 900))
        let known = [
            Self.reason(.spread, nil), Self.reason(.hostPaused, 300), Self.reason(.inFlight, 300),
            Self.reason(.interrupted, nil), Self.reason(.interval, 3600),
        ]

        let later = delay.keeping(Self.now.adding(seconds: 3700), because: known)
        #expect(later.dueAt == Self.now.adding(seconds: 3700))
        #expect(later.reasons.map(\.rule) == [.spread, .hostPaused, .interval])
        #expect(later.reasons[1] == delay.reason)

        for dueAt in [nil, Self.now] {
            #expect(delay.keeping(dueAt, because: known).reasons.map(\.rule) == [.hostPaused])
        }
    }
}
