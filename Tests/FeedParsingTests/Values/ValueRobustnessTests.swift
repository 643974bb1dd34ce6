import TestSupport
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
        "Duration: 45:03 (live)", "S1E5 of 10", "&lt;p&gt;x&lt;/p&gt;", "http://https://show.example.com/1",
        "917393e3-1b1e-5cef-ace4-edaa54e1f810", "\u{A0}\u{FEFF}\u{200B}é’😀",
    ]

    @Test func everyParserSurvivesDamagedText() {
        // Given texts of all kinds, cut, spliced and overwritten with bytes that matter somewhere
        var random = SeededGenerator(seed: 0x9E37_79B9_7F4A_7C15)
        let hostile: [UInt8] = [
            0, 9, 10, 0x20, 0x22, 0x26, 0x28, 0x29, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x3B, 0x3C, 0x3E, 0x5B, 0x5C,
            0x5D, 0x7B, 0x7D, 0x80, 0xA0, 0xC2, 0xE2, 0xFF,
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

    @Test func everyParserSurvivesThePiecesOfDatesInAnyOrder() {
        // Given the words, numbers and signs of dates in many languages
        let cases = FeedDateCases.rfc822 + FeedDateCases.iso8601 + FeedDateCases.localized + FeedDateCases.unclean
        let texts = cases.map(\.text) + FeedDateCases.zones.map(\.text)
        let pieces = Set(texts.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }).sorted()
        let signs = Array("()[]{}<>,;:.-+/'\"") + ["\u{2009}", "\u{3000}", "½", "年", "時"]
        var random = SeededGenerator(seed: 0x2545_F491_4F6C_DD1D)
        var runs = 0

        // When every parser reads some of them, with or without blanks between, and a sign anywhere
        for _ in 0..<8_000 {
            var text = ""
            for _ in 0...random.next(below: 5) {
                text += pieces[random.next(below: pieces.count)]
                text += ["", " ", "T", String(random.next(below: 100))][random.next(below: 4)]
            }
            var characters = Array(text)
            for _ in 0..<random.next(below: 3) {
                characters.insert(signs[random.next(below: signs.count)], at: random.next(below: characters.count + 1))
            }
            Array(String(characters).utf8).withUnsafeBufferPointer { read($0) }
            runs += 1
        }

        // Then all have come back
        #expect(runs == 8_000)
    }

    @Test func everyParserTakesAnEmptyText() {
        read(UnsafeBufferPointer(start: nil, count: 0))
        #expect(FeedDate.parse("") == nil)
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = FeedDate.read(bytes)
        _ = EpisodeDuration.read(bytes)
        _ = DurationPhrase.seconds(bytes)
        _ = NormalPlayTime.parse(bytes)
        _ = DecimalNumber.parse(bytes)
        _ = EnclosureLength.parse(bytes)
        _ = PositiveInteger.parse(bytes)
        _ = NumberPair(bytes)
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
        _ = EscapedMarkup.content(of: String(decoding: bytes, as: UTF8.self))
        _ = MarkupText.title(bytes)
        _ = PlainText.ofHTML(String(decoding: bytes, as: UTF8.self))
        _ = MarkupText.decoded(bytes)
        _ = MarkupText.isBlank(bytes)
        _ = HTMLEntities.codePoints(for: bytes)
    }
}
