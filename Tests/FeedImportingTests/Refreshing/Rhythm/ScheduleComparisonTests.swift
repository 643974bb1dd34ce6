import BenchmarkSchedule
import FeedImporting
import TestSupport
import Testing

/// Podcasts over years, asked as podimport asks and as simpler schedules do.
struct ScheduleComparisonTests {
    /// 2023-01-01T00:00:00Z, a Sunday.
    private static let start: Int64 = 1_672_531_200

    /// Three years of a show: at these hours of the week, each up to so many
    /// minutes late, an hour earlier in summer, now and then not at all or extra.
    private static func dates(hours: [Int64], lateness: Int64, weeks: Int64 = 150, every: Int64 = 1) -> [Int64] {
        var random = SeededGenerator(seed: UInt64(hours.reduce(lateness, +)))
        var dates: [Int64] = []
        for week in stride(from: 0, to: weeks, by: Int64.Stride(every)) {
            let isSummer = (13...43).contains(week % 52)
            for hour in hours where random.next() % 20 > 0 {
                let late = Int64(random.next() % UInt64(lateness * 60 + 1))
                dates.append(start + week * 604_800 + (hour - (isSummer ? 1 : 0)) * 3600 + late)
            }
            if random.next() % 10 == 0 { dates.append(start + week * 604_800 + Int64(random.next() % 604_800)) }
        }
        return dates
    }

    private static let podcasts = [
        dates(hours: [53], lateness: 0),
        dates(hours: [53], lateness: 90),
        dates(hours: [30, 102], lateness: 15),
        dates(hours: [29, 53, 77, 101, 125], lateness: 5, weeks: 60),
        dates(hours: [100], lateness: 600),
        dates(hours: [20], lateness: 30, every: 2),
    ]

    private let comparison = ScheduleComparison(podcasts: podcasts)

    @Test func seesEpisodesAsSoonAsHourlyPollingWithHalfTheRequests() {
        let hourly = comparison.figures("hourly", .hourly)
        let podimport = comparison.figures("podimport", .podimport(RefreshPolicy()))

        #expect(hourly.requestsPerDay == 24)
        #expect(podimport.medianDelayMinutes <= hourly.medianDelayMinutes)
        #expect(podimport.requestsPerDay <= hourly.requestsPerDay / 2)
    }

    @Test func seesEpisodesInAQuarterOfTheTimeOfAnAverageGapWithAsManyRequests() {
        let podimport = comparison.figures("podimport", .podimport(RefreshPolicy()))
        let average = comparison.averageGap(asOftenAs: podimport.requestsPerDay)

        #expect(abs(average.requestsPerDay - podimport.requestsPerDay) < 0.2)
        #expect(podimport.medianDelayMinutes <= average.medianDelayMinutes / 4)
    }

    @Test func withoutTheRhythmItIsHourlyPolling() {
        var policy = RefreshPolicy()
        policy.followsRhythm = false
        policy.jitterPercent = 0

        let podimport = comparison.figures("podimport", .podimport(policy))

        #expect(podimport.requestsPerDay > 23.9)
    }
}
