import Testing

@testable import FeedParsing

struct NormalPlayTimeTests {
    @Test(arguments: [
        ("0", 0), ("50", 50), ("59.12", 59.12), ("3:07", 187), ("12:42", 762), ("8:26.250", 506.25), ("01:02:03", 3723),
        ("00:00:26.407", 26.407), ("100:00:00", 360_000), ("npt:10", 10), ("10s", 10), (" 1:00 ", 60), ("00:01,5", 1.5),
        ("61:61", 3721),
    ])
    func readsClockTimes(text: String, seconds: Double) throws {
        let parsed = try #require(NormalPlayTime.parse(text))
        #expect(abs(parsed - seconds) < 0.000_001)
    }

    @Test(arguments: [
        "", ":", "1:", ":30", "a:b", "-5", "1:-5", "1:2:3:4", "now", "1.5:00", "00:00:nan", "9999999999:00",
    ])
    func isNilForTheRest(text: String) {
        #expect(NormalPlayTime.parse(text) == nil)
    }
}
