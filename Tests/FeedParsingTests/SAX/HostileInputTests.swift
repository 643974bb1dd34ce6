import FeedParsing
import Testing

/// No input may crash, hang, or take memory without bound.
struct HostileInputTests {
    @Test func boundsNesting() throws {
        // Given an item before ten thousand open elements
        let text = FeedText.rss("<item><guid>1</guid></item>" + String(repeating: "<a>", count: 10_000))

        // When
        let feed = try parse(text)

        // Then
        #expect(feed.items.count == 1)
        #expect(!feed.isComplete)
        #expect(defects(feed).contains(.limitReached))
    }

    @Test func refusesNestingAndNothingElse() {
        #expect(throws: FeedParsingError.self) { try parse("<rss>" + String(repeating: "<rss>", count: 10_000)) }
    }

    @Test func cutsATextNode() throws {
        // Given a title of twenty megabytes of three-byte characters
        let text = FeedText.rss(
            "<item><description>" + String(repeating: "€", count: 20 << 20 / 3) + "</description><guid>1</guid></item>"
        )

        // When
        let feed = try parse(text)

        // Then
        let description = try #require(feed.items.first?.description)
        #expect(description.utf8.count <= FeedParserConfiguration().maximumTextBytes)
        #expect(feed.items.first?.guid == "1")
        #expect(defects(feed).contains(.textTooLong))
    }

    @Test(arguments: [
        FeedText.rss(item: "<guid>1</guid><description>NOTES</description>"),
        FeedText.atom("<entry><id>1</id><content type=\"xhtml\">NOTES</content></entry>"),
    ])
    func cutsMarkupThatIsNotEscaped(document: String) throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumTextBytes = 1_000
        let paragraphs = String(repeating: "<p>é &lt; b</p>", count: 200) + "<p>c</p>"

        // When
        let text = document.replacing("NOTES", with: paragraphs)
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then neither words nor tags go on
        let item = try #require(feed.items.first)
        let notes = try #require(item.description ?? item.content)
        #expect(notes.hasPrefix("<p>é &lt; b</p><p>é &lt; b</p>"))
        #expect((990..<1_020).contains(notes.utf8.count))
        #expect(notes.ranges(of: "<p>").count == notes.ranges(of: "</p>").count)
        #expect(defects(feed) == [.textTooLong])
    }

    @Test func aTextThatWasCutTakesNothingOfTheNext() throws {
        // Given notes that are too long, and texts with markup that says more than they do
        let author = "<author><a href=\"mailto:a@b.example\">Ann</a></author>"
        let date = "<pubDate><time datetime=\"\">Mon, 03 Jun 2024 10:00:00 GMT</time></pubDate>"
        let notes = String(repeating: "word ", count: 400)
        let text = FeedText.rss(item: "<guid>1</guid><description>\(notes)</description>\(author)\(date)")
        var configuration = FeedParserConfiguration()
        configuration.maximumTextBytes = 1_000

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        let whole = try parse(text)
        #expect(feed.items.map(\.authors) == whole.items.map(\.authors))
        #expect(feed.items.first?.publishedAt == 1_717_408_800)
        #expect(defects(feed) == [.textTooLong])
    }

    @Test func stopsAtAMillionAttributes() {
        // Given
        let attributes = (0..<1_000_000).map { " a\($0)=\"\"" }.joined()

        // Then
        #expect(throws: FeedParsingError.self) { try parse("<rss\(attributes)><channel/></rss>") }
    }

    @Test func stopsAtManyAttributesOfOneElement() throws {
        // Given an item before the element
        let attributes = (0..<2_000).map { " a\($0)=\"\"" }.joined()
        let feed = try parse(FeedText.rss("<item><guid>1</guid></item><x\(attributes)/><item><guid>2</guid></item>"))

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(!feed.isComplete)
    }

    @Test func stopsAtAMillionItems() throws {
        // Given
        let text = FeedText.rss(String(repeating: "<item><guid>x</guid></item>", count: 1_000_000))

        // When
        let feed = try parse(text)

        // Then
        #expect(feed.items.count == FeedParserConfiguration().maximumItems)
        #expect(!feed.isComplete)
        #expect(defects(feed).contains(.limitReached))
    }

    @Test(arguments: [
        String(repeating: "<item><guid>x</guid>", count: 4) + String(repeating: "</item>", count: 4),
        String(repeating: "<item><guid>x</guid><item><guid>y</guid></item></item>", count: 2),
        String(repeating: "<item><guid>x</guid></item>", count: 4),
    ])
    func countsItemsAroundOthers(text: String) throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumItems = 3

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(FeedText.rss(text).utf8))

        // Then
        #expect(feed.items.count == 3)
        #expect(defects(feed).contains(.limitReached))
    }

    @Test(arguments: ["item", "entry xmlns=\"http://www.w3.org/2005/Atom\"", "podcast:liveItem status=\"live\""])
    func takesNothingOfAnItemThatIsOneTooMany(tag: String) throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumItems = 1
        let text = FeedText.rss("<item><guid>x</guid></item><\(tag) xml:lang=\"de\"><guid>y</guid>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.map(\.guid) == ["x"])
        #expect(feed.channel.language == nil)
        #expect(feed.channel.podcastChannel.liveItems.isEmpty)
        #expect(defects(feed).contains(.limitReached))
    }

    @Test func boundsUnknownElements() throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.maximumExtensionElements = 1_000
        let text = FeedText.rss("<item>" + String(repeating: "<x:y/>", count: 50_000) + "<guid>1</guid></item>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.first?.extensions.count == 1_000)
        #expect(feed.items.first?.guid == "1")
    }

    @Test func boundsWhatIsKeptOfKnownElements() throws {
        // Given more second titles, and more attributes nobody reads, than are kept
        var configuration = FeedParserConfiguration()
        configuration.maximumExtensionElements = 100
        let text = FeedText.rss(
            item: String(repeating: "<title>x</title><guid a='1'/>", count: 1_000) + "<link>l</link>"
        )

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        let item = try #require(feed.items.first)
        let kept = item.extensions.map { 1 + $0.attributes.count }.reduce(0, +)
        #expect((98...100).contains(kept))
        #expect(item.link == "l")
        #expect(defects(feed).contains(.limitReached))
    }

    @Test func boundsLists() throws {
        // Given
        let persons = (0..<50_000).map { "<podcast:person>\($0)</podcast:person>" }.joined()
        let text = FeedText.rss(item: persons)

        // Then
        #expect(try parse(text).items.first?.podcast.persons.count == FeedParserConfiguration().maximumListEntries)
    }

    @Test func boundsNames() throws {
        // Given more names, and more namespaces, than any feed has
        let elements = (0..<50_000).map { "<n\($0)/>" }.joined()
        let namespaces = (0..<50_000).map { "<x xmlns:n\($0)='u\($0)'/>" }.joined()

        for text in [elements, namespaces] {
            // When
            let feed = try parse(FeedText.rss("<item><guid>1</guid></item>" + text))

            // Then
            #expect(feed.items.count == 1)
            #expect(!feed.isComplete)
            #expect(defects(feed).contains(.limitReached))
        }
    }

    @Test func boundsListsWithoutRepetitions() throws {
        // Given
        let elements = (0..<2_000).map { "<enclosure url='https://a.example/\($0).mp3'/><category>c\($0)</category>" }
            .joined()
        let keywords = (0..<2_000).map(String.init).joined(separator: ",")

        // When
        let feed = try parse(FeedText.rss(item: elements + "<itunes:keywords>\(keywords)</itunes:keywords>"))

        // Then
        let item = try #require(feed.items.first)
        let maximum = FeedParserConfiguration().maximumDistinctEntries
        #expect(item.enclosures.count == maximum)
        #expect(item.categories.count == maximum)
        #expect(item.keywords.count == maximum)
    }

    @Test func boundsWarnings() throws {
        // Given
        let text = FeedText.rss(String(repeating: "<item><pubDate>x</pubDate></item>", count: 5_000))

        // When
        let feed = try parse(text)

        // Then
        #expect(feed.warnings.count <= FeedParserConfiguration().maximumWarnings + FeedWarning.Kind.allCases.count)
        #expect(defects(feed).contains(.repeated))
    }

    @Test(arguments: [
        String(repeating: "&", count: 200_000), String(repeating: "<", count: 200_000),
        String(repeating: "</x>", count: 100_000), String(repeating: "]]>", count: 100_000),
        String(repeating: "<![CDATA[", count: 100_000), String(repeating: "<!--", count: 100_000),
        String(repeating: "<a b", count: 100_000), String(repeating: "&#0;", count: 100_000),
        String(repeating: "<a b='", count: 100_000), String(repeating: "\u{1}", count: 200_000),
    ])
    func survivesRepeatedMarks(marks: String) throws {
        // Given an item before the marks
        let text = FeedText.rss("<item><guid>1</guid></item><item><title>\(marks)</title></item>")

        // Then
        #expect(try parse(text).items.first?.guid == "1")
    }

    @Test func survivesDamageAnywhere() throws {
        // Given a document, and each of some bytes in place of each of its own
        let original = Array(
            FeedText.rss(item: "<title>a&amp;b</title><description><![CDATA[x]]></description><enclosure url='u'/>")
                .utf8
        )
        let start = original.count - 190
        var parsed = 0
        for index in start..<original.count {
            for byte in [0x00, 0x26, 0x3C, 0x3E, 0x22, 0x5D, 0x80, 0xC3, 0xFF] as [UInt8] {
                var bytes = original
                bytes[index] = byte

                // When: a crash or a hang is the failure
                if (try? FeedParser().parse(bytes)) != nil { parsed += 1 }
            }
        }

        // Then
        #expect(parsed > 190 * 8)
    }

    @Test func survivesDeepJSON() {
        // Given
        let text = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"_x\":" + String(repeating: "[", count: 100_000)

        // Then
        #expect(throws: Never.self) { try parse(text) }
    }
}
