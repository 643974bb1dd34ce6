import PodcastModel
import Testing

@testable import ImporterApp

struct SinceTextTests {
    // 2026-11-21T04:00:00Z
    private let now = Timestamp(epochSeconds: 1_795_233_600)

    @Test(arguments: [
        ("2026-11-20", "2026-11-20T00:00:00Z"),
        ("2026-11-20T12:30:00Z", "2026-11-20T12:30:00Z"),
        ("2026-11-20T12:30:00+02:00", "2026-11-20T10:30:00Z"),
        ("90m", "2026-11-21T02:30:00Z"),
        ("36h", "2026-11-19T16:00:00Z"),
        ("7d", "2026-11-14T04:00:00Z"),
        ("2w", "2026-11-07T04:00:00Z"),
        ("90 min", "2026-11-21T02:30:00Z"),
        ("36H", "2026-11-19T16:00:00Z"),
        ("0d", "2026-11-21T04:00:00Z"),
    ])
    func readsDaysTimesAndAges(text: String, expected: String) throws {
        #expect(try SinceText.time(text, now: now).rfc3339 == expected)
    }

    @Test(arguments: [
        "", "yesterday", "d", "-3d", "7", "7x", "2026-13-01", "2026-02-29", "2026-02-30T08:00:00Z",
        "9223372036854775807w",
    ])
    func refusesAnythingElseAsUsage(text: String) {
        let error = #expect(throws: ImporterAppError.self) { try SinceText.time(text, now: now) }
        #expect(error?.kind == .usage)
        #expect(error?.message.hasPrefix("\(text.isEmpty ? "\"\"" : text): expected a day") == true)
    }

    @Test(arguments: ["6m", "6M", "6 m"])
    func takesNoMinutesForMonthsWhereEpisodesAreDeleted(text: String) throws {
        let error = #expect(throws: ImporterAppError.self) { try SinceText.limit(text, now: now) }
        #expect(error?.kind == .usage)
        #expect(error?.message == "\(text): m would be minutes; give months in days or weeks (180d, 26w)")
    }

    @Test(arguments: ["2026-11-20", "36h", "7d", "2w", "90 min"])
    func takesOtherAgesWhereEpisodesAreDeleted(text: String) throws {
        #expect(try SinceText.limit(text, now: now) == SinceText.time(text, now: now))
    }
}
