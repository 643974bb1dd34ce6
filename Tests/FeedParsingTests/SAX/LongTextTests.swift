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

    private func text(_ content: String) throws -> String? {
        try item("<description>\(content)</description>").description
    }
}
