import FeedParsing
import Testing

/// Long CDATA sections go past libxml2; nothing but time may show it.
struct LongSectionTests {
    private static let long = String(repeating: "<p>a &amp; b [1] ]] ]></p>\n", count: 40)

    @Test(arguments: [
        long, "ü" + long, long + "€", "a" + String(repeating: "[", count: 300) + "<![CDATA[",
        String(repeating: "]", count: 300),
        String(repeating: "\t\n 中", count: 100), String(repeating: "x", count: 255),
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

    /// Whatever the length: libxml2 hands on short ones as they are.
    @Test(arguments: [1, 1000])
    func endsTheirLinesAsTextsDo(count: Int) throws {
        // Given lines that end as on any system
        let text = String(repeating: "é\r\nb\rc\n\r\r\nd", count: count)
        let document = FeedText.rss(item: "<guid>1</guid><description>.<![CDATA[\(text)]]>.</description>")

        // When, and then where the document is damaged
        let whole = try parse(document)
        let damaged = try parse(document.replacing("<guid>", with: "<title>Q & A</title><guid>"))

        // Then
        let expected = "." + String(repeating: "é\nb\nc\n\n\nd", count: count) + "."
        for feed in [whole, damaged] {
            #expect(feed.items.map { $0.description.map { Array($0.utf8) } } == [Array(expected.utf8)])
            #expect(feed.items.map(\.guid) == ["1"])
        }
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

    @Test func isNoneInACommentThatDoesNotEnd() throws {
        // Given
        let feed = try parse(
            FeedText.rss(
                "<item><guid>1</guid></item><item><guid>2</guid><description><!--<![CDATA[\(Self.long)<![CDATA["
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
}
