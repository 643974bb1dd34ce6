import FeedParsing
import Testing

/// Long CDATA sections go past libxml2; nothing but time may show it.
struct LongSectionTests {
    private static let long = String(repeating: "<p>a &amp; b [1] ]] ]></p>\n", count: 40)

    @Test(arguments: [
        long, "ü" + long, long + "€", "a" + String(repeating: "[", count: 300) + "<![CDATA[",
        String(repeating: "]", count: 300),
        String(repeating: "\t\r\n 中", count: 100), String(repeating: "x", count: 255),
        String(repeating: "x", count: 256),
        String(repeating: "x", count: 200_000), String(repeating: "\u{FFFD}\u{10000}", count: 100),
    ])
    func readsWhatIsInThem(text: String) throws {
        // When
        let feed = try parse(FeedText.rss(item: "<description>.<![CDATA[\(text)]]>.</description><guid>1</guid>"))

        // Then
        #expect(feed.items.first?.description == ".\(text).")
        #expect(feed.items.first?.guid == "1")
        #expect(defects(feed).isEmpty)
        #expect(feed.isComplete)
    }

    @Test func joinsThemWithWhatIsBeside() throws {
        // Given
        let section = "<![CDATA[\(Self.long)]]>"

        // Then
        #expect(
            try item("<description>\(section)\(section)</description>").description == (Self.long + Self.long).trimmed
        )
        #expect(
            try item("<description>&lt;b&gt;<![CDATA[x]]>\(section) &amp; <![CDATA[y]]></description>").description
                == "<b>x\(Self.long) & y"
        )
        #expect(try item("<description>\n \(section)\n </description>").description == Self.long.trimmed)
    }

    @Test(arguments: [Array("é".utf8), [0xE9]])
    func takesNoTextForTheOneBefore(character: [UInt8]) throws {
        // Given a section nothing reads, all ASCII, and then a text of the same length that is not
        let section = "<a><![CDATA[\(String(repeating: "x", count: 300))]]></a>"
        let parts = FeedText.rss(item: "\(section)<title>$</title>").utf8.split(separator: 0x24, maxSplits: 1)
        let text = (0..<300 / character.count).flatMap { _ in character }

        // When
        let item = try #require(try FeedParser().parse(Array(parts[0]) + text + Array(parts[1])).items.first)

        // Then
        let title = try #require(item.title)
        #expect(title.allSatisfy { $0 == "é" })
        #expect(title.count == 300 / character.count)
        #expect(title.unicodeScalars.count == title.count)
    }

    @Test(arguments: [
        "\u{0B}", "\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}",
    ])
    func leavesOutWhatXMLDoesNotAllow(character: String) throws {
        // Given
        let feed = try parse(FeedText.rss(item: "<description><![CDATA[\(Self.long)\(character).]]></description>"))

        // Then
        #expect(feed.items.first?.description == Self.long + ".")
        #expect(defects(feed) == [.controlCharacters])
    }

    @Test(
        arguments: [
            [0xE4], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func repairsWhatIsNotUTF8(bytes: [UInt8]) throws {
        // Given
        let text = FeedText.rss(item: "<description><![CDATA[\(Self.long)$]]></description>")
        let parts = text.utf8.split(separator: 0x24, maxSplits: 1)

        // When
        let feed = try FeedParser().parse(Array(parts[0]) + bytes + Array(parts[1]))

        // Then
        #expect(feed.items.first?.description?.hasPrefix(Self.long) == true)
        #expect(defects(feed).contains(.invalidBytes) || defects(feed).contains(.controlCharacters))
    }

    @Test func knowsNoneInCommentsAndAttributes() throws {
        // Given
        let section = "<![CDATA[\(Self.long)]]>"
        let feed = try parse(
            FeedText.rss(
                item: """
                    <!-- \(section) --><?x \(section) ?><title>a</title><description><![CDATA[<![CDATA[ \(Self.long) ]]>\
                    </description><guid>1</guid>
                    """
            )
        )

        // Then
        #expect(feed.items.first?.title == "a")
        #expect(feed.items.first?.description == "<![CDATA[ \(Self.long)".trimmed)
        #expect(feed.items.first?.extensions == [])
        #expect(defects(feed).isEmpty)
    }

    @Test func countsTheLinesInThem() throws {
        // Given sections of forty lines
        let section = "<description><![CDATA[\(Self.long)]]></description>"
        let text = FeedText.rss(
            "<title>t</title>\(section)<item>\(section)</item>\n<item/>\n<item><pubDate>x</pubDate></item>"
        )

        // When
        let feed = try parse(text)

        // Then
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = lines.indices.filter { lines[$0].contains("<item") }.map { $0 + 1 }
        #expect(feed.items.map(\.line) == expected)
        #expect(feed.warnings.first { $0.kind == .invalidDate }?.line == expected.last)
    }

    @Test func findsThemAcrossPieces() throws {
        // Given sections whose marks fall onto every place between two pieces
        var configuration = FeedParserConfiguration()
        configuration.chunkBytes = 97
        let text = FeedText.rss(
            (0..<97).map {
                "<item><title>\(String(repeating: "t", count: $0))</title><description><![CDATA[\(Self.long)\($0)]]></description></item>"
            }
            .joined()
        )

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.map(\.description) == (0..<97).map { Self.long + "\($0)" })
        #expect(defects(feed).isEmpty)
    }

    @Test(arguments: ["", "<!--"])
    func dropsTheItemOfOneThatDoesNotEnd(before: String) throws {
        // Given
        let feed = try parse(
            FeedText.rss(
                "<item><guid>1</guid></item><item><guid>2</guid><description>\(before)<![CDATA[\(Self.long)<![CDATA["
            ).replacing("</channel></rss>\n", with: "")
        )

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(!feed.isComplete)
    }

    @Test func seesWhatFollowsTheDocument() throws {
        // Given
        let document = FeedText.rss(item: "<description><![CDATA[\(Self.long)]]></description>")

        // Then
        #expect(try defects(parse(document + "<!-- end -->\n")).isEmpty)
        #expect(try defects(parse(document + "junk")) == [.trailingJunk])
    }

    @Test func cutsThemLikeOtherTexts() throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumTextBytes = 1_001
        let text = FeedText.rss(item: "<description><![CDATA[\(String(repeating: "é", count: 2_000))]]></description>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.first?.description == String(repeating: "é", count: 500))
        #expect(defects(feed) == [.textTooLong])
    }
}

extension String {
    /// Without white space at either end.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
