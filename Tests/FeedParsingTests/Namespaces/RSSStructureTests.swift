import FeedParsing
import Testing

/// Elements that stand elsewhere, or are called otherwise, than RSS says.
struct RSSStructureTests {
    @Test func readsOnlyDirectChildren() throws {
        // Given a shop's elements inside an item
        let item = try item(
            "<s:variant xmlns:s=\"http://shop.example\"><title>Leak</title><guid>leak</guid></s:variant><title>Own</title>"
        )

        // Then
        #expect(item.title == "Own")
        #expect(item.guid == nil)
        #expect(item.extensions.first?.namespace == "http://shop.example")
        #expect(item.extensions.first?.children.map(\.name) == ["title", "guid"])
        #expect(item.extensions.first?.children.first?.value == "Leak")
    }

    @Test(arguments: [
        "<rss><item><title>a</title></item><channel><title>x</title></channel></rss>",
        "<rss><channel><title>x</title></channel><item><title>a</title></item></rss>",
        "<rss><channel><title>x</title><item><title>a</title></item></channel></rss>",
        "<rss><chanel><title>x</title><item><title>a</title></item></chanel></rss>",
        "<rss><channel><title>x<item><title>a</title></item></title></channel></rss>",
    ])
    func findsItemsUnderAnyAncestor(text: String) throws {
        #expect(try parse(text).items.map(\.title) == ["a"])
    }

    @Test func readsTheTitleOfAFeedWithoutAChannel() throws {
        // When
        let feed = try parse(
            "<rss><title>Show</title><link>/show</link><description>About</description><item><guid>1</guid></item></rss>"
        )

        // Then
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://example.com/show")
        #expect(feed.channel.description == "About")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: [
        "<cms><title>CMS 3</title><link>https://cms.example/</link><description>c</description></cms>",
        "<title>CMS 3</title><link>https://cms.example/</link><description>c</description>",
    ])
    func takesNothingBeforeTheChannelForItsOwn(other: String) throws {
        // Given a channel with a title and a site, and one without
        let feed = try parse(
            "<rss>\(other)<channel><title>My show</title><link>https://my.example/</link></channel></rss>"
        )
        let bare = try parse("<rss>\(other)<channel><item><guid>1</guid></item></channel></rss>")

        // Then what stood before them is not lost
        #expect(feed.channel.title == "My show")
        #expect(feed.channel.link == "https://my.example/")
        #expect(feed.channel.description == nil)
        #expect(feed.channel.links.map(\.url) == ["https://cms.example/"])
        #expect(feed.channel.extensions.map(\.value) == ["CMS 3", "c"])
        #expect(bare.channel.title == nil)
        #expect(bare.channel.link == nil)
    }

    @Test func readsAChannelByAnotherName() throws {
        let feed = try parse("<rss><show><title>Show</title><link>/show</link><item><guid>1</guid></item></show></rss>")

        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://example.com/show")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test func keepsWhatStandsBesideTheChannelApart() throws {
        let feed = try parse(
            "<rss><channel><title>Show</title></channel><title>Other</title><item><guid>1</guid></item></rss>"
        )

        #expect(feed.channel.title == "Show")
    }

    @Test func readsAnItemAroundAnother() throws {
        // Given an empty item inside an item, and one that is not empty
        let feed = try parse(
            FeedText.rss(
                "<item><title>a</title><item/><guid>1</guid><item><guid>2</guid></item></item><item><guid>3</guid></item>"
            )
        )

        // Then
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.first?.title == "a")
    }

    @Test func separatesManyItemsWithoutEndTags() throws {
        // Given more of them than may be nested
        let items = (0..<1_000).map { "<item><guid>\($0)</guid>" }.joined()

        // Then
        #expect(try parse(FeedText.rss(items)).items.count == 1_000)
    }

    @Test func separatesItemsWithoutEndTags() throws {
        // Given items that are never closed, and a title that is not
        let feed = try parse(
            "<rss><channel><item><title>a</title><guid>1</guid><item><title>b<guid>2</guid></item></channel></rss>"
        )

        // Then
        #expect(feed.items.map(\.title) == ["a", "b"])
        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test func readsRDFItemsBesideTheChannel() throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.example/feed"><title>x</title>
            <items><rdf:Seq><rdf:li resource="https://a.example/1"/></rdf:Seq></items></channel>
            <image><url>i.png</url></image>
            <item rdf:about="https://a.example/1"><title>a</title><dc:date>2004-01-02</dc:date></item></rdf:RDF>
            """
        )

        // Then
        #expect(feed.channel.id == "https://a.example/feed")
        #expect(feed.channel.image?.url == "https://example.com/show/i.png")
        #expect(feed.items.map(\.guid) == ["https://a.example/1"])
        #expect(feed.items.first?.publishedAt == 1_073_001_600)
    }

    @Test(arguments: ["textinput", "textInput"])
    func keepsTheTextInputBesideTheChannelAsOneElement(name: String) throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel><link>https://a.example/</link></channel>
            <\(name)><title>Search</title><link>https://a.example/s</link><name>q</name></\(name)></rdf:RDF>
            """
        )

        // Then
        #expect(feed.channel.title == nil)
        #expect(feed.channel.extensions.map(\.name) == [name])
        #expect(feed.channel.extensions.first?.children.map(\.name) == ["title", "link", "name"])
        #expect(feed.channel.extensions.first?.children.map(\.value) == ["Search", "https://a.example/s", "q"])
    }

    @Test(arguments: [
        "http://www.w3.org/2005/Atom", "http://backend.userland.com/rss2", "urn:whatever",
        "http://www.itunes.com/dtds/podcast-1.0.dtd",
    ])
    func readsRSSInAnyDefaultNamespace(uri: String) throws {
        // When
        let feed = try parse(
            "<rss version=\"2.0\" xmlns=\"\(uri)\"><channel><title>x</title><item><guid>1</guid></item></channel></rss>"
        )

        // Then
        #expect(feed.channel.title == "x")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test func readsRSSInTheNamespaceOfITunes() throws {
        // When
        let feed = try parse(
            """
            <rss version="2.0" xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>
            <author>Ann</author><owner><name>Ann</name><email>a@a.example</email></owner><explicit>no</explicit>
            <item><title>One</title><author>Bob</author><duration>1:02</duration><guid>1</guid><episode>7</episode>
            <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/></item></channel></rss>
            """
        )

        // Then
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.itunesAuthor == "Ann")
        #expect(feed.channel.owner?.email == "a@a.example")
        #expect(feed.channel.explicit == false)
        let item = try #require(feed.items.first)
        #expect(item.title == "One")
        #expect(item.itunesAuthor == "Bob")
        #expect(item.durationSeconds == 62)
        #expect(item.itunesEpisode == 7)
        #expect(item.guid == "1")
        #expect(item.enclosures.count == 1)
    }
}
