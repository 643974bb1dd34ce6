import FeedParsing
import Testing

/// U+0000 ends a text for SQLite and for C, and must not reach one.
struct NullCharacterTests {
    @Test(arguments: ["&#0;", "&#x0;", "&#x00000;", "\0", "&amp;#0;", "&amp;#x0;"])
    func dropsItFromXML(written: String) throws {
        // Given
        let feed = try parse(
            FeedText.rss(
                """
                <title>a\(written)b</title><itunes:summary>a\(written)b</itunes:summary>
                <itunes:keywords>a\(written)b</itunes:keywords><itunes:category text="a\(written)b"/>
                <x:y xmlns:x="urn:x" z="a\(written)b">a\(written)b</x:y>
                <item><guid>a\(written)b</guid><description><![CDATA[a\(written)b]]></description>
                <enclosure url="https://a.example/a\(written)b.mp3"/></item>
                """
            )
        )

        // Then
        #expect(feed.items.count == 1)
        #expect(!String(describing: feed).unicodeScalars.contains("\0"))
        #expect(feed.channel.title?.hasPrefix("a") == true)
        #expect(feed.channel.title?.hasSuffix("b") == true)
        #expect(feed.items.first?.guid?.hasSuffix("b") == true)
    }

    @Test(arguments: ["\0", "\u{1}", "\u{1B}"])
    func dropsItFromTags(written: String) throws {
        // Given names that are written with and without it
        let second =
            "<it\(written)em><title>Two</ti\(written)tle><gu\(written)id>2</guid>"
            + "<enclosure \(written)url=\"https://a.example/2.mp3\"\(written)/></item>"
        let feed = try parse(FeedText.show(second: second))

        // Then
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(feed.isComplete)
        #expect(defects(feed) == [.controlCharacters])
    }

    @Test(arguments: ["\\u0000", "\0", "\\u0001", "\u{1}"])
    func dropsItFromJSON(written: String) throws {
        // When
        let feed = try parse(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "a\(written)b", "items": [
            {"id": "a\(written)b", "content_html": "a\(written)b", "tags": ["a\(written)b"], "_x\(written)y": "a\(written)b"}]}
            """
        )

        // Then
        #expect(feed.channel.title == "ab")
        #expect(feed.items.first?.guid == "ab")
        #expect(!String(describing: feed).unicodeScalars.contains { $0 == "\0" || $0 == "\u{1}" })
    }

    @Test func dropsItFromBase64() throws {
        // Given "a", U+0000, "b" in base64
        let feed = try parse(
            FeedText.atom("<entry><content mode=\"base64\" type=\"text/plain\">YQBi</content></entry>")
        )

        // Then what is no text stays as it is
        #expect(feed.items.first?.content == nil)
        #expect(feed.items.first?.extensions.map(\.value) == ["YQBi"])
    }

    @Test func dropsItFromUTF16() throws {
        // Given
        let text = FeedText.rss("<title>a\0b</title>")
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "ab")
    }
}
