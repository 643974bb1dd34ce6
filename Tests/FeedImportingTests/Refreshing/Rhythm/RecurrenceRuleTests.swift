import PodcastModel
import Testing

@testable import FeedImporting

/// The recurrence rules of podcast:updateFrequency (feed formats H).
struct RecurrenceRuleTests {
    private func day(_ date: String) throws -> Int64 {
        try #require(Timestamp(rfc3339: date + "T00:00:00Z")).epochSeconds / 86_400
    }

    @Test(arguments: [
        ("FREQ=DAILY", "2026-11-21"),
        ("FREQ=DAILY;INTERVAL=10", "2026-11-22"),
        ("FREQ=WEEKLY", "2026-11-23"),
        ("FREQ=WEEKLY;BYDAY=TU,TH", "2026-11-24"),
        ("RRULE:freq=weekly; interval=2; byday=mo", "2026-11-30"),
        ("FREQ=MONTHLY", "2026-12-02"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30"),
        ("FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27"),
        ("FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO", "2027-02-01"),
        ("FREQ=YEARLY", "2027-11-02"),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "2026-12-24"),
        ("FREQ=WEEKLY;COUNT=4", "2026-11-23"),
        ("FREQ=WEEKLY;UNTIL=20261123T090000Z", "2026-11-23"),
    ])
    func namesTheNextDay(rule: String, expected: String) throws {
        let rule = try #require(RecurrenceRule(rule))

        // It starts on Monday the second, and the day is Saturday the twenty-first
        let next = rule.next(from: try day("2026-11-21"), anchor: try day("2026-11-02"))

        #expect(next == (try day(expected)))
    }

    @Test(arguments: ["FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;UNTIL=20261120", "FREQ=MONTHLY;BYDAY=6MO"])
    func isOver(rule: String) throws {
        let rule = try #require(RecurrenceRule(rule))

        #expect(rule.next(from: try day("2026-11-21"), anchor: try day("2026-11-02")) == nil)
    }

    @Test(arguments: [
        "", "weekly", "FREQ=HOURLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=T", "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=WEEKLY;INTERVAL=-9223372036854775808", "FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO", "FREQ", ";;;", "=",
        "FREQ=WEEKLY;INTERVAL=99999999999999999999",
    ])
    func whatIsNotUnderstoodIsNoRule(text: String) {
        #expect(RecurrenceRule(text) == nil)
    }

    @Test func aTimeOfDayIsRead() {
        #expect(RecurrenceRule("FREQ=DAILY;BYHOUR=6;BYMINUTE=30")?.timeOfDay == 23_400)
        #expect(RecurrenceRule("FREQ=DAILY;BYHOUR=77")?.timeOfDay == nil)
        #expect(RecurrenceRule("FREQ=DAILY")?.timeOfDay == nil)
    }
}
