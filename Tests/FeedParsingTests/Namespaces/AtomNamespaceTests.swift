import FeedParsing
import Testing

struct AtomNamespaceTests {
    @Test(arguments: [
        "<updated>2022-02-30T25:00:00Z</updated>", "<published>soon</published>",
        "<updated>1970-01-01T00:00:00Z</updated>",
    ])
    func tellsOfADateOnce(date: String) throws {
        let feed = try parse(FeedText.atom("<title>Show</title><entry><id>1</id>\(date)</entry>"))

        #expect(defects(feed).count == 1)
        #expect(feed.items.map { $0.publishedRaw == nil } == [false])
    }

    @Test func readsWhenTheFeedWasPublished() throws {
        // Given a feed as those of YouTube are, and RSS with the same in it
        let published = "2026-01-01T00:00:00Z"
        let feed = try parse(FeedText.atom("<title>Show</title><published>\(published)</published>"))
        let other = try parse(FeedText.rss("<title>Show</title><atom:published>\(published)</atom:published>"))

        // Then
        #expect(feed.channel.publishedAt == 1_767_225_600)
        #expect(feed.channel.extensions.isEmpty)
        #expect(other.channel.publishedAt == nil)
        #expect(other.channel.extensions.map(\.name) == ["published"])
    }

    /// A file of Podlove's chapters stands in for one of podcast:chapters, before or behind it.
    @Test(
        arguments: [
            ("", "", "https://example.com/c.psc", "application/xml", 0),
            ("", " type=\"application/psc+xml\"", "https://example.com/c.psc", "application/psc+xml", 0),
            (
                "<podcast:chapters url=\"/c.json\" type=\"application/json\"/>", "", "https://example.com/c.json",
                "application/json", 1
            ),
        ] as [(String, String, String, String, Int)]
    )
    func readsALinkToChapters(chapters: String, type: String, url: String, expected: String, kept: Int) throws {
        let link = "<atom:link rel=\"http://podlove.org/simple-chapters\" href=\"/c.psc\"\(type)/>"
        for elements in [link + chapters, chapters + link] {
            // When
            let item = try item("<title>One</title>\(elements)")

            // Then
            #expect(item.podcast.chaptersURL == url)
            #expect(item.podcast.chaptersType == expected)
            #expect(item.links.count == kept)
        }
    }

    @Test func readsTheFeed() throws {
        // When
        let channel = try parse(
            FeedText.atom(
                """
                <id>urn:x</id><title type="html">A &amp;amp; &lt;b&gt;B&lt;/b&gt;</title><subtitle>Sub</subtitle>
                <updated>2004-01-02T00:00:00Z</updated><generator uri="u" version="1">Gen</generator>
                <link href="/"/><link rel="self" href="feed.atom"/><link rel="hub" href="https://h.example/"/>
                <link rel="next" href="?page=2"/><link rel="prev-archive" href="/2003"/>
                <link rel="license" href="https://l.example/"/>
                <author><name>Ann</name><uri>https://ann.example</uri><email>ann@a.example</email></author>
                <contributor><name>Bob</name></contributor><icon>i.png</icon><logo>l.png</logo>
                <category term="t" scheme="s" label="L"/><rights>All</rights>
                """
            )
        ).channel

        // Then
        #expect(channel.id == "urn:x")
        #expect(channel.title == "A & B")
        #expect(channel.otherTexts.atomSummary == "Sub")
        #expect(channel.lastBuildAt == 1_073_001_600)
        #expect(channel.generator == "Gen")
        #expect(channel.link == "https://example.com/")
        #expect(channel.selfURL == "https://example.com/show/feed.atom")
        #expect(channel.hubURLs == ["https://h.example/"])
        #expect(channel.nextPageURL == "https://example.com/show/feed.xml?page=2")
        #expect(channel.previousArchiveURL == "https://example.com/2003")
        #expect(channel.links.map(\.rel) == ["license"])
        #expect(channel.authors == [ParsedContact(name: "Ann", email: "ann@a.example", url: "https://ann.example")])
        #expect(channel.contributors == [ParsedContact(name: "Bob")])
        #expect(channel.artworkURL == "https://example.com/show/l.png")
        #expect(channel.categories == [ParsedCategory(text: "t", domain: "s", label: "L")])
        #expect(channel.copyright == "All")
    }

    @Test func readsAnEntry() throws {
        // When
        let item = try #require(
            try parse(
                FeedText.atom(
                    """
                    <entry><id>tag:x,1</id><title>a &amp;amp; b</title><link href="e1"/>
                    <link rel="enclosure" href="e.mp3" length="12" type="audio/mpeg" title="File"/>
                    <link rel="replies" type="text/html" href="e1#c"/><link rel="via" href="https://v.example/"/>
                    <published>2004-01-01T00:00:00Z</published><updated>2004-01-02T00:00:00Z</updated>
                    <summary>Sum</summary><content type="html">&lt;p&gt;x&lt;/p&gt;</content>
                    <author><name>Ann</name></author><category term="t"/><rights>R</rights>
                    <source><id>urn:s</id><title>Origin</title><link rel="self" href="https://o.example/feed"/>
                    <updated>2001-01-01T00:00:00Z</updated></source></entry>
                    """
                )
            ).items.first
        )

        // Then
        #expect(item.guid == "tag:x,1")
        #expect(!item.guidIsPermaLink)
        #expect(item.title == "a &amp; b")
        #expect(item.link == "https://example.com/show/e1")
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/e.mp3"])
        #expect(item.enclosures.first?.length == 12)
        #expect(item.enclosures.first?.title == "File")
        #expect(item.commentsURL == "https://example.com/show/e1#c")
        #expect(item.links.map(\.rel) == ["via"])
        #expect(item.publishedAt == 1_072_915_200)
        #expect(item.updatedAt == 1_073_001_600)
        #expect(item.otherTexts.atomSummary == "Sum")
        #expect(item.content == "<p>x</p>")
        #expect(item.contentType == .html)
        #expect(item.authors == [ParsedContact(name: "Ann")])
        #expect(item.source == ParsedSource(title: "Origin", url: "https://o.example/feed", id: "urn:s"))
    }

    @Test func publishesWhenUpdatedIfNothingElseIsThere() throws {
        // When
        let feed = try parse(FeedText.atom("<entry><updated>2004-01-02T00:00:00Z</updated></entry>"))

        // Then
        #expect(feed.items.first?.publishedAt == 1_073_001_600)
    }

    @Test func readsTheElementsOfAtom03() throws {
        // When
        let feed = try parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>x</title><tagline>T</tagline>
            <modified>2004-01-02T00:00:00Z</modified><link rel="service.feed" href="https://a.example/f"/>
            <entry><id>1</id><issued>2004-01-01T00:00:00Z</issued><modified>2004-01-02T00:00:00Z</modified>
            <author><name>Ann</name><url>https://ann.example</url></author></entry></feed>
            """
        )

        // Then
        #expect(feed.channel.otherTexts.atomSummary == "T")
        #expect(feed.channel.lastBuildAt == 1_073_001_600)
        #expect(feed.channel.selfURL == "https://a.example/f")
        #expect(feed.items.first?.publishedAt == 1_072_915_200)
        #expect(feed.items.first?.updatedAt == 1_073_001_600)
        #expect(feed.items.first?.authors.first?.url == "https://ann.example")
    }

    @Test(arguments: [
        "<atom:link rel=\"self\" href=\"https://a.example/f\"/>", "<link rel=\"self\" href=\"https://a.example/f\"/>",
        "<x:link xmlns:x=\"http://www.w3.org/2005/Atom\" rel=\" SELF \" href=\"https://a.example/f\"/>",
    ])
    func readsLinksInRSS(element: String) throws {
        // When
        let channel = try channel("<link>https://site.example</link>\(element)")

        // Then
        #expect(channel.selfURL == "https://a.example/f")
        #expect(channel.link == "https://site.example")
    }

    @Test func prefersTheLinkOfRSS() throws {
        #expect(
            try channel("<atom:link href=\"https://alt.example\"/><link>https://site.example</link>").link
                == "https://site.example"
        )
        #expect(try channel("<atom:link href=\"https://alt.example\"/>").link == "https://alt.example")
    }

    @Test func takesNoFeedForAPage() throws {
        // When
        let channel = try channel(
            "<atom:link rel=\"alternate\" type=\"application/atom+xml\" href=\"https://a.example/atom\"/>"
        )

        // Then
        #expect(channel.link == nil)
        #expect(channel.links.map(\.url) == ["https://a.example/atom"])
    }

    @Test(arguments: ["author", "contributor"])
    func readsTheHomepageOfAtom03(element: String) throws {
        // When
        let feed = try parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#">
            <\(element)><name>Ann</name><homepage>https://ann.example</homepage></\(element)>
            <entry><\(element)><homepage>https://ann.example</homepage></\(element)></entry></feed>
            """
        )

        // Then
        let item = try #require(feed.items.first)
        #expect((feed.channel.authors + feed.channel.contributors).map(\.url) == ["https://ann.example"])
        #expect((item.authors + item.contributors).map(\.url) == ["https://ann.example"])
    }

    @Test(arguments: [
        ("<link type=\"text\" href=\"https://a.example/\"/>", "https://a.example/"),
        (
            "<link type=\"text\" href=\"https://a.example/\"/><link type=\"text/html\" href=\"https://b.example/\"/>",
            "https://b.example/"
        ),
        (
            "<link href=\"https://b.example/\"/><link type=\"unheard/of\" href=\"https://a.example/\"/>",
            "https://b.example/"
        ),
        ("<link type=\"application/feed+json\" href=\"https://a.example/\"/>", nil),
        ("<link type=\"audio/mpeg\" href=\"https://a.example/\"/>", nil),
    ])
    func takesAnAlternateOfUnknownTypeWhenNoPageIsThere(links: String, expected: String?) throws {
        // When
        let feed = try parse(FeedText.atom("\(links)<entry>\(links)</entry>"))

        // Then
        #expect(feed.channel.link == expected)
        #expect(feed.items.first?.link == expected)
    }

    @Test(arguments: ["text/markdown", "text/plain"])
    func takesThePageForPeopleBeforeTheSameAsText(type: String) throws {
        for page in ["<link href=\"/1\"/>", "<link rel=\"alternate\" type=\"text/html\" href=\"/1\"/>"] {
            let text = "<link rel=\"alternate\" type=\"\(type)\" href=\"/1.txt\"/>"
            for links in [page + text, text + page] {
                let feed = try parse(FeedText.atom("\(links)<entry><id>1</id>\(links)</entry>"))

                #expect(feed.channel.link == "https://example.com/1")
                #expect(feed.items.map(\.link) == ["https://example.com/1"])
            }
            let feed = try parse(FeedText.atom("\(text)<entry><id>1</id>\(text)</entry>"))
            #expect(feed.items.map(\.link) == ["https://example.com/1.txt"])
        }
    }

    /// What a person has twice is nobody's name or address: two people stand in two elements.
    @Test func takesTheFirstNameOfAPersonAndKeepsTheOthers() throws {
        // Given
        let people = """
            <author><name> </name><name>Ann</name><name>Bob</name><email>ann@a.example</email>
            <email>bob@b.example</email><uri>/ann</uri><uri>/bob</uri></author>
            """

        // When
        let entry = try #require(
            try parse(FeedText.atom("<entry><id>1</id><title>1</title>\(people)</entry>")).items.first
        )

        // Then
        let ann = ParsedContact(name: "Ann", email: "ann@a.example", url: "https://example.com/ann")
        #expect(entry.authors == [ann])
        #expect(entry.extensions.map(\.value) == ["Bob", "bob@b.example", "/bob"])
    }
}
