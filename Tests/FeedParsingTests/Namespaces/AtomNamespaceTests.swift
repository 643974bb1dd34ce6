import FeedParsing
import Testing

struct AtomNamespaceTests {
    /// A title of markup alone says nothing, and absent and empty are the same.
    @Test(arguments: ["<title type=\"html\">&lt;br&gt;</title>", "<title type=\"html\">&lt;p&gt; &lt;/p&gt;</title>"])
    func aTitleWithoutTextIsNone(title: String) throws {
        let feed = try parse(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\">\(title)<entry><id>1</id>\(title)</entry></feed>"
        )
        #expect(feed.channel.title == nil)
        #expect(feed.items.map(\.title) == [nil])
    }

    @Test(arguments: [
        "<updated>2022-02-30T25:00:00Z</updated>", "<published>soon</published>",
        "<updated>1970-01-01T00:00:00Z</updated>",
    ])
    func tellsOfADateOnce(date: String) throws {
        let feed = try parse(FeedText.atom("<title>Show</title><entry><id>1</id>\(date)</entry>"))

        #expect(defects(feed).count == 1)
        #expect(feed.items.map { $0.publishedRaw == nil } == [false])
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

    @Test(arguments: [
        (
            "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>a &amp; <em>b</em></p></div></content>",
            "<p>a &amp; <em>b</em></p>", ParsedTextType.html
        ),
        (
            "<content type=\"xhtml\"><h:div xmlns:h=\"http://www.w3.org/1999/xhtml\">1 &lt; 2<h:br/></h:div></content>",
            "1 &lt; 2<br/>", .html
        ),
        ("<content>a &lt; b</content>", "a < b", .plain),
        ("<content type=\"text/html\">&lt;p&gt;</content>", "<p>", .html),
        ("<content type=\"text/plain\" mode=\"base64\">aGVsbG8=</content>", "hello", .plain),
    ])
    func readsContent(element: String, expected: String, type: ParsedTextType) throws {
        // When
        let item = try #require(try parse(FeedText.atom("<entry>\(element)</entry>")).items.first)

        // Then
        #expect(item.content == expected)
        #expect(item.contentType == type)
    }

    @Test func resolvesAgainstNestedBases() throws {
        // When
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/x/"><link href="site"/>
            <entry xml:base="deep/"><link href="e"/></entry><entry xml:base="/root/"><link href="e"/></entry>
            <entry xml:base="tag:no"><link href="e"/></entry></feed>
            """
        )

        // Then
        #expect(feed.channel.link == "https://b.example/x/site")
        #expect(
            feed.items.map(\.link) == [
                "https://b.example/x/deep/e", "https://b.example/root/e", "https://b.example/x/e",
            ]
        )
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

    @Test(arguments: [
        ("application/octet-stream", "RW50cnkg\n  Q29udGVudA==", "Entry Content"),
        ("application/octet-stream", "PGI+YjwvYj4=", "<b>b</b>"),
        ("application/octet-stream", "not base64!", "not base64!"),
        ("application/x-thing; charset=utf-8", "aGVsbG8=", "hello"),
        ("text/x-thing", "aGVsbG8=", "aGVsbG8="),
        ("application/xml", "aGVsbG8=", "aGVsbG8="),
        ("application/thing+xml", "aGVsbG8=", "aGVsbG8="),
        ("html", "aGVsbG8=", "aGVsbG8="),
    ])
    func decodesBase64OfBinaryTypes(type: String, written: String, expected: String) throws {
        // When
        let feed = try parse(
            FeedText.atom(
                """
                <subtitle type="\(type)">\(written)</subtitle><entry><summary type="\(type)">\(written)</summary>
                <content type="\(type)">\(written)</content></entry>
                """
            )
        )

        // Then (RFC 4287 section 4.1.3.3)
        #expect(feed.channel.otherTexts.atomSummary == expected)
        #expect(feed.items.first?.otherTexts.atomSummary == expected)
        #expect(feed.items.first?.content == expected)
    }

    @Test(arguments: ["/////w==", "YQBi", "iVBORw0KGgo="])
    func showsNoFilesForNotes(file: String) throws {
        // When an entry has a picture in it
        let feed = try parse(
            FeedText.atom(
                "<entry><id>1</id><summary>Notes</summary><content type=\"image/png\">\(file)</content></entry>"
            )
        )

        // Then it is kept, and hides no text
        let item = try #require(feed.items.first)
        #expect(item.content == nil)
        #expect(item.otherTexts.atomSummary == "Notes")
        #expect(item.extensions.map(\.value) == [file])
    }

    @Test func takesTitlesForTextsWhateverTheirType() throws {
        // Given a word that could be base64
        let feed = try parse(
            FeedText.atom(
                #"<entry><title type="application/thing">test</title><summary type="a/b">word</summary></entry>"#
            )
        )

        // Then it is the word
        #expect(feed.items.first?.title == "test")
        #expect(feed.items.first?.otherTexts.atomSummary == "word")
    }

    @Test func decodesBase64InTitlesAndRights() throws {
        // When
        let feed = try parse(
            FeedText.atom(
                """
                <rights type="application/octet-stream">aGVsbG8=</rights>
                <entry><title type="application/octet-stream">PGI+YjwvYj4=</title>
                <source><title type="application/octet-stream">aGVsbG8=</title></source></entry>
                """
            )
        )

        // Then
        #expect(feed.channel.copyright == "hello")
        #expect(feed.items.first?.title == "b")
        #expect(feed.items.first?.source?.title == "hello")
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

    /// A division around XHTML is left out, and what its links are relative to stays.
    @Test func resolvesAgainstBasesInsideOfXHTML() throws {
        // When
        let feed = try parse(
            FeedText.atom(
                """
                <entry><id>1</id><title>1</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" \
                xml:base="https://b.example/d/"><a href="z">z</a><p xml:base="in/"><img src="w"/></p>\
                <a href="https://c.example/">c</a></div></content></entry>
                <entry xml:base="https://b.example/"><id>2</id><title>2</title><content type="xhtml">\
                <div xmlns="http://www.w3.org/1999/xhtml"><a href="z">z</a></div></content></entry>
                """
            )
        )

        // Then those of an entry are noted, as ever
        let first = """
            <a href="https://b.example/d/z">z</a><p xml:base="in/"><img src="https://b.example/d/in/w"/></p>\
            <a href="https://c.example/">c</a>
            """
        #expect(feed.items.map(\.content) == [first, "<a href=\"z\">z</a>"])
        #expect(feed.items.map(\.otherTexts.base) == [nil, "https://b.example/"])
    }

    @Test func takesTheBaseForAnEmptyReference() throws {
        // When
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="" xml:base="https://b.example/feed#top"/>
            <link rel="alternate" href=""/></feed>
            """
        )

        // Then (RFC 3986 section 5.2.2), but not for the address of the document
        #expect(feed.channel.selfURL == "https://b.example/feed")
        #expect(feed.channel.link == nil)
    }

    @Test func notesWhatLinksInTextsAreRelativeTo() throws {
        // Given bases of the feed, of an entry and of the content of another, which says the nearest
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/">
            <entry><id>1</id><title>1</title><content type="html">x</content></entry>
            <entry xml:base="one/"><id>2</id><title>2</title><content type="html">x</content></entry>
            <entry xml:base="one/"><id>3</id><title>3</title>
            <content type="html" xml:base="two/">x</content><summary>s</summary></entry>
            </feed>
            """
        )

        // Then
        #expect(
            feed.items.map(\.otherTexts.base) == [
                "https://a.example/", "https://a.example/one/", "https://a.example/one/two/",
            ]
        )
        #expect(try item("<title>One</title><description>x</description>").otherTexts.base == nil)
    }
}
