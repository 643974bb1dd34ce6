import FeedParsing
import Testing

/// The texts of Atom: their types, what is encoded in them, and what links in them are relative to.
struct AtomTextTests {
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

    /// No plain text has elements in it, and a type is forgotten more often than markup is written by mistake.
    @Test(arguments: ["", " type=\"text\"", " type=\"text/plain\" mode=\"xml\"", " type=\"xhtml\""])
    func takesElementsForXHTMLWhateverTheType(type: String) throws {
        // When the texts of a feed are written as markup
        let feed = try parse(
            FeedText.atom(
                """
                <subtitle\(type)><div xmlns="http://www.w3.org/1999/xhtml">Sub</div></subtitle>
                <entry><id>1</id><title\(type)>A <b>B</b> &amp; C</title>
                <summary\(type)>1 &lt; 2</summary>
                <content\(type)><div xmlns="http://www.w3.org/1999/xhtml"><p>a &amp; b</p></div></content></entry>
                """
            )
        )

        // Then what is around them is no part of them, and a text without markup is what it is said to be
        let item = try #require(feed.items.first)
        #expect(feed.channel.otherTexts.atomSummary == "Sub")
        #expect(item.title == "A B & C")
        #expect(item.content == "<p>a &amp; b</p>")
        #expect(item.contentType == .html)
        #expect(item.otherTexts.atomSummary == (type == " type=\"xhtml\"" ? "1 &lt; 2" : "1 < 2"))
    }

    @Test func writesReferencesInAttributesAsHTMLDoes() throws {
        // Given markup that was not escaped
        let link = "<a href=\"/?a=1&amp;b=2&#38;c\" title=\"&quot;1&quot; &lt; 2 &amp;#38; &amp;amp;\">z</a>"
        let feed = try parse(
            FeedText.atom("<entry><id>1</id><content type=\"xhtml\"><div>\(link)</div></content></entry>")
        )

        // Then
        let expected =
            "<a href=\"/?a=1&amp;b=2&amp;c\" title=\"&quot;1&quot; &lt; 2 &amp;#38; &amp;amp;\">z</a>"
        #expect(feed.items.map(\.content) == [expected])
        #expect(try item("<title>One</title><description>\(link)</description>").description == expected)
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
