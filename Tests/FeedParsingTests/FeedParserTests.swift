import FeedParsing
import Testing

struct FeedParserTests {
    @Test(arguments: [
        ("<rss version=\"2.0\"><channel><title>x</title></channel></rss>", "rss 2.0"),
        ("<rss><channel><title>x</title></channel></rss>", "rss 2.0"),
        ("<rss version=\"0.91\"><channel><title>x</title></channel></rss>", "rss 0.91"),
        ("<rss version=\"2\"><channel><title>x</title></channel></rss>", "rss 2"),
        ("<RSS VERSION=\"0.92\"><Channel><Title>x</Title></Channel></RSS>", "rss 0.92"),
        ("<channel><title>x</title><pubDate>x</pubDate></channel>", "rss 2.0"),
        (
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\">"
                + "<channel rdf:about=\"https://a.example/\"><title>x</title></channel></rdf:RDF>",
            "rss 1.0"
        ),
        (
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
                + "xmlns=\"http://my.netscape.com/rdf/simple/0.9/\"><channel><title>x</title></channel></rdf:RDF>",
            "rss 0.90"
        ),
        ("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>x</title></feed>", "atom 1.0"),
        ("<feed xmlns=\"http://www.w3.org/2005/Atom/\"><title>x</title></feed>", "atom 1.0"),
        ("<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:title>x</a:title></a:feed>", "atom 1.0"),
        ("<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"><title>x</title></feed>", "atom 0.3"),
        ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"x\",\"items\":[]}", "json feed 1.1"),
        ("{\"version\":\"https:\\/\\/jsonfeed.org\\/version\\/1\",\"title\":\"x\",\"items\":[]}", "json feed 1.0"),
    ])
    func tellsTheFormatAndReadsTheTitle(text: String, format: String) throws {
        // When
        let feed = try parse(text)

        // Then
        #expect(feed.format == format)
        #expect(feed.channel.title == "x")
        #expect(feed.isComplete)
    }

    @Test func readsAFeedWithoutItems() throws {
        // When
        let feed = try parse(FeedText.rss("<title>New show</title>"))

        // Then
        #expect(feed.items.isEmpty)
        #expect(feed.isComplete)
    }

    @Test func takesAnEmptyRootForAnIncompleteFeed() throws {
        // When
        let feed = try parse("<rss version=\"2.0\"></rss>")

        // Then
        #expect(feed.items.isEmpty)
        #expect(!feed.isComplete)
    }

    @Test(arguments: ["", "   \n\t ", "\u{FEFF}", "\0\0"])
    func refusesEmptyDocuments(text: String) {
        #expect(throws: FeedParsingError.empty) { try parse(text) }
    }

    @Test(arguments: [
        (
            "<!DOCTYPE html><html><head><title>Not &amp; found</title></head></html>",
            FeedParsingError.html(title: "Not & found")
        ),
        ("<html><body><p>no</p></body></html>", .html(title: nil)),
        (
            "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">\n"
                + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Login</title></head></html>",
            .html(title: "Login")
        ),
        ("<opml version=\"2.0\"><body/></opml>", .opml),
        ("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"></urlset>", .sitemap),
        ("[playlist]\nFile1=https://a.example/1.mp3\n", .playlist(format: "PLS")),
        ("\u{FEFF}#EXTM3U\n#EXTINF:1,One\nhttps://a.example/1.mp3\n", .playlist(format: "M3U")),
        ("<?xml version=\"1.0\"?><playlist xmlns=\"http://xspf.org/ns/0/\"/>", .playlist(format: "XSPF")),
        ("<ASX version=\"3.0\"><Entry><Ref href=\"x\"/></Entry></ASX>", .playlist(format: "ASX")),
        ("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>", .otherXML(rootElement: "error")),
        ("{\"error\":{\"code\":404,\"message\":\"no such show\"}}", .json(message: "no such show")),
        ("{\"message\":\"Forbidden\"}", .json(message: "Forbidden")),
        ("{\"a\":[1,2,3]}", .json(message: nil)),
        ("[1, 2]", .json(message: nil)),
        ("just words", .unknownFormat(beginning: "just words")),
        (
            "<redirect><newLocation>https://new.example/feed</newLocation></redirect>",
            .redirect(newLocation: "https://new.example/feed")
        ),
        (
            "<rss><redirect><newLocation>/feed2</newLocation></redirect></rss>",
            .redirect(newLocation: "https://example.com/feed2")
        ),
    ])
    func saysWhatItIsInsteadOfAFeed(text: String, error: FeedParsingError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test(
        arguments: [
            ([0x49, 0x44, 0x33, 4, 0, 0], FeedParsingError.binary(kind: "an MP3 file")),
            ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0], .compressed(format: "gzip")),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .binary(kind: "a PNG picture")),
            ([0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70, 0x4D, 0x34, 0x41], .binary(kind: "an MP4 file")),
        ] as [([UInt8], FeedParsingError)]
    )
    func recognisesBinaryFiles(bytes: [UInt8], error: FeedParsingError) {
        #expect(throws: error) { try FeedParser().parse(bytes) }
    }

    @Test func errorsSayTheLayerAndHaveALabel() {
        #expect(FeedParsingError.html(title: "Login").description.hasPrefix("feed parsing: "))
        #expect(FeedParsingError.html(title: "Login").description.contains("Login"))
        #expect(FeedParsingError.html(title: "Login").shortDescription == "html")
        #expect(FeedParsingError.playlist(format: "M3U").description.contains("a playlist (M3U)"))
        #expect(FeedParsingError.playlist(format: "M3U").shortDescription == "playlist")
    }

    @Test func doesNotShowAddressesInErrors() {
        // Given an address with a secret in it
        let error = FeedParsingError.redirect(newLocation: "https://user:secret@a.example/feed?token=secret")

        // Then
        #expect(!error.description.contains("secret"))
    }

    @Test func givesTheSameResultForEveryChunkSize() throws {
        // Given a document with every kind of node, and characters of two to
        // four bytes that may fall on the border of a chunk
        let text = FeedText.rss(
            "<title>Grüße 🎙 &amp; mehr</title><!-- c --><item><title><![CDATA[a € b]]> c</title>"
                + "<description>&lt;p&gt;ü&lt;/p&gt;</description><enclosure url=\"https://a.example/ü.mp3?a=1&amp;b=2\"/></item>"
        )
        let whole = try parse(text)

        for size in 1...40 {
            // When
            var configuration = FeedParserConfiguration()
            configuration.chunkBytes = size
            let feed = try FeedParser(configuration: configuration)
                .parse(Array(text.utf8), context: FeedParsingContext(baseURL: "https://example.com/show/feed.xml"))

            // Then
            #expect(feed == whole, "chunks of \(size)")
        }
        #expect(whole.channel.title == "Grüße 🎙 & mehr")
        #expect(whole.items.first?.title == "a € b c")
        #expect(whole.items.first?.enclosures.first?.url == "https://a.example/ü.mp3?a=1&b=2")
    }
}
