import FeedLoading
import PodcastModel
import Testing

@testable import FeedImporting

/// When feeds are asked whose episodes come at times that can be expected (http
/// polling A2 22, 28).
struct RhythmScheduleTests {
    private static let tuesdayAtFive = Timestamp(epochSeconds: 1_795_496_400)

    /// A show of half a year of Tuesdays at five, the last one four days ago.
    private var bed: DecisionTestBed {
        var bed = DecisionTestBed()
        bed.state.releaseTimes = (1...26).map { Self.tuesdayAtFive.adding(seconds: -$0 * 7 * .day) }
        return bed
    }

    /// All looks from a moment on, until another.
    private func looks(_ bed: DecisionTestBed, until end: Timestamp) -> [Timestamp] {
        var (bed, looks) = (bed, [Timestamp]())
        while bed.now < end {
            bed.now = bed.success(status: 304).dueAt
            bed.state.nextDueAt = bed.now
            looks.append(bed.now)
        }
        return looks
    }

    @Test func anEpisodeIsLookedForMinutesAfterItIsExpected() throws {
        // When
        let looks = looks(bed, until: Self.tuesdayAtFive.adding(seconds: .hour))

        // Then
        let first = try #require(looks.first { $0 >= Self.tuesdayAtFive })
        #expect(first.seconds(since: Self.tuesdayAtFive) <= 600)
        let waits = zip(looks.dropFirst(), looks).map { $0.seconds(since: $1) }
        #expect(waits.allSatisfy { $0 >= .hour }, "never more often than once an hour")
        #expect(looks.count <= 26, "rarely where nothing is expected")
    }

    @Test func anEpisodeThatIsAnHourEarlyOrLateIsSeenWithinTheHour() throws {
        for shift in [-3600, 3600] as [Int64] {
            let release = Self.tuesdayAtFive.adding(seconds: shift)
            let seen = try #require(looks(bed, until: release.adding(seconds: .day)).first { $0 >= release })
            #expect(seen.seconds(since: release) <= 3900)
        }
    }

    @Test func nothingIsWaitedForLongerThanTheRhythmAllows() {
        let decision = bed.success(status: 304)

        #expect(decision.rule == .rhythm)
        #expect(decision.waits(4 * .hour))
    }

    @Test func theReasonNamesTheDayTheTimeAndTheNextEpisode() throws {
        let detail = try #require(bed.success().reasons.last?.detail)

        #expect(
            detail
                == "episodes come on Tuesdays about 05:00 UTC (one every 7 d); the next is expected 2026-11-24 05:00 UTC"
        )
    }

    @Test func episodesWithoutAFixedTimeAreNamedAsSuch() throws {
        var bed = bed
        bed.state.releaseTimes = (1...20).map { bed.now.adding(seconds: -$0 * 190_000) }

        let detail = try #require(bed.success().reasons.last?.detail)

        #expect(detail == "episodes come at no fixed time, one every 2 d")
    }

    @Test func aFeedWithoutARhythmIsAskedAsOftenAsAllowed() {
        var bed = bed
        bed.state.releaseTimes = Array(bed.state.releaseTimes.prefix(3))

        #expect(bed.success().rule == .interval)
        #expect(bed.success().waits(.hour))
    }

    @Test func itNeverAsksSoonerThanTheServerAllows() {
        // Given an episode that is expected in an hour
        var bed = bed
        bed.now = Self.tuesdayAtFive.adding(seconds: -.hour)

        let decision = bed.success { $0.freshness.cacheControl = "max-age=36000" }

        #expect(decision.dueAt.seconds(since: bed.now) >= 10 * .hour)
    }

    @Test func aServerWithoutValidatorsIsStillAskedOnceADay() {
        let decision = bed.success(etag: nil)

        #expect(decision.wait >= .day)
        #expect(decision.wait <= .day + .day / 10)
    }

    @Test func whoGivesAFeedAnIntervalHasDecided() {
        var bed = bed
        bed.state.overrides["interval"] = "1h"

        #expect(bed.success().rule == .override)
        #expect(bed.success().waits(.hour))
    }

    @Test func theRhythmCanBeTurnedOff() {
        var bed = bed
        bed.policy.followsRhythm = false

        #expect(bed.success().rule == .interval)
    }

    @Test func theLongestWaitIsASetting() {
        var bed = bed
        bed.policy.rhythmInterval = 2 * .hour

        #expect(bed.success().waits(2 * .hour))
    }

    @Test func feedsThatAreNewDoNotStayTogether() {
        var bed = bed
        bed.state.lastSuccessAt = nil
        let waits = (1...Int64(200)).map { feed in
            bed.state.subscriptionID = feed
            return bed.success().wait / 900
        }

        #expect(Set(waits).count >= 10, "spread over hours")
        #expect(waits.allSatisfy { (4...18).contains($0) })
    }

    @Test func feedsThatExpectAnEpisodeAtTheSameMomentAreSpreadOverMinutes() {
        var bed = bed
        bed.now = Self.tuesdayAtFive.adding(seconds: -.hour - 600)
        bed.state.nextDueAt = bed.now
        let looks = (1...Int64(200)).map { feed in
            bed.state.subscriptionID = feed
            return bed.success().dueAt.seconds(since: Self.tuesdayAtFive)
        }

        #expect(looks.allSatisfy { (240..<600).contains($0) })
        #expect(Set(looks).count > 50)
    }

    // MARK: - Silence

    @Test func aPodcastThatHasFallenSilentIsAskedOnceADay() throws {
        var bed = bed
        bed.state.releaseTimes = bed.state.releaseTimes.map { $0.adding(seconds: -100 * .day) }

        let decision = bed.success()

        #expect(decision.rule == .dormant)
        #expect(decision.waits(.day))
        let detail = try #require(decision.reasons.last?.detail)
        #expect(detail == "nothing has come since 2026-08-09; before that, one came every 7 d")
    }

    @Test func aSerialShowIsTakenToBeBetweenSeasonsSooner() {
        var bed = bed
        bed.state.releaseTimes = bed.state.releaseTimes.map { $0.adding(seconds: -40 * .day) }

        #expect(bed.success().rule == .rhythm)
        #expect(bed.success(hints: PollingHints(isSerial: true)).rule == .dormant)
    }

    @Test func whoseEpisodesComeRarelyIsNotSilentAfterThreeMonths() {
        var bed = bed
        bed.state.releaseTimes = (1...8).map { bed.now.adding(seconds: -$0 * 100 * .day) }

        #expect(bed.success().rule == .rhythm)
    }

    // MARK: - Announcements

    @Test func anAnnouncedEpisodeIsLookedForWhereThereIsNoHistory() throws {
        // Given a new show that announces every Tuesday at five
        var bed = bed
        bed.state.releaseTimes = []
        bed.state.hints.updateFrequency = UpdateFrequency(
            startsAt: Self.tuesdayAtFive.adding(seconds: -70 * .day),
            rrule: "FREQ=WEEKLY;BYDAY=TU"
        )

        // When
        let looks = looks(bed, until: Self.tuesdayAtFive.adding(seconds: .hour))

        // Then
        let first = try #require(looks.first { $0 >= Self.tuesdayAtFive })
        #expect(first.seconds(since: Self.tuesdayAtFive) <= 600)
        #expect(looks.count <= 26)
        let decision = bed.success()
        #expect(decision.rule == .rhythm)
        #expect(decision.reasons.last?.detail == "the feed announces one for 2026-11-24 05:00 UTC")
    }

    @Test func aShowThatAnnouncesIsNotSilent() {
        var bed = bed
        bed.state.releaseTimes = bed.state.releaseTimes.map { $0.adding(seconds: -200 * .day) }
        bed.state.hints.updateFrequency = UpdateFrequency(rrule: "FREQ=WEEKLY;BYDAY=TU")

        #expect(bed.success().rule == .rhythm)
    }

    @Test func aRuleThatIsNotUnderstoodSaysNothing() {
        var bed = bed
        bed.state.releaseTimes = []
        bed.state.hints.updateFrequency = UpdateFrequency(text: "whenever", rrule: "FREQ=SOMETIMES")

        #expect(bed.success().rule == .interval)
    }

    @Test func aCompletePodcastIsAskedOnceAWeekWhateverItsRhythm() {
        #expect(bed.success(hints: PollingHints(isComplete: true)).rule == .complete)
    }
}
