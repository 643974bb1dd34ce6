import FeedParsing
import Testing

/// Tags that lost a quotation mark or their `>` begin their element all the same.
struct UnendedTagTests {
    private static let item = "<item><title>One</title><guid isPermaLink=\"false\">1</guid></item>"

    @Test(arguments: [
        "<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/>",
        "<rss version=\"2.0\" xmlns:content=http://purl.org/rss/1.0/modules/content/>",
        "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/>",
        "<rss version=2.0 xmlns:dc='http://purl.org/dc/elements/1.1/\">", "<rss\n", "<rss version=\"2.0\"\n",
    ])
    func theRootHoldsTheShow(root: String) throws {
        let feed = try parse("<?xml version=\"1.0\"?>\(root)<channel><title>Show</title>\(Self.item)</channel></rss>")

        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: ["<channel", "<channel\n", "<channel xml:base=\"https://a.example/>"])
    func theChannelHoldsItsFields(tag: String) throws {
        let feed = try parse("<rss>\(tag)<title>Show</title><language>en</language>\(Self.item)</channel></rss>")

        #expect(feed.channel.title == "Show")
        #expect(feed.channel.language == "en")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: ["<item/>", "<item />", "</item>"])
    func aSlashBehindTheNameEndsAnItemThatHasNoOtherEnd(end: String) throws {
        // Given the last item ended so, and all of them
        let late = "<link>https://late.example/</link><itunes:author>Ann</itunes:author>"
        let last = FeedText.rss("<title>Show</title>\(Self.item)<item><guid>2</guid>\(end)\(late)")
        let every = FeedText.rss("<title>Show</title><item><guid>1</guid>\(end)<item><guid>2</guid>\(end)\(late)")

        // Then what follows is the show's
        for text in [last, every] {
            let feed = try parse(text)
            #expect(feed.items.map(\.guid) == ["1", "2"])
            #expect(feed.items.map(\.link) == [nil, nil])
            #expect(feed.items.map(\.itunesAuthor) == [nil, nil])
            #expect(feed.channel.link == "https://late.example/")
            #expect(feed.channel.itunesAuthor == "Ann")
        }
    }

    @Test func anEmptyItemEndsNoneThatHasAnEndOrWasCutOff() throws {
        // Given empty items in every item of a damaged document
        let second = "<item><item/><guid>2</guid><item/><title>A & B</title></item>"
        let text = FeedText.rss("<title>Show</title><item><item/><guid>1</guid><title>A</title></item>\(second)")

        // When
        let whole = try parse(text)
        let cut = try parse(text.replacing("</item></channel></rss>\n", with: ""))

        // Then
        #expect(whole.items.map(\.guid) == ["1", "2"])
        #expect(whole.items.map(\.title) == ["A", "A & B"])
        #expect(whole.isComplete)
        #expect(cut.items.map(\.guid) == ["1"])
        #expect(!cut.isComplete)
    }

    @Test(arguments: [
        "<item", "<item ", "<item rdf:about=\"http://a.example/2/>", "<item rdf:about='http://a.example/2/>",
        "<item rdf:about=http://a.example/2/>",
    ])
    func anItemHoldsItsFields(tag: String) throws {
        let feed = try parse(FeedText.show(second: "\(tag)<title>Two</title><guid>2</guid>\(FeedText.media)</item>"))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items[1].enclosures.count == 1)
    }

    @Test func theAddressOfAnItemKeepsItsLastSlash() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <channel rdf:about="http://a.example/"><title>Show</title></channel>
            <item rdf:about="http://a.example/2/><title>Two</title></item>
            <item rdf:about="http://a.example/1/"><title>One</title></item></rdf:RDF>
            """
        )

        #expect(feed.items.map(\.guid) == ["http://a.example/2/", "http://a.example/1/"])
        #expect(feed.items.map(\.title) == ["Two", "One"])
    }

    @Test(arguments: [
        ("<podcast:person href=http://a.example/>Jo</podcast:person>", "http://a.example/"),
        ("<podcast:person href=\"http://a.example/>Jo</podcast:person>", "http://a.example/"),
    ])
    func anElementThatHasAnEndIsNotEmpty(element: String, address: String) throws {
        let feed = try parse(FeedText.show(second: "<item><title>Two</title><guid>2</guid>\(element)</item>"))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].podcast.persons.map(\.name) == ["Jo"])
        #expect(feed.items[1].podcast.persons.map(\.href) == [address])
    }

    @Test(arguments: [
        "<enclosure type=audio/mpeg url=https://a.example/2.mp3/>",
        "<enclosure type=audio/mpeg url=https://a.example/2.mp3/></enclosure>",
        "<enclosure type=\"audio/mpeg\" url=\"https://a.example/2.mp3/>",
    ])
    func anEmptyElementStaysOne(element: String) throws {
        let feed = try parse(FeedText.show(second: "<item>\(element)<title>Two</title><guid>2</guid></item>"))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].title == "Two")
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
    }
}
