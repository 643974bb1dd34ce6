import FeedParsing
import Testing

/// What holds for everything long that goes past libxml2, whatever stands around it.
struct LongRunTests {
    /// A long run of characters and how it is marked up.
    struct Form: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var start: String
        var end: String
        /// Some lines of it.
        var long: String

        static let all = [
            Form(
                testDescription: "a text",
                start: "",
                end: "",
                long: String(repeating: "wörds of a long text; and more, 中文 too\n", count: 20)
            ),
            Form(
                testDescription: "a section",
                start: "<![CDATA[",
                end: "]]>",
                long: String(repeating: "<p>a &amp; b [1] ]] ]></p>\n", count: 40)
            ),
        ]

        func description(_ content: String) -> String { "<description>\(start)\(content)\(end)</description>" }
    }

    @Test(arguments: Form.all, ["\u{0B}", "\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func leavesOutWhatXMLDoesNotAllow(form: Form, character: String) throws {
        // Given
        let feed = try parse(FeedText.rss(item: form.description("\(form.long)\(character).")))

        // Then
        #expect(feed.items.first?.description == form.long + ".")
        #expect(defects(feed) == [.controlCharacters])
    }

    @Test(
        arguments: Form.all,
        [
            [0xE4], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func repairsWhatIsNotUTF8(form: Form, bytes: [UInt8]) throws {
        // Given
        let text = FeedText.rss(item: form.description("\(form.long)$\(form.long)"))
        let parts = text.utf8.split(separator: 0x24, maxSplits: 1)

        // When
        let feed = try FeedParser().parse(Array(parts[0]) + bytes + Array(parts[1]))

        // Then
        #expect(feed.items.first?.description?.hasPrefix(form.long) == true)
        #expect(defects(feed).contains(.invalidBytes) || defects(feed).contains(.controlCharacters))
    }

    @Test(arguments: Form.all)
    func countsTheLinesInThem(form: Form) throws {
        // Given
        let description = form.description(form.long)
        let document = FeedText.rss(
            "<title>t</title>\(description)<item>\(description)</item>\n<item><link>l</link></item>\n<item><pubDate>x</pubDate></item>"
        )

        // When
        let feed = try parse(document)

        // Then
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = lines.indices.filter { lines[$0].contains("<item") }.map { $0 + 1 }
        #expect(feed.items.map(\.line) == expected)
        #expect(feed.warnings.first { $0.kind == .invalidDate }?.line == expected.last)
    }

    @Test(arguments: Form.all, [97, 128, 301, 65_536])
    func findsThemAcrossPieces(form: Form, chunkBytes: Int) throws {
        // Given some that begin and end at every place of a piece
        var configuration = FeedParserConfiguration()
        configuration.chunkBytes = chunkBytes
        let document = FeedText.rss(
            (0..<130).map {
                "<item><title>\(String(repeating: "t", count: $0))</title>\(form.description(form.long + "\($0)"))</item>"
            }
            .joined()
        )

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(document.utf8))

        // Then
        #expect(feed.items.map(\.description) == (0..<130).map { form.long + "\($0)" })
        #expect(defects(feed).isEmpty)
    }

    @Test(arguments: Form.all)
    func dropsTheItemOfOneThatDoesNotEnd(form: Form) throws {
        // Given
        let document = FeedText.rss(
            "<item><guid>1</guid></item><item><guid>2</guid><description>\(form.start)\(form.long)\(form.start)"
        )

        // When
        let feed = try parse(document.replacing("</channel></rss>\n", with: ""))

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: Form.all)
    func cutsThemLikeOtherTexts(form: Form) throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumTextBytes = 1_001
        let document = FeedText.rss(item: form.description(String(repeating: "é", count: 2_000)))

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(document.utf8))

        // Then
        #expect(feed.items.first?.description == String(repeating: "é", count: 500))
        #expect(defects(feed) == [.textTooLong])
    }
}
