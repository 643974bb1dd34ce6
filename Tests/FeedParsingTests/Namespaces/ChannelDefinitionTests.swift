import FeedParsing
import Testing

/// Channels of the Channel Definition Format, which are older than RSS.
struct ChannelDefinitionTests {
    @Test func readsPagesDatesAndDescriptions() throws {
        // When
        let feed = try parse(
            """
            <?xml version="1.0"?>
            <CHANNEL HREF="https://show.example/"><TITLE>Show</TITLE><ABSTRACT>About it</ABSTRACT>
            <ITEM HREF="/1" LASTMOD="2003-12-31T10:14:55Z"><TITLE>One</TITLE><ABSTRACT>Notes</ABSTRACT></ITEM>
            </CHANNEL>
            """
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://show.example/")
        #expect(feed.channel.description == "About it")
        #expect(item.title == "One")
        #expect(item.link == "https://example.com/1")
        #expect(item.publishedAt == 1_072_865_695)
        #expect(item.description == "Notes")
        #expect(feed.channel.extensions.isEmpty)
        #expect(item.extensions.isEmpty)
    }

    /// An abstract, an address and a date are nothing in a channel of RSS.
    @Test func takesNothingFromAnItemOfRSS() throws {
        let feed = try parse(
            FeedText.rss(
                "<title>Show</title><item href=\"/1\" lastmod=\"2003-12-31\"><title>One</title><abstract>x</abstract></item>"
            )
        )

        #expect(feed.items.map(\.link) == [nil])
        #expect(feed.items.map(\.publishedAt) == [nil])
        #expect(feed.items.map(\.description) == [nil])
        #expect(feed.items.flatMap(\.extensions).map(\.name) == ["item", "abstract"])
    }
}
