import FeedParsing
import Testing

/// References by the numbers of windows-1252 mean its characters, as in every browser, whatever else a document holds.
struct CharacterReferenceTests {
    /// A damaged document is cleaned before it is read, another is not.
    static let others = ["", "<itunes:author>T &amp; U</itunes:author>", "<itunes:author>T & U</itunes:author>"]

    @Test(arguments: others)
    func meanWindows1252InTexts(other: String) throws {
        // When
        let feed = try parse(
            FeedText.rss(
                "\(other)<item><title>&#8220;It&#146;s&#x94; &#128;5&#133;</title><description>&#145;&lt;b&gt;a&lt;/b&gt;"
                    + "&#146;</description><itunes:author>&#x8A;</itunes:author></item>"
            )
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.title == "“It’s” €5…")
        #expect(item.description == "‘<b>a</b>’")
        #expect(item.itunesAuthor == "Š")
    }

    @Test(arguments: others)
    func meanWhatTheySayWhereWindows1252HasNothing(other: String) throws {
        let feed = try parse(FeedText.rss("\(other)<item><guid>a&#129;b&#169;</guid></item>"))

        #expect(feed.items.first?.guid == "a\u{81}b©")
    }

    /// Texts that libxml2 sees, and such that are too long for it.
    @Test(arguments: others, [0, 400])
    func meanTheSameAsTheCharacterInTexts(other: String, length: Int) throws {
        // Given
        let filler = String(repeating: "é ", count: length)

        // When
        let feed = try parse(
            FeedText.rss(
                "\(other)<item><title>\u{93}It\u{92}s\u{94}\u{81}</title><itunes:subtitle>\u{85}</itunes:subtitle>"
                    + "<description>\(filler)a\u{80}</description>"
                    + "<content:encoded><![CDATA[<p>\(filler)\u{8A}</p>]]></content:encoded></item>"
            )
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.title == "“It’s”\u{81}")
        #expect(item.subtitle == "…")
        #expect(item.description == filler + "a€")
        #expect(item.content == "<p>\(filler)Š</p>")
    }

    @Test(arguments: others)
    func areToldFromTheCharacterItself(other: String) throws {
        // Given the character between references, alone in a section, and behind a semicolon
        let feed = try parse(
            FeedText.rss(
                "\(other)<item><guid>&amp;\u{92}&amp;</guid></item><item><guid><![CDATA[\u{92}]]></guid></item>"
                    + "<item><guid>;\u{92}</guid></item>"
            )
        )

        // Then nothing becomes of it in what identifies an item
        #expect(feed.items.map(\.guid) == ["&\u{92}&", "\u{92}", ";\u{92}"])
    }

    @Test(arguments: others)
    func areReadInMarkupThatWasNotEscaped(other: String) throws {
        let feed = try parse(FeedText.rss("\(other)<item><description><p>It&#146;s</p></description></item>"))

        #expect(feed.items.first?.description == "<p>It’s</p>")
    }

    @Test func areReadWhateverTheSizeOfPieces() throws {
        // Given
        let bytes = Array(FeedText.rss(item: "<title>It&#146;s &#150; so</title>").utf8)

        for size in 1...24 {
            // When
            var configuration = FeedParserConfiguration()
            configuration.chunkBytes = size
            let feed = try FeedParser(configuration: configuration).parse(bytes)

            // Then
            #expect(feed.items.first?.title == "It’s – so", "pieces of \(size)")
        }
    }
}
