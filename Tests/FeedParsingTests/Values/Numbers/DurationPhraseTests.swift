import Testing

@testable import FeedParsing

struct DurationPhraseTests {
    @Test(arguments: [
        ("Duration: 45:03", 2703), ("Duration 45:03 min", 2703), ("about 45 min", 2700), ("ca. 45 Minuten", 2700),
        ("~45 min", 2700), ("0:45:03 (extended)", 2703), ("45:03 [live]", 2703), ("(45:03)", 2703), ("[1:02:03]", 3723),
        ("45 min (approx.)", 2700), ("TBD (45:03)", 2703), ("时长：45:03", 2703), ("Dauer： 45：03", 2703),
        ("时长45分钟", 2700), ("Playtime: 1h 5m", 3900),
    ])
    func readsTheLength(text: String, seconds: Int) throws {
        // When
        let item = try item("<itunes:duration>\(text)</itunes:duration>")

        // Then the words are kept, for they may say more
        #expect(item.durationSeconds == seconds)
        #expect(item.durationRaw == text)
        #expect(item.extensions.map(\.value) == [text])
    }

    @Test(arguments: [
        "45:03", "45 min", "Part 5", "Duration: 45", "about 45.5", "1:05 (hours)", "1:05 (h)", "45:03 (mm:ss)",
        "45:03 (5)", "45:03 / 120 MB", "12:34 PM", "- 45:03", "-45:03", "PT1H2", "v45:03", ":45:03", "/a/45:03",
        "45:03 (live", "45:03 live)", "()", "(45)", "Duration:", "Duration: 0:00", "45:03 and 50:12",
    ])
    func refusesWhatMaySayOtherwise(text: String) {
        #expect(ASCIIText.withBytes(of: text) { DurationPhrase.seconds($0) } == nil)
    }
}
