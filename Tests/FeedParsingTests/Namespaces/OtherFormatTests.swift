import FeedParsing
import Testing

/// Elements of Atom in RSS without a prefix, and elements of RSS in Atom.
struct OtherFormatTests {
    @Test func readsAtomInAnItem() throws {
        // When
        let item = try item(
            """
            <title>One</title><id>urn:1</id><published>2026-01-01T00:00:00Z</published>
            <updated>2026-01-02T00:00:00Z</updated><summary>Sum</summary>
            <content type="html">&lt;p&gt;x&lt;/p&gt;</content><author><name>Ann</name></author>
            <contributor><name>Bob</name></contributor><rights>R</rights>
            <link rel="enclosure" href="1.mp3" type="audio/mpeg" length="12"/><link href="https://e.example/1"/>
            """
        )

        // Then
        #expect(item.guid == "urn:1")
        #expect(!item.guidIsPermaLink)
        #expect(item.publishedAt == 1_767_225_600)
        #expect(item.updatedAt == 1_767_312_000)
        #expect(item.otherTexts.atomSummary == "Sum")
        #expect(item.content == "<p>x</p>")
        #expect(item.contentType == .html)
        #expect(item.authors == [ParsedContact(name: "Ann")])
        #expect(item.contributors == [ParsedContact(name: "Bob")])
        #expect(item.rights == "R")
        #expect(item.link == "https://e.example/1")
        #expect(item.enclosures.map(\.length) == [12])
    }

    @Test func readsADurationAndAThumbnailWithoutAPrefix() throws {
        // Given them alone, and beside their namesakes in either order
        let own = "<duration>1:00</duration><thumbnail url=\"t.jpg\"/>"
        let others = "<itunes:duration>2:00</itunes:duration><itunes:image href=\"i.jpg\"/>"

        // When
        let item = try item("<title>One</title>\(own)")

        // Then they are read where nothing better is there, and the duration is kept
        #expect(item.durationSeconds == 60)
        #expect(item.artworkURL == "https://example.com/show/t.jpg")
        #expect(item.extensions.map(\.value) == ["1:00"])
        for elements in [own + others, others + own] {
            let item = try FeedParsingTests.item("<title>One</title>\(elements)")
            #expect(item.durationSeconds == 120)
            #expect(item.artworkURL == "https://example.com/show/i.jpg")
            #expect(item.extensions.count == 2)
        }
        #expect(try FeedParsingTests.item("<title>One</title><thumbnail>/t.jpg</thumbnail>").artworkURL != nil)
        #expect(try FeedParsingTests.item("<title>One</title><duration>long</duration>").durationSeconds == nil)
    }

    @Test func readsAtomInAChannel() throws {
        // When
        let channel = try channel(
            """
            <title>Show</title><id>urn:show</id><subtitle>Sub</subtitle><updated>2026-01-02T00:00:00Z</updated>
            <logo>l.png</logo><author><name>Ann</name></author><author>Bob</author><rights>R</rights>
            """
        )

        // Then
        #expect(channel.id == "urn:show")
        #expect(channel.otherTexts.atomSummary == "Sub")
        #expect(channel.lastBuildAt == 1_767_312_000)
        #expect(channel.artworkURL == "https://example.com/show/l.png")
        #expect(channel.authors == [ParsedContact(name: "Ann"), ParsedContact(name: "Bob")])
        #expect(channel.copyright == "R")
    }

    @Test(arguments: [
        "<id>urn:1</id><published>2026-01-01T00:00:00Z</published><atom:title>Other</atom:title>",
        "<atom:title>Other</atom:title><atom:published>2026-01-01T00:00:00Z</atom:published><atom:id>urn:1</atom:id>",
    ])
    func theElementsOfRSSWin(others: String) throws {
        let own = "<title>Own</title><guid isPermaLink=\"false\">g1</guid><pubDate>3 Jan 2026 00:00 GMT</pubDate>"
        for elements in [own + others, others + own] {
            let item = try item(elements)
            #expect(item.title == "Own")
            #expect(item.guid == "g1")
            #expect(item.publishedAt == 1_767_398_400)
            // Each of the others is kept, once.
            #expect(item.extensions.map(\.name).sorted() == ["id", "published", "title"])
        }
    }

    @Test func takesTheTitleOfAtomWhereThereIsNone() throws {
        let feed = try parse(FeedText.rss("<atom:title>Show</atom:title><item><atom:title>One</atom:title></item>"))
        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.title) == ["One"])
    }

    /// RSS does not say what its texts are written in, and Atom's type is hardly ever given there.
    @Test func contentWithoutATypeIsNotPlainInRSS() throws {
        let item = try item("<title>One</title><content>&lt;p&gt;x&lt;/p&gt;</content>")
        #expect(item.content == "<p>x</p>")
        #expect(item.contentType == .unspecified)
    }

    @Test func readsRSSInAnEntry() throws {
        // When
        let feed = try parse(
            FeedText.atom(
                """
                <title>Show</title><link>https://e.example/</link><description>About</description>
                <language>en-US</language><image><url>i.png</url></image><author>Ann</author>
                <lastBuildDate>Sat, 03 Jan 2026 00:00:00 GMT</lastBuildDate><ttl>60</ttl>
                <entry><title>One</title><guid isPermaLink="false">g1</guid><description>Notes</description>
                <pubDate>Sat, 03 Jan 2026 00:00:00 GMT</pubDate><link>https://e.example/1</link>
                <enclosure url="1.mp3" type="audio/mpeg" length="1"/><category>c</category>
                <author>bob@e.example (Bob)</author><comments>https://e.example/1#c</comments></entry>
                """
            )
        )
        let item = try #require(feed.items.first)

        // Then
        #expect(feed.channel.link == "https://e.example/")
        #expect(feed.channel.description == "About")
        #expect(feed.channel.language == "en-us")
        #expect(feed.channel.artworkURL == "https://example.com/show/i.png")
        #expect(feed.channel.authors == [ParsedContact(name: "Ann")])
        #expect(feed.channel.lastBuildAt == 1_767_398_400)
        #expect(feed.channel.ttlMinutes == 60)
        #expect(item.guid == "g1")
        #expect(item.description == "Notes")
        #expect(item.publishedAt == 1_767_398_400)
        #expect(item.link == "https://e.example/1")
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/1.mp3"])
        #expect(item.categories.map(\.text) == ["c"])
        #expect(item.authors == [ParsedContact(name: "Bob", email: "bob@e.example")])
        #expect(item.commentsURL == "https://e.example/1#c")
    }

    @Test func theFilesOfTheFormatItselfComeFirst() throws {
        let link = "<link rel=\"enclosure\" href=\"/link.mp3\" type=\"audio/mpeg\"/>"
        let enclosure = "<enclosure url=\"/own.mp3\" type=\"audio/mpeg\"/>"
        let rss = try item("<title>One</title>\(link)\(enclosure)")
        #expect(rss.enclosures.map(\.origin) == [.enclosure, .atomLink])
        let atom = try parse(FeedText.atom("<entry><title>One</title>\(enclosure)\(link)</entry>"))
        #expect(atom.items.first?.enclosures.map(\.origin) == [.atomLink, .enclosure])
    }

    @Test func readsTheSourceOfRSSInAnEntry() throws {
        let feed = try parse(FeedText.atom("<entry><title>One</title><source url=\"/o.xml\">Origin</source></entry>"))
        #expect(feed.items.first?.source == ParsedSource(title: "Origin", url: "https://example.com/o.xml"))
    }

    @Test func theElementsOfAtomWin() throws {
        let own = """
            <title>Own</title><id>urn:1</id><published>2026-01-01T00:00:00Z</published><summary>Sum</summary>
            <link href="https://e.example/own"/>
            """
        let others = """
            <title xmlns="">Other</title><guid>g1</guid><pubDate>Sat, 03 Jan 2026 00:00:00 GMT</pubDate>
            <description>Notes</description><link>https://e.example/other</link>
            """
        for elements in [own + others, others + own] {
            let item = try #require(try parse(FeedText.atom("<entry>\(elements)</entry>")).items.first)
            #expect(item.title == "Own")
            #expect(item.guid == "urn:1")
            #expect(!item.guidIsPermaLink)
            #expect(item.publishedAt == 1_767_225_600)
            #expect(item.otherTexts.atomSummary == "Sum")
            #expect(item.description == nil)
            #expect(item.link == "https://e.example/own")
            #expect(item.extensions.map(\.name).sorted() == ["description", "guid", "pubDate", "title"])
        }
    }

    private static let entryElements = "<title>One</title><id>1</id><link href=\"https://e.example/1\"/>"
    private static let itemElements = "<title>One</title><guid>1</guid><link>https://e.example/1</link>"

    @Test(arguments: [
        FeedText.rss("<title>Show</title><entry>\(entryElements)</entry>"),
        FeedText.rss("<title>Show</title><atom:entry>\(itemElements)</atom:entry>"),
        FeedText.rss("<title>Show</title><entry xmlns=\"http://www.w3.org/2005/Atom\">\(entryElements)</entry>"),
        FeedText.atom("<title>Show</title><item>\(itemElements)</item>"),
        FeedText.atom("<title>Show</title><item xmlns=\"\">\(itemElements)</item>"),
        "<rss version=\"2.0\"><channel><title>Show</title></channel><entry>\(entryElements)</entry></rss>",
    ])
    func readsItemsOfTheOtherFormat(document: String) throws {
        let feed = try parse(document)
        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.items.map(\.link) == ["https://e.example/1"])
        #expect(feed.isComplete)
    }
}
