import PodcastModel
import Testing

@testable import FeedImporting

/// Hours and days in which feeds ask not to be asked (http polling A2 26).
struct SkipTimesTests {
    /// 2026-11-21T07:00:00Z, a Saturday.
    private let bed = DecisionTestBed()

    private func due(_ hints: PollingHints) -> Timestamp { bed.success(hints: hints).dueAt }

    @Test func rule26ATimeInASkippedHourMovesToTheEndOfTheBlock() throws {
        // It would be due from 8:00 to 8:06.
        let decision = bed.success(hints: PollingHints(skipHours: [8, 9, 10, 20]))

        let end = try #require(Timestamp(rfc3339: "2026-11-21T11:00:00Z"))
        #expect((0..<3600).contains(decision.dueAt.seconds(since: end)))
        #expect(decision.rule == .skipHours)
        #expect(decision.reasons.last?.notBefore == end)
    }

    @Test func rule26ATimeInNoSkippedHourStays() {
        #expect(due(PollingHints(skipHours: [7, 9, 10])) == due(PollingHints()))
        #expect(due(PollingHints(skipDays: ["Sunday", "Friday"])) == due(PollingHints()))
    }

    @Test func rule26ABlockMayReachOverMidnight() throws {
        let decision = bed.success(hints: PollingHints(skipHours: Array(8...23) + [0, 1, 2]))

        let end = try #require(Timestamp(rfc3339: "2026-11-22T03:00:00Z"))
        #expect((0..<3600).contains(decision.dueAt.seconds(since: end)))
    }

    @Test func rule26ATimeOnASkippedDayMovesToTheNextDay() throws {
        let decision = bed.success(hints: PollingHints(skipDays: ["Saturday", "Sunday"]))

        let monday = try #require(Timestamp(rfc3339: "2026-11-23T00:00:00Z"))
        #expect((0..<3600).contains(decision.dueAt.seconds(since: monday)))
        #expect(decision.rule == .skipDays)
    }

    @Test func rule26HoursAndDaysAddUp() throws {
        let decision = bed.success(hints: PollingHints(skipHours: [0, 1], skipDays: ["Saturday"]))

        let end = try #require(Timestamp(rfc3339: "2026-11-22T02:00:00Z"))
        #expect((0..<3600).contains(decision.dueAt.seconds(since: end)))
    }

    @Test(arguments: [
        PollingHints(skipHours: Array(0...23)), PollingHints(skipHours: Array(1...24)),
        PollingHints(skipDays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
        PollingHints(skipHours: [-1, 25, 99]), PollingHints(skipDays: ["Samstag", ""]),
    ])
    func rule26AListOfEverythingOrOfNothingThatIsAnHourOrADayIsIgnored(hints: PollingHints) {
        #expect(due(hints) == due(PollingHints()))
    }

    @Test func rule26TwentyFourIsMidnight() throws {
        var bed = bed
        bed.now = try #require(Timestamp(rfc3339: "2026-11-21T23:30:00Z"))
        bed.state.nextDueAt = bed.now

        let end = try #require(Timestamp(rfc3339: "2026-11-22T01:00:00Z"))
        let decision = bed.success(hints: PollingHints(skipHours: [24]))
        #expect((0..<3600).contains(decision.dueAt.seconds(since: end)))
    }

    @Test func rule26HoldsForFeedsThatFailToo() throws {
        var bed = bed
        bed.state.hints = PollingHints(skipHours: Array(0...20))

        let end = try #require(Timestamp(rfc3339: "2026-11-21T21:00:00Z"))
        #expect((0..<3600).contains(bed.failure(.transient).dueAt.seconds(since: end)))
    }

    @Test func rule24FeedsDoNotAllComeBackAtTheFullHour() {
        let minutes = (1...600 as ClosedRange<Int64>).map { id in
            var bed = bed
            bed.state.subscriptionID = id
            return bed.success(hints: PollingHints(skipHours: [8, 9])).dueAt.epochSeconds % 3600 / 60
        }

        let perMinute = Dictionary(grouping: minutes, by: \.self).mapValues(\.count)
        #expect(perMinute.count == 60)
        #expect(perMinute.values.allSatisfy { $0 < 30 }, "ten are expected in each")
    }
}
