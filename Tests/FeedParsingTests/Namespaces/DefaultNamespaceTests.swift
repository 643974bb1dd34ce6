import Testing

@testable import FeedParsing

/// A default namespace on a channel or an item, whichever it is, is that of the feed (feed formats A2, A3).
struct DefaultNamespaceTests {
    private static let uris = [
        "http://foo", "http://www.w3.org/2005/Atom", "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "http://www.w3.org/1999/xhtml", "http://search.yahoo.com/mrss/", "http://purl.org/dc/elements/1.1/",
        "http://purl.org/rss/1.0/modules/content/", "https://podcastindex.org/namespace/1.0",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    ]
    private static let show = "<title>Show</title><link>https://show.example/</link>"
    private static let enclosure = "<enclosure url=\"https://a.example/1.mp3\" type=\"audio/mpeg\"/>"
    private static let item = "<item><title>One</title><guid>1</guid>\(enclosure)</item>"

    @Test(arguments: uris)
    func aChannelMayHaveOne(uri: String) throws {
        let feed = try parse("<rss version=\"2.0\"><channel xmlns=\"\(uri)\">\(Self.show)\(Self.item)</channel></rss>")

        expectEverything(in: feed)
    }

    @Test(arguments: uris)
    func aChannelMayHaveAnotherThanItsRoot(uri: String) throws {
        let feed = try parse(
            "<rss xmlns=\"urn:root\"><channel xmlns=\"\(uri)\">\(Self.show)\(Self.item)</channel></rss>"
        )

        expectEverything(in: feed)
    }

    @Test func theItemsOfAChannelMayHaveThatOfTheRoot() throws {
        let item = "<item xmlns=\"urn:root\"><title>One</title><guid>1</guid>\(Self.enclosure)</item>"

        let feed = try parse("<rss xmlns=\"urn:root\"><channel xmlns=\"urn:x\">\(Self.show)\(item)</channel></rss>")

        expectEverything(in: feed)
    }

    @Test func aChannelOfRDFMayHaveOne() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel xmlns="http://foo">\(Self.show)
            </channel><item xmlns="http://foo"><title>One</title><guid>1</guid>\(Self.enclosure)</item></rdf:RDF>
            """
        )

        expectEverything(in: feed)
    }

    @Test(arguments: uris)
    func anItemMayHaveOne(uri: String) throws {
        let second = "<item xmlns=\"\(uri)\"><title>Two</title><guid>2</guid>\(FeedText.media)</item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.isComplete)
        #expect(defects(feed).isEmpty)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items[1].enclosures.count == 1)
        #expect(feed.items[1].extensions.isEmpty)
    }

    @Test func readsITunesInItsOwnPlace() throws {
        // Given
        let uri = "http://www.itunes.com/dtds/podcast-1.0.dtd"
        let inside = "<title>T</title><author>Ann</author><duration>1:02</duration><guid>g</guid>"

        // When
        let channel = try parse("<rss><channel xmlns=\"\(uri)\">\(Self.show)<item>\(inside)</item></channel></rss>")
        let item = try parse(FeedText.show(second: "<item xmlns=\"\(uri)\">\(inside)</item>"))

        // Then
        #expect(channel.items.map(\.itunesAuthor) == ["Ann"])
        #expect(channel.items.map(\.durationSeconds) == [62])
        #expect(item.items.map(\.itunesAuthor) == [nil, "Ann", nil])
        #expect(item.items.map(\.durationSeconds) == [nil, 62, nil])
    }

    @Test func anEntryOfAtomMayHaveOne() throws {
        let feed = try parse(FeedText.atom("<entry xmlns=\"http://search.yahoo.com/mrss/\"><id>1</id></entry>"))

        #expect(feed.items.map(\.guid) == ["1"])
    }

    private func expectEverything(in feed: ParsedFeed) {
        #expect(feed.isComplete)
        #expect(defects(feed).isEmpty)
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://show.example/")
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.enclosures.count) == [1])
    }
}
