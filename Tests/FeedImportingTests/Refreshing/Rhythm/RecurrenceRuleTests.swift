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
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2027-08-13"),
        ("FREQ=MONTHLY;BYDAY=TU,TH;BYMONTHDAY=1,2,3", "2026-12-01"),
        ("FREQ=DAILY;BYMONTHDAY=1", "2026-12-01"),
        ("FREQ=DAILY;BYDAY=MO;BYMONTHDAY=-1", "2026-11-30"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27"),
        ("FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO", "2027-02-01"),
        ("FREQ=YEARLY", "2027-11-02"),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "2026-12-24"),
        ("FREQ=YEARLY;BYMONTH=12", "2026-12-02"),
        ("FREQ=YEARLY;BYMONTHDAY=1", "2026-12-01"),
        ("FREQ=YEARLY;BYDAY=WE", "2026-11-25"),
        ("FREQ=YEARLY;BYMONTH=12;BYDAY=1MO", "2026-12-07"),
        ("FREQ=WEEKLY;COUNT=4", "2026-11-23"),
        ("FREQ=WEEKLY;UNTIL=20261123T090000Z", "2026-11-23"),
    ])
    func namesTheNextDay(rule: String, expected: String) throws {
        let rule = try #require(RecurrenceRule(rule))

        // It starts on Monday the second at nine, and the day is Saturday the twenty-first
        let next = rule.next(from: try day("2026-11-21"), anchor: try day("2026-11-02"), at: 32_400)

        #expect(next == (try day(expected)))
    }

    @Test(arguments: [
        "FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;UNTIL=20261120", "FREQ=WEEKLY;UNTIL=20261123T085959Z",
        "FREQ=MONTHLY;BYDAY=6MO",
    ])
    func isOver(rule: String) throws {
        let rule = try #require(RecurrenceRule(rule))

        #expect(rule.next(from: try day("2026-11-21"), anchor: try day("2026-11-02"), at: 32_400) == nil)
    }

    @Test(arguments: [
        "", "weekly", "FREQ=HOURLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=T", "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=WEEKLY;INTERVAL=-9223372036854775808", "FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO", "FREQ", ";;;", "=",
        "FREQ=WEEKLY;INTERVAL=99999999999999999999", "FREQ=DAILY;COUNT=-9223372036854775808", "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=100001", "FREQ=DAILY;COUNT=9223372036854775807", "FREQ=DAILY;COUNT=many",
        "FREQ=DAILY;UNTIL=20261399", "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;UNTIL=20261123T", "FREQ=MONTHLY;BYDAY=0MO",
        "FREQ=DAILY;UNTIL=20261123T250000Z", "FREQ=WEEKLY;BYMONTHDAY=13", "FREQ=YEARLY;BYDAY=20MO",
        "FREQ=DAILY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=-1FR",
        "FREQ=YEARLY;BYMONTHDAY=1" + String(repeating: ",1", count: 500),
    ])
    func whatIsNotUnderstoodIsNoRule(text: String) {
        #expect(RecurrenceRule(text) == nil)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-1", "0", "99999999999999999999"])
    func noNumberIsTooMuch(number: String) throws {
        let today = try day("2026-11-21")
        let dates: [(anchor: Int64, from: Int64)] = [
            (-9_999_999, today), (-719_162, today), (0, today), (today, today), (2_932_896, today), (today, 2_932_896),
        ]
        var ruleCount = 0
        for frequency in ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] {
            for part in ["BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE", "UNTIL", "COUNT", "INTERVAL"] {
                guard let rule = RecurrenceRule("FREQ=\(frequency);\(part)=\(number)") else { continue }
                ruleCount += 1
                // A trap would be the failure.
                for (anchor, from) in dates { _ = rule.next(from: from, anchor: anchor, at: 0) }
            }
            _ = RecurrenceRule("FREQ=\(frequency);BYDAY=\(number)MO")?.next(from: today, anchor: today, at: 0)
        }
        #expect(ruleCount >= 15)
    }

    @Test func aCountEndsARule() throws {
        let rule = try #require(RecurrenceRule("FREQ=DAILY;COUNT=100000"))

        // It would go on for 270 years, and nobody counts so far
        let today = try day("2026-11-21")
        #expect(rule.next(from: today, anchor: try day("2026-11-02"), at: 0) == today)
        #expect(rule.next(from: today, anchor: try day("2006-11-02"), at: 0) == nil)
    }

    @Test func aTimeOfDayIsRead() {
        #expect(RecurrenceRule("FREQ=DAILY;BYHOUR=6;BYMINUTE=30")?.timeOfDay == 23_400)
        #expect(RecurrenceRule("FREQ=DAILY;BYHOUR=77")?.timeOfDay == nil)
        #expect(RecurrenceRule("FREQ=DAILY")?.timeOfDay == nil)
    }
}
