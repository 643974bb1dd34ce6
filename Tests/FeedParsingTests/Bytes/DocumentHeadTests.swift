import FeedParsing
import Testing

/// What stands before the root of a feed must not cost the feed, whatever is wrong with it (feed formats A1, F5).
struct DocumentHeadTests {
    private static let rss = "<rss version=\"2.0\"><channel><title>x</title><item><guid>1</guid></item></channel></rss>"
    private static let atom =
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>x</title><entry><id>1</id></entry></feed>"
    private static let rdf =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\">"
        + "<channel><title>x</title></channel><item rdf:about=\"1\"/></rdf:RDF>"
    private static let roots = [rss, atom, rdf, "<channel><title>x</title><item><guid>1</guid></item></channel>"]

    /// What was begun before a root and never ended.
    private static let unended = [
        "<?xml version=\"1.0\" encoding=\"utf-8\">\n", "<?xml version=\"1.0\"\n", "<?xml version=\"1.0\"?",
        "<?xml version=\"1.0\"?\n", "<?xml version=\"1.0\" encoding=\"utf-8\"? >",
        "<?xml version=\"1.0\"?><!-- made by hand\n", "<!-- made by hand -- >\n", "<!DOCTYPE rss [\n",
        "<!DOCTYPE rss PUBLIC \"-//N//DTD RSS 0.91//EN>\n", "<!DOCTYPE rss\n", "<!DOCTYPE rss [<!ENTITY a \"b>\n",
        "<?xml-stylesheet href=\"x.css\"\n", "<?php echo 1; >\n<?xml version=\"1.0\"?>\n",
    ]

    @Test(arguments: unended, roots)
    func findsTheRootBehindWhatIsNeverEnded(beginning: String, root: String) throws {
        // When
        let feed = try parse(beginning + root)

        // Then
        #expect(feed.channel.title == "x")
        #expect(feed.items.map { $0.guid?.suffix(1) } == ["1"])
        #expect(feed.isComplete)
    }

    @Test(arguments: unended)
    func findsItWhereTheFeedHoldsTheSameMarkup(beginning: String) throws {
        // Given a feed with what would end it
        let feed = try parse(
            beginning
                + "<rss><channel><!-- c --><?p i?><title>]]&gt; \"x\"</title><item><guid>1</guid></item></channel></rss>"
        )

        // Then
        #expect(feed.channel.title == "]]> \"x\"")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: [
        "<!-- <rss> is what this is -->", "<?page <rss> ?>", "<!DOCTYPE rss [<!ENTITY a \"<rss>\">]>",
        "<!DOCTYPE rss [<!-- <rss> don't -->]>",
    ])
    func readsNoRootWhereOneIsSpokenOf(beginning: String) throws {
        let feed = try parse(beginning + Self.rss)

        #expect(feed.channel.title == "x")
        #expect(!defects(feed).contains(.leadingJunk))
    }

    @Test func believesTheEncodingOfADeclarationThatIsNeverEnded() throws {
        // Given
        let text = Array("<?xml version=\"1.0\" encoding=\"windows-1251\">".utf8)
        let feed = try FeedParser().parse(text + Array("<rss><channel><title>".utf8) + [0xCF] + Array("</title>".utf8))

        // Then
        #expect(feed.channel.title == "П")
    }

    @Test func saysThatSomethingWasWrongThere() throws {
        #expect(defects(try parse("<?xml version=\"1.0\">" + Self.rss)) == [.leadingJunk])
        #expect(defects(try parse("<?xml version=\"1.0\"?>" + Self.rss)).isEmpty)
    }

    @Test(
        arguments: [
            "[12-Jan-2026 10:00:00 UTC] PHP Warning:  foo in /x.php on line 3\n", "[debug] sent headers\n", "\u{1B}[0m",
            "{}", "{\"a\":1}\n", "[]", "[1, 2]\n", "{debug}\n", "[\n", "{\"a\":\"<rss>\"}",
            "<script>var a = \"<rss>\";</script>\n", "<script>a</script><script>b(\"<feed\")</script>",
        ],
        roots.flatMap { [$0, "<?xml version=\"1.0\"?>\n" + $0] }
    )
    func findsTheRootBehindWhatIsNoJSONFeed(beginning: String, document: String) throws {
        // When
        let feed = try parse(beginning + document)

        // Then
        #expect(feed.channel.title == "x")
        #expect(feed.items.map { $0.guid?.suffix(1) } == ["1"])
        #expect(defects(feed).contains(.leadingJunk))
        #expect(feed.isComplete)
    }

    /// What is read where it comes first is read behind junk.
    @Test(
        arguments: [
            "<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:title>x</a:title><a:entry><a:id>1</a:id></a:entry></a:feed>",
            "<Feed xmlns=\"http://www.w3.org/2005/Atom\"><title>x</title><entry><id>1</id></entry></Feed>",
            "<RSS version=\"0.91\"><CHANNEL><title>x</title><ITEM><guid>1</guid></ITEM></CHANNEL></RSS>",
            "<RSS version=\"0.91\"><channel><title>x</title><item><guid>1</guid></item></channel></RSS>",
            "<RSS VERSION=\"0.91\"><channel><title>x</title><item><guid>1</guid></item></channel></RSS>",
            "<channel xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><title>x</title><item><guid>1</guid></item></channel>",
            "<channel ><title>x</title><item><guid>1</guid></item></channel>",
        ]
    )
    func findsRootsInAnySpelling(document: String) throws {
        let alone = try parse(document)
        for junk in ["Notice: x\n", "Notice: x\n<?xml version=\"1.0\"?>\n"] {
            // When
            let feed = try parse(junk + document)

            // Then
            #expect(feed.channel.title == "x")
            #expect(feed.items.map(\.guid) == ["1"])
            #expect(feed.format == alone.format)
            #expect(feed.isComplete)
            #expect(defects(feed).filter { $0 != .leadingJunk } == defects(alone))
        }
    }

    /// Right behind a declaration a root needs no attributes.
    @Test(arguments: ["<RSS>", "<?x y?>\n<!-- z -->\n<Rss>", "<x:rss xmlns:x=\"urn:x\">", "<!-- <rss> --><RSS>"])
    func findsRootsBehindADeclaration(root: String) throws {
        let channel = "<channel><title>x</title><item><guid>1</guid></item></channel>"
        let feed = try parse("Notice: x\n<?xml version=\"1.0\"?>\n" + root + channel)

        #expect(feed.channel.title == "x")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    /// Junk speaks of feeds, and has elements that are called so.
    @Test(
        arguments: [
            "Notice: no <RSS> in the cache\n", "Notice: building <Feed> anew\n", "Warning: empty <Channel>\n",
            "<div><Channel>1</Channel></div>\n", "<div><fb:feed id=\"1\"></fb:feed></div>\n",
            "<div><feed:feed id=\"1\"/></div>\n",
            "<meta/><RSS/>\n",
            "x <!-- <RSS> -->\n", "x <!-- <rss version=\"2.0\"> -->\n", "x <?php echo \"<rss>\" ?>\n",
            "x <!-- <channel xmlns:a=\"http://www.w3.org/2005/Atom\"> -->\n", "<style><Feed></style>\n",
            "x <!-- never ended <!-- <rss> -->\n",
        ],
        [rss, atom, "<?xml version=\"1.0\"?>\n" + rss, "<?xml version=\"1.0\"?>\n" + atom]
    )
    func takesNoOtherElementForARoot(junk: String, document: String) throws {
        let feed = try parse(junk + document)

        #expect(feed.channel.title == "x")
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
    }

    /// Those that end in the feed were never ended.
    @Test(arguments: ["x <!-- <b>never ended</b>\n", "x <?php echo 1;\n"])
    func findsTheRootBehindWhatIsNeverEndedInJunk(junk: String) throws {
        let feed = try parse(junk + "<rss><channel><!-- c --><?p i?><title>x</title></channel></rss>")

        #expect(feed.channel.title == "x")
    }

    @Test(arguments: [
        ("<?xml version=\"1.0\"?><s:Envelope><n:feed xmlns:n=\"urn:x\">42</n:feed></s:Envelope>", "envelope"),
        ("<error><Channel>web</Channel><code>503</code></error>", "error"),
        ("<status><channel xmlns=\"\">web</channel></status>", "status"),
        ("<site><RSS>https://a.example/x.xml</RSS><Feed>x</Feed></site>", "site"),
        ("<site><!-- <rss version=\"2.0\"> --></site>", "site"),
    ])
    func findsNoFeedInMarkupOfAnotherKind(document: String, root: String) {
        #expect(throws: FeedParsingError.otherXML(rootElement: root)) { try parse(document) }
        #expect(throws: FeedParsingError.html(title: "T")) {
            try parse("<head><title>T</title></head><body><app:feed data-user=\"1\"></app:feed></body>")
        }
    }

    @Test(
        arguments: ["<html>", "<!DOCTYPE html>\n<html><head><title>T</title></head>", "<!DOCTYPE html>\n<p>A feed:"],
        ["<rss version=\"2.0\">", "<?xml version=\"1.0\"?>\n<rss xmlns:media=\"http://search.yahoo.com/mrss/\">"]
    )
    func findsAFeedThatIsInAPage(beginning: String, root: String) throws {
        // When
        let channel = "<channel><title>x</title><item><guid>1</guid></item></channel></rss>"
        let feed = try parse("\(beginning)<body><pre>\(root)\(channel)</pre></body></html>")
        let atom = try parse("\(beginning)<body>\(Self.atom)</body></html>")

        // Then
        #expect(feed.channel.title == "x")
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
        #expect(defects(feed) == [.leadingJunk, .trailingJunk])
        #expect(atom.format == "atom 1.0")
        #expect(atom.items.map(\.guid) == ["1"])
    }

    /// Pages show feeds, speak of them, and have scripts that make them.
    @Test(arguments: [
        "<pre>&lt;rss version=\"2.0\"><item></pre>", "<!-- <rss version=\"2.0\"><item> -->",
        "<script>var a = '<rss version=\"2.0\"><item>'</script>", "<rss><channel><item></item></channel></rss>",
        "<rss version=\"2.0\"><channel></channel></rss>", "<feed><entry></entry></feed>",
    ])
    func findsNoFeedInAPageThatHasNone(body: String) {
        #expect(throws: FeedParsingError.html(title: "T")) {
            try parse("<!DOCTYPE html><html><head><title>T</title></head><body>\(body)</body></html>")
        }
    }

    @Test(arguments: ["id=\"1\"", "name=\"xmlns\""])
    func takesNoTelevisionProgrammeForAFeed(attribute: String) {
        #expect(throws: FeedParsingError.otherXML(rootElement: "tv")) {
            try parse("<tv><channel \(attribute)><display-name>One</display-name></channel></tv>")
        }
    }

    @Test func findsItInADocumentWithStrayBytes() throws {
        // Given
        let bytes = Array("{}<rss><channel><title>".utf8) + [0xFC] + Array("ü</title></channel></rss>".utf8)

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "üü")
    }

    @Test(arguments: [
        ("{\"error\":\"no <rss> here\"}", FeedParsingError.json(message: "no <rss> here")),
        ("[{\"a\":\"<rss><channel></channel></rss>\"}]", .json(message: nil)),
        ("[{\"a\":\"<rss><channel></channel></rss>", .json(message: nil)),
        ("[{\"a\" \"<rss><channel></channel></rss>\"}]", .json(message: nil)),
        ("[debug] nothing at all", .json(message: nil)),
        ("{\"a\":{\"b\" \"<rss></rss>\"}}", .malformed(line: nil, detail: "the JSON is damaged")),
        ("<script>var a = \"rss\";</script><html></html>", .html(title: nil)),
        ("<!-- never ended <html><head><title>T</title></head></html>", .empty),
        ("<?xml version=\"1.0\"><opml version=\"2.0\"><body/></opml>", .opml),
        ("<?xml version=\"1.0\"><urlset></urlset>", .sitemap),
        ("<!DOCTYPE html\n<html><head><title>T</title></head></html>", .html(title: "T")),
    ])
    func saysWhatElseItIs(text: String, error: FeedParsingError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test func readsAJSONFeedThatSpeaksOfXML() throws {
        // Given
        let item = "{\"id\":\"1\",\"content_text\":\"<?xml version='1.0'?><rss><channel><title>no</title>\"}"
        let text = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"x\",\"items\":[\(item)"

        // Then
        #expect(try parse(text + "]}").format == "json feed 1.1")
        #expect(try parse(text).format == "json feed 1.1")
    }

    /// One byte of the root is damaged.
    @Test(arguments: [
        "<rsss version=\"2.0\">", "<rss] version=\"2.0\">", "<rssversion=\"2.0\">", "<rs version=\"2.0\">", "<",
    ])
    func findsTheChannelBehindARootThatCannotBeRead(root: String) throws {
        let channel =
            "<channel><title>Show</title><item><guid>1</guid><itunes:duration>60</itunes:duration></item></channel>"
        let text = "<?xml version=\"1.0\"?>\n\(root)\n\(channel)</rss>"

        let feed = try parse(text)

        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.items[0].durationSeconds == 60)
    }
}
