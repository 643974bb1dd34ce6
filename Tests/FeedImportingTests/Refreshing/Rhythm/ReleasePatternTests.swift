import PodcastModel
import Testing

@testable import FeedImporting

/// The words for a podcast's days and times.
struct ReleasePatternTests {
    /// 2026-11-22T00:00:00Z, a Sunday.
    private static let sunday = Timestamp(epochSeconds: 1_795_305_600)

    /// A day of the week, 0 being Sunday, and an hour of it.
    struct Slot: Sendable {
        let day: Int64
        let hour: Double

        init(_ day: Int64, _ hour: Double) {
            (self.day, self.hour) = (day, hour)
        }
    }

    /// A pattern of ten weeks, each with releases at these days and hours.
    private func found(_ releases: [Slot]) -> ReleasePattern? {
        let times = (1...10).flatMap { week in
            releases.map { release in
                Self.sunday.adding(
                    seconds: (release.day - 7 * Int64(week)) * .day + Int64(release.hour * 3600)
                )
            }
        }
        return ReleaseHistory(times, now: Self.sunday).flatMap(ReleasePattern.init)
    }

    @Test func namesTheDayAndTheTime() throws {
        let pattern = try #require(found([Slot(2, 5)]))

        #expect(pattern.text == "on Tuesdays about 05:00 UTC")
        let next = Timestamp(epochSeconds: pattern.next(after: Self.sunday.epochSeconds))
        #expect(next == Timestamp(rfc3339: "2026-11-24T05:00:00Z"))
    }

    @Test(
        arguments: [
            ([Slot(1, 5), Slot(4, 5)], "on Mondays and Thursdays about 05:00 UTC"),
            ([Slot(1, 5), Slot(3, 5.5), Slot(5, 5)], "on Mondays, Wednesdays and Fridays about 05:00 UTC"),
            ([Slot(1, 5), Slot(2, 5), Slot(3, 5), Slot(4, 5), Slot(5, 5)], "on weekdays about 05:00 UTC"),
            ((0..<7).map { Slot($0, 18.5) }, "daily about 18:30 UTC"),
            ([Slot(0, 9), Slot(3, 18)], "on Sundays about 09:00 and on Wednesdays about 18:00 UTC"),
        ] as [([Slot], String)]
    )
    func namesSeveralDays(releases: [Slot], text: String) throws {
        let pattern = try #require(found(releases))

        #expect(pattern.text == text)
    }

    @Test func aTimeAroundTheTurnOfTheWeekIsOne() throws {
        // Given releases now shortly before, now shortly after the week that is counted begins
        let times = (1...10).map { week in
            Self.sunday.adding(seconds: (4 - 7 * Int64(week)) * .day + (week.isMultiple(of: 2) ? -600 : 600))
        }

        let history = try #require(ReleaseHistory(times, now: Self.sunday))
        let pattern = try #require(ReleasePattern(history))

        #expect(pattern.text.contains("day"))
        #expect(!pattern.text.contains(" and "))
    }

    @Test func episodesAtAnyTimeHaveNoPattern() {
        // Given releases that wander through the week
        let times = (1...20).map { Self.sunday.adding(seconds: -Int64($0) * 190_000) }

        #expect(ReleaseHistory(times, now: Self.sunday).flatMap(ReleasePattern.init) == nil)
    }
}
