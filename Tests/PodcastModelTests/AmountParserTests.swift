import PodcastModel
import Testing

struct AmountParserTests {
    @Test(arguments: [
        ("90", 90), ("90s", 90), ("45m", 2_700), ("90 min", 5_400), ("90MIN", 5_400), ("6h", 21_600), ("6H", 21_600),
        ("2d", 172_800), ("2 w", 1_209_600), ("0", 0),
    ])
    func readsDurations(text: String, seconds: Int) {
        #expect(AmountParser.seconds(of: text) == seconds)
    }

    @Test(arguments: [("512", 512), ("1b", 1), ("64kib", 65_536), ("128 MiB", 134_217_728), ("2GiB", 2_147_483_648)])
    func readsSizes(text: String, bytes: Int) {
        #expect(AmountParser.bytes(of: text) == bytes)
    }

    @Test(arguments: [
        "", "h", "-1h", "1.5h", "1y", "1 h 5", "\u{663}h", "99999999999999999999", "9223372036854775807w",
    ])
    func leavesAnythingElse(text: String) {
        #expect(AmountParser.seconds(of: text) == nil)
    }

    @Test(arguments: ["", "kib", "1 kb", "1m", "-1", "9223372036854775807 GiB"])
    func leavesAnythingElseThatIsNoSize(text: String) {
        #expect(AmountParser.bytes(of: text) == nil)
    }
}
