import FeedParsing
import Testing

/// Items with nothing in them are no episodes (feed formats C1, L): what has not even a link lacks more than a title.
struct EmptyItemTests {
    @Test(arguments: [
        "<item></item>", "<item/>", "<item> \n </item>", "<item>text</item>", "<item><!-- no --></item>",
        "<item><title/><description> </description><guid/></item>", "<item xmlns:x=\"urn:x\"/>",
    ])
    func areLeftOut(empty: String) throws {
        // When one stands before another item, and one behind it
        let feed = try parse(FeedText.rss("\n\(empty)<item><guid>1</guid></item>\(empty)"))

        // Then there is a word of both, and nothing else is wrong with the document
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(defects(feed) == [.invalidValue, .invalidValue])
        #expect(feed.warnings.first { $0.kind == .invalidValue }?.line == 4)
        #expect(feed.isComplete)
    }

    @Test(arguments: [
        "<title>a</title>", "<pubDate>whenever</pubDate>", "<link>/1</link>", "<x:y xmlns:x=\"urn:x\"/>",
        "<enclosure url=\"1.mp3\"/>", "<itunes:image href=\"1.jpg\"/>", "<category>c</category>",
        "<itunes:duration>5</itunes:duration>", "<podcast:person>Ann</podcast:person>", "<description>d</description>",
    ])
    func areKeptWhenOneValueIsThere(value: String) throws {
        let feed = try parse(FeedText.rss(item: value))

        #expect(feed.items.count == 1)
        #expect(!defects(feed).contains(.invalidValue))
    }

    @Test(arguments: [
        "<entry/>", "<entry><content type=\"html\"/></entry>",
        "<entry xml:base=\"https://a.example/\"><content type=\"html\"> </content></entry>",
    ])
    func areLeftOutOfAtom(empty: String) throws {
        let feed = try parse(FeedText.atom("\(empty)<entry><id>1</id></entry>"))

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
    }

    @Test(arguments: ["{}", "{\"id\":\"\"}", "{\"title\":null,\"attachments\":[{}]}"])
    func areLeftOutOfJSON(empty: String) throws {
        // When
        let feed = try parse("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(empty),{\"id\":\"1\"}]}")

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.warnings.map(\.kind) == [.invalidValue])
        #expect(feed.isComplete)
    }

    @Test func areLeftOutWhenLive() throws {
        // Given live items with nothing, with a time alone, and with a title alone
        let feed = try parse(
            FeedText.rss(
                "<podcast:liveItem/><podcast:liveItem status=\"pending\" start=\"2026-01-01T00:00:00Z\"/>"
                    + "<podcast:liveItem><title>Live</title></podcast:liveItem><item><guid>1</guid></item>"
            )
        )

        // Then
        #expect(feed.channel.podcastChannel.liveItems.map(\.status) == ["pending", nil])
        #expect(feed.channel.podcastChannel.liveItems.map(\.item.title) == [nil, "Live"])
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(defects(feed) == [.invalidValue])
    }

    @Test func areNotNoticedInsideAnother() throws {
        let feed = try parse(FeedText.rss("<item><title>a</title><item/><guid>1</guid></item>"))

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(defects(feed).isEmpty)
    }

    @Test func takeNothingOfTheAllowance() throws {
        // Given more of them than a document of this size may have items
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = 20_000
        configuration.allowancePerByte = 0
        let text = FeedText.rss(String(repeating: "<item/>", count: 100) + "<item><guid>1</guid></item>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
    }
}
