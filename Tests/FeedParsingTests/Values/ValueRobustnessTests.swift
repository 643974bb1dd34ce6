import Testing

@testable import FeedParsing

/// No text, however damaged, may end the process: feeds are written by strangers.
struct ValueRobustnessTests {
    private static let seeds = [
        "Fri, 21 Nov 1997 09:55:06 -0600", "2003-12-13T18:30:02.25+01:00", "2004년 05월 28일 오후 01:31:15", "01:02:03.5",
        "PT1H2M3S",
        "1 hour, 2 min", "https://example.org/a/../b.mp3?x=1#y", "../a b/./c", "//host", "Jane (Roe) <me@example.org>",
        "audio/mpeg; x=y",
        "<p class=\"x\">&amp;&#x2019;&nbsp;</p><!-- c --><script>", "en_US.UTF-8", "geo:1.5,-2.5;u=3", "a, b; c",
        "Arts &gt; Design",
        "917393e3-1b1e-5cef-ace4-edaa54e1f810", "\u{A0}\u{FEFF}\u{200B}é’😀",
    ]

    @Test func everyParserSurvivesDamagedText() {
        // Given texts of all kinds, cut, spliced and overwritten with bytes that matter somewhere
        var random = Sequence64(state: 0x9E37_79B9_7F4A_7C15)
        let hostile: [UInt8] = [
            0, 9, 10, 0x20, 0x22, 0x26, 0x2B, 0x2D, 0x2E, 0x2F, 0x3A, 0x3B, 0x3C, 0x3E, 0x5C, 0x80, 0xA0, 0xC2, 0xE2,
            0xFF,
        ]
        var runs = 0

        // When every parser reads each of them
        for _ in 0..<4_000 {
            let first = Array(ValueRobustnessTests.seeds[random.next(below: ValueRobustnessTests.seeds.count)].utf8)
            let second = Array(ValueRobustnessTests.seeds[random.next(below: ValueRobustnessTests.seeds.count)].utf8)
            var bytes = Array(first[..<random.next(below: first.count)] + second[random.next(below: second.count)...])
            for _ in 0..<random.next(below: 4) where !bytes.isEmpty {
                bytes[random.next(below: bytes.count)] = hostile[random.next(below: hostile.count)]
            }
            bytes.withUnsafeBufferPointer { read($0) }
            runs += 1
        }

        // Then all have come back
        #expect(runs == 4_000)
    }

    @Test func everyParserTakesAnEmptyText() {
        read(UnsafeBufferPointer(start: nil, count: 0))
        #expect(FeedDate.parse("") == nil)
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = FeedDate.read(bytes)
        _ = EpisodeDuration.read(bytes)
        _ = NormalPlayTime.parse(bytes)
        _ = DecimalNumber.parse(bytes)
        _ = EnclosureLength.parse(bytes)
        _ = PositiveInteger.parse(bytes)
        _ = GeoLocation(bytes)
        _ = ExplicitFlag.parse(bytes)
        _ = LanguageTag.parse(bytes)
        _ = UUIDText.parse(bytes)
        _ = MailboxText(bytes)
        _ = KeywordList.parse(bytes)
        _ = CategoryPath.parse(bytes)
        _ = MediaType(bytes, url: bytes)
        _ = ScheduleHints.day(bytes)
        _ = ScheduleHints.updatePeriodSeconds(period: bytes, frequency: bytes)
        _ = URLReference.resolved(bytes, against: "https://example.org/a/b?c#d")
        _ = URLReference.resolved(bytes, against: String(decoding: bytes, as: UTF8.self))
        _ = URLReference.base(bytes, within: nil)
        _ = MarkupText.title(bytes)
        _ = MarkupText.plainText(bytes)
        _ = MarkupText.decoded(bytes)
        _ = MarkupText.isHTML(bytes)
        _ = MarkupText.isBlank(bytes)
        _ = HTMLEntities.codePoints(for: bytes)
    }
}

/// The same numbers at every run (splitmix64).
private struct Sequence64 {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(limit))
    }
}
