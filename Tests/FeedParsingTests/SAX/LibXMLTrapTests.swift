import FeedParsing
import Testing

/// What libxml2 does that a feed reader must not let through.
struct LibXMLTrapTests {
    @Test(arguments: [1, 2, 3, 5, 64, 64 << 10], ["\u{E9}", "\u{92}", "\u{80}"])
    func staysInUTF8WhateverIsInANameOfAnElement(chunk: Int, byte: String) throws {
        // Given bytes that are not UTF-8 where the names of an element and of an attribute are
        let text = FeedText.rss(item: "<title>Ärger</title><#a x#='1'>b</#a><guid y#='2'>1</guid>")
        let wrong = try #require(byte.unicodeScalars.first.map { UInt8($0.value) })
        let bytes = text.utf8.map { $0 == UInt8(ascii: "#") ? wrong : $0 }
        var configuration = FeedParserConfiguration()
        configuration.chunkBytes = chunk

        // When
        let feed = try FeedParser(configuration: configuration).parse(bytes)

        // Then
        #expect(feed.items.map(\.title) == ["Ärger"])
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
        #expect(try feed == FeedParser().parse(bytes))
    }

    @Test func readsNamesInAnyScript() throws {
        let item = try item("<x:標題 xmlns:x='urn:x' größe='1'>a &nbsp; b</x:標題>")

        #expect(item.extensions.map(\.name) == ["標題"])
        #expect(item.extensions.first?.attributes.map(\.name) == ["größe"])
    }

    @Test func decodesAmpersandsInAttributes() throws {
        // When
        let item = try item(
            "<enclosure url=\"https://a.example/e.mp3?a=1&amp;b=2&#38;c=3\" length=\"1\" type=\"audio/mpeg\"/>"
        )

        // Then
        #expect(item.enclosures.first?.url == "https://a.example/e.mp3?a=1&b=2&c=3")
    }

    @Test func decodesAmpersandsOnlyOnce() throws {
        // Given an attribute in which a reference is spelled out, and which is no name
        let item = try item("<podcast:chat server=\"a.example\" space=\"&amp;#38; &amp;amp; &lt;b&gt;\"/>")

        // Then
        #expect(item.podcast.chat?.space == "&#38; &amp; <b>")
    }

    @Test(arguments: [
        ("a control character", "<title>x\u{0B}y</title>"),
        ("a bare ampersand", "<title>D&D</title>"),
        ("an HTML entity", "<title>a&nbsp;b</title>"),
        ("an end tag that matches nothing", "<title>a</b></title>"),
        ("an attribute without quotes", "<enclosure url=https://a.example/e.mp3 length=1/>"),
    ])
    func keepsEntitiesAfterAnError(what: String, damage: String) throws {
        // Given damage before an item with entities in its texts
        let feed = try parse(
            FeedText.rss(
                "\(damage)<item><title>AT&amp;T &lt;3</title><description>&lt;p&gt;x&lt;/p&gt;</description></item>"
            )
        )

        // Then nothing is dropped from them
        let item = try #require(feed.items.last)
        #expect(item.title == "AT&T <3")
        #expect(item.description == "<p>x</p>")
        #expect(feed.isComplete)
    }

    @Test func joinsTextAndSections() throws {
        #expect(
            try item("<description>a<![CDATA[<b>b]]>c &amp; <![CDATA[</b>]]></description>").description
                == "a<b>bc & </b>"
        )
    }

    @Test(arguments: [
        (" xmlns:x=\"http://example.org/x\"", "x:rss", "x:"), ("", "x:rss", "x:"),
        (" xmlns:x=\"http://example.org/x\"", "rss", "x:"), (" xmlns:x=\"http://example.org/x\"", "x:rss", ""),
        (" xmlns:rss=\"http://backend.userland.com/rss2\"", "rss:rss", "rss:"),
    ])
    func readsRSSWithAPrefixOfItsOwn(declaration: String, root: String, prefix: String) throws {
        func element(_ name: String, _ content: String) -> String { "<\(prefix)\(name)>\(content)</\(prefix)\(name)>" }
        let extra = "<y:title xmlns:y=\"http://example.org/y\">No</y:title>"
        let items = ["1", "2"].map { number in
            element("item", element("title", "Part \(number)") + extra + element("guid", number))
        }
        let channel = element("channel", element("title", "Show") + items.joined())

        let feed = try parse("<\(root) version=\"2.0\"\(declaration)>\(channel)</\(root)>")

        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.items.map(\.title) == ["Part 1", "Part 2"])
        #expect(feed.isComplete)
    }

    @Test(arguments: ["SYSTEM \"file:///etc/hostname\"", "PUBLIC \"x\" \"file:///etc/hostname\""])
    func readsNoFilesThroughEntities(declaration: String) throws {
        // Given
        let text =
            "<?xml version=\"1.0\"?><!DOCTYPE rss [<!ENTITY x \(declaration)>]>"
            + "<rss version=\"2.0\"><channel><title>a&x;b</title></channel></rss>"

        // When
        let feed = try parse(text)

        // Then
        #expect(feed.channel.title == "a&x;b")
        #expect(defects(feed).contains(.documentType))
    }

    @Test func readsNoExternalDocumentType() throws {
        // Given the document type of RSS 0.91, which declares HTML entities
        let text =
            "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"file:///etc/passwd\">"
            + "<rss version=\"0.91\"><channel><title>caf&eacute;</title></channel></rss>"

        // Then
        #expect(try parse(text).channel.title == "café")
    }

    @Test func expandsNoEntityBombs() throws {
        // Given a billion laughs
        var entities = "<!ENTITY l0 \"lol\">"
        for level in 1...9 {
            entities += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        let text = "<!DOCTYPE rss [\(entities)]><rss version=\"2.0\"><channel><title>&l9;</title></channel></rss>"

        // Then
        #expect(try parse(text).channel.title == "&l9;")
    }

    @Test func readsEntitiesThatAreShortTexts() throws {
        // Given a document that was written by hand, whose files are all in one place
        let entities = """
            <!-- <!ENTITY show "No"> --><!ENTITY % more SYSTEM "file:///etc/hostname">%more;
            <!ENTITY show 'Salt &#38; Smoke'><!ENTITY show "No"><!ENTITY amp "No"><!ENTITY copy "(c)">
            <!ENTITY audio "https://salt.example/audio?a=1&amp;b="><!ENTITY bold "<b>x</b>"><!ENTITY more "&show;!">
            """
        let text =
            "<?xml version=\"1.0\"?><!DOCTYPE rss [\(entities)]><rss version=\"2.0\"><channel><title>&show;</title>"
            + "<copyright>&copy; &amp; &bold; &more; &other;</copyright><item><guid>&audio;1</guid>"
            + "<enclosure url=\"&audio;1.mp3\"/></item></channel></rss>"

        // When
        let feed = try parse(text)

        // Then those with markup or other entities in them are left as written
        #expect(feed.channel.title == "Salt & Smoke")
        #expect(feed.channel.copyright == "(c) & &bold; &more; &other;")
        #expect(feed.items.first?.guid == "https://salt.example/audio?a=1&b=1")
        #expect(feed.items.first?.enclosures.first?.url == "https://salt.example/audio?a=1&b=1.mp3")
        #expect(feed.isComplete)
    }

    @Test func expandsNoEntityBeyondTheSizeOfTheDocument() throws {
        // Given a text of 1 kB that is referred to 10,000 times
        let entity = String(repeating: "x", count: 1000)
        let content = String(repeating: "&e;", count: 10_000)
        let text =
            "<!DOCTYPE rss [<!ENTITY e \"\(entity)\">]><rss version=\"2.0\"><channel><title>t</title>"
            + "<description>\(content)</description></channel></rss>"

        // When
        let description = try #require(try parse(text).channel.description)

        // Then
        #expect(description.utf8.count < 65_536 + 2 * text.utf8.count)
        #expect(description.hasPrefix(entity))
        #expect(description.hasSuffix("&e;"))
    }

    @Test func ignoresAWrongEncodingDeclaration() throws {
        // Given UTF-8 that calls itself UTF-16
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><rss version=\"2.0\"><channel><title>ü</title></channel></rss>"

        // When
        let feed = try parse(text)

        // Then
        #expect(feed.channel.title == "ü")
        #expect(feed.encoding == "utf-8")
    }

    @Test(arguments: ["\n\n", "Warning: x in y.php\n", "<br />\n<b>Warning</b>: x<br />\n", "\u{FEFF}\n"])
    func findsTheDocumentBehindJunk(junk: String) throws {
        // When
        let feed = try parse(junk + FeedText.rss(item: "<title>a &amp; b</title>"))

        // Then
        #expect(feed.items.first?.title == "a & b")
        #expect(feed.isComplete)
    }

    @Test(arguments: ["\n", "<!-- cached -->\n", "<script>x</script>", "---\nfeed.title: x", "\0\0"])
    func passesOverWhatFollowsTheDocument(rest: String) throws {
        // When
        let feed = try parse(FeedText.rss(item: "<title>a</title>") + rest)

        // Then
        #expect(feed.items.count == 1)
        #expect(feed.isComplete)
        #expect(defects(feed).contains(.trailingJunk) == (rest.contains("script") || rest.contains("---")))
    }

    @Test func readsUndeclaredPrefixesByTheirUsualMeaning() throws {
        // When
        let feed = try parse(
            "<rss version=\"2.0\"><channel><item><itunes:duration>1:00</itunes:duration></item></channel></rss>"
        )

        // Then
        #expect(feed.items.first?.durationSeconds == 60)
        #expect(defects(feed) == [.undeclaredPrefix])
    }

    @Test func keepsLineNumbersForWarnings() throws {
        // Given a bad date on line 5 of the document, counting the junk
        let text =
            "junk\n<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel>\n<item>\n<pubDate>never</pubDate></item></channel></rss>"

        // When
        let feed = try parse(text)

        // Then
        let warning = try #require(feed.warnings.first { $0.kind == .invalidDate })
        #expect(warning.line == 5)
        #expect(feed.items.first?.line == 4)
    }
}
