import Testing

@testable import FeedParsing

struct ScheduleHintsTests {
    @Test(
        arguments: [
            ("60", 60), (" 1800\n", 1800), ("0", 0), ("", nil), ("-5", nil), ("1h", nil), ("2147483647", 2_147_483_647),
            ("9999999999", 2_147_483_647), ("99999999999999999999", 2_147_483_647), ("99999999999999999999h", nil),
            ("60.0", 60), (" 90.50 ", 90), ("99999999999999999999.0", 2_147_483_647), ("60.", nil), (".5", nil),
            ("1.2.3", nil), (".", nil),
        ] as [(String, Int?)]
    )
    func readsTheTimeToLive(text: String, minutes: Int?) {
        #expect(ScheduleHints.minutes(text) == minutes)
    }

    @Test(
        arguments: [("0", 0), ("23", 23), ("24", 0), (" 07 ", 7), ("25", nil), ("-1", nil), ("noon", nil)]
            as [(String, Int?)]
    )
    func readsHours(text: String, hour: Int?) {
        #expect(ScheduleHints.hour(text) == hour)
    }

    @Test(
        arguments: [
            ("Monday", "Monday"), ("\n Thursday\n", "Thursday"), ("sunday", "Sunday"), ("SAT", "Saturday"),
            ("tues", "Tuesday"), ("Mo", nil),
            ("Montag", nil), ("", nil), ("Mondays", nil),
        ] as [(String, String?)]
    )
    func readsDays(text: String, day: String?) {
        #expect(ScheduleHints.day(text) == day)
    }

    @Test(
        arguments: [
            ("hourly", "1", 3600), ("\n\thourly\t", "\n\t2\t", 1800), ("Daily", nil, 86_400), ("weekly", "7", 86_400),
            ("monthly", "0", 2_592_000), ("yearly", "-3", 31_536_000), ("hourly", "99999999", 1), ("hourly", "x", 3600),
            ("always", "1", nil), ("", "2", nil),
        ] as [(String, String?, Int?)]
    )
    func dividesThePeriodByTheFrequency(period: String, frequency: String?, seconds: Int?) {
        #expect(ScheduleHints.updatePeriodSeconds(period: period, frequency: frequency) == seconds)
    }
}
