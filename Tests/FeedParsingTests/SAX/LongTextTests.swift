import FeedParsing
import Testing

/// Long texts go past libxml2; nothing but time may show it.
struct LongTextTests {
    private static let long = String(repeating: "wörds of a long text; and more, 中文 too\n", count: 20)

    @Test(arguments: [
        long, "x" + long, long + "€", String(repeating: "x", count: 255), String(repeating: "x", count: 256),
        String(repeating: "x", count: 383), String(repeating: "é", count: 100_000),
        String(repeating: "\t 中", count: 100),
        String(repeating: "\u{FFFD}\u{10000}", count: 100), String(repeating: "[]]", count: 200),
    ])
    func readsThem(text: String) throws {
        // When
        let feed = try parse(FeedText.rss(item: "<description>.\(text).</description><guid>1</guid>"))

        // Then
        #expect(feed.items.first?.description == ".\(text).")
        #expect(feed.items.first?.guid == "1")
        #expect(defects(feed).isEmpty)
        #expect(feed.isComplete)
    }

    @Test func joinsThemWithWhatIsBeside() throws {
        // Given
        let long = Self.long

        // Then
        #expect(try text("\(long)&amp;\(long)&#8211;\(long).") == "\(long)&\(long)–\(long).")
        #expect(try text(".\(long)<![CDATA[<\(long)>]]>\(long).") == ".\(long)<\(long)>\(long).")
        #expect(try text(".\(long)<!-- \(long) -->\(long).") == ".\(long)\(long).")
        #expect(try text("a > b \(long)> \(long).") == "a > b \(long)> \(long).")
        #expect(try text("a & b; \(long).") == "a & b; \(long).")
        #expect(try text("&nbsp;\(long)&unknown;\(long).") == "\(long)&unknown;\(long).")
    }

    @Test func makesOneLineFeedOfEachEndOfALine() throws {
        #expect(try text("\(Self.long)a\r\nb\rc.") == "\(Self.long)a\nb\nc.")
        #expect(
            try text(String(repeating: "words\r\n", count: 100) + ".") == String(repeating: "words\n", count: 100) + "."
        )
    }

    @Test func keepsThemInMarkup() throws {
        // Given
        let content = "<div xmlns='http://www.w3.org/1999/xhtml'><p>\(Self.long)</p>\(Self.long)</div>"

        // When
        let feed = try parse(
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><id>1</id>\
            <content type='xhtml'>\(content)</content></entry></feed>
            """
        )

        // Then
        #expect(feed.items.first?.content == "<p>\(Self.long)</p>\(Self.long)".trimmed)
    }

    @Test func knowsNoneInTagsAndComments() throws {
        // Given
        let feed = try parse(
            FeedText.rss(
                item: """
                    <!-- > \(Self.long) --><?x > \(Self.long) ?><title>a</title>\
                    <enclosure url="https://a.example/>\(Self.long)" length="1" type="audio/mpeg"/><guid>1</guid>
                    """
            )
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.title == "a")
        #expect(item.guid == "1")
        #expect(item.enclosures.count == 1)
        #expect(item.extensions == [])
        #expect(feed.isComplete)
    }

    @Test(arguments: ["\u{0B}", "\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func leavesOutWhatXMLDoesNotAllow(character: String) throws {
        // Given
        let feed = try parse(FeedText.rss(item: "<description>\(Self.long)\(character).</description>"))

        // Then
        #expect(feed.items.first?.description == Self.long + ".")
        #expect(defects(feed) == [.controlCharacters])
    }

    @Test(
        arguments: [[0xE4], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]] as [[UInt8]]
    )
    func repairsWhatIsNotUTF8(bytes: [UInt8]) throws {
        // Given
        let text = FeedText.rss(item: "<description>\(Self.long)$\(Self.long)</description>")
        let parts = text.utf8.split(separator: 0x24, maxSplits: 1)

        // When
        let feed = try FeedParser().parse(Array(parts[0]) + bytes + Array(parts[1]))

        // Then
        #expect(feed.items.first?.description?.hasPrefix(Self.long) == true)
        #expect(defects(feed).contains(.invalidBytes) || defects(feed).contains(.controlCharacters))
    }

    @Test func countsTheLinesInThem() throws {
        // Given
        let description = "<description>\(Self.long)</description>"
        let document = FeedText.rss(
            "<title>t</title>\(description)<item>\(description)</item>\n<item/>\n<item><pubDate>x</pubDate></item>"
        )

        // When
        let feed = try parse(document)

        // Then
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = lines.indices.filter { lines[$0].contains("<item") }.map { $0 + 1 }
        #expect(feed.items.map(\.line) == expected)
        #expect(feed.warnings.first { $0.kind == .invalidDate }?.line == expected.last)
    }

    @Test(arguments: [97, 128, 301, 65_536])
    func findsThemAcrossPieces(chunkBytes: Int) throws {
        // Given texts that begin and end at every place of a piece
        var configuration = FeedParserConfiguration()
        configuration.chunkBytes = chunkBytes
        let document = FeedText.rss(
            (0..<130).map {
                "<item><title>\(String(repeating: "t", count: $0))</title><description>\(Self.long)\($0)</description></item>"
            }
            .joined()
        )

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(document.utf8))

        // Then
        #expect(feed.items.map(\.description) == (0..<130).map { Self.long + "\($0)" })
        #expect(defects(feed).isEmpty)
    }

    @Test func dropsTheItemOfOneThatDoesNotEnd() throws {
        // Given
        let document = FeedText.rss("<item><guid>1</guid></item><item><guid>2</guid><description>\(Self.long)")

        // When
        let feed = try parse(document.replacing("</channel></rss>\n", with: ""))

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(!feed.isComplete)
    }

    @Test func cutsThemLikeOtherTexts() throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumTextBytes = 1_001
        let document = FeedText.rss(item: "<description>\(String(repeating: "é", count: 2_000))</description>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(document.utf8))

        // Then
        #expect(feed.items.first?.description == String(repeating: "é", count: 500))
        #expect(defects(feed) == [.textTooLong])
    }

    private func text(_ content: String) throws -> String? {
        try item("<description>\(content)</description>").description
    }
}

extension String {
    /// Without white space at either end.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
