import FeedParsing

/// A document in three parts: what stands before the items, the items, and what stands after them.
struct BlockDocument {
    var head: String
    var items: [String]
    var tail: String

    var text: String { head + items.joined(separator: "\n  ") + tail }

    /// RSS of a podcast in which nothing is missing.
    static let rss = BlockDocument(
        head: """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" \(FeedText.namespaces)>
            <channel>
              <title>Show</title><link>https://example.com/show</link><language>en</language>
              <description>About</description><itunes:explicit>no</itunes:explicit>
              <lastBuildDate>Sun, 01 Nov 2026 06:00:00 GMT</lastBuildDate>
              <atom:link rel="self" href="https://example.com/show/feed.xml" type="application/rss+xml"/>
              <itunes:image href="https://example.com/art.jpg"/><itunes:category text="Arts"/>

            """,
        items: (1...4).map { item($0) },
        tail: "\n</channel>\n</rss>\n"
    )

    /// The same in the other formats that are XML.
    static let formats: [String: BlockDocument] = [
        "rss": rss,
        "channel": BlockDocument(
            head: """
                <channel xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><title>Show</title>
                <lastBuildDate>Sun, 01 Nov 2026 06:00:00 GMT</lastBuildDate><itunes:author>A</itunes:author>
                """,
            items: rss.items.map { $0.replacing("content:encoded", with: "itunes:summary") },
            tail: "</channel>"
        ),
        "rdf": BlockDocument(
            head: """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
                  xmlns:dc="http://purl.org/dc/elements/1.1/">
                <channel rdf:about="https://example.com/"><title>Show</title>
                <dc:date>2026-11-01</dc:date><link>https://example.com/</link></channel>

                """,
            items: (1...3).map {
                "<item rdf:about=\"https://example.com/\($0)\"><title>\($0)</title><link>/\($0)</link></item>"
            },
            tail: "\n<image><url>https://example.com/i.png</url></image></rdf:RDF>"
        ),
        "atom": BlockDocument(
            head: """
                <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.com/a/"><id>tag:show</id>
                <title>Show</title><updated>2026-11-01T06:00:00Z</updated>
                """,
            items: (1...3).map {
                """
                <entry><id>tag:\($0)</id><title type="html">A &amp;amp; \($0)</title><updated>2026-01-0\($0)T00:00:00Z</updated>
                <link rel="enclosure" href="\($0).mp3" type="audio/mpeg" length="10"/></entry>
                """
            },
            tail: "<author><name>Ada</name></author></feed>"
        ),
    ]

    static func item(_ number: Int) -> String {
        """
        <item>
            <title>Episode \(number) &amp; more</title><guid isPermaLink="false">guid-\(number)</guid>
            <pubDate>0\(number) Oct 2026 06:00:00 GMT</pubDate><link>/episodes/\(number)</link>
            <content:encoded><![CDATA[\(String(repeating: "<p>Notes of \(number) ]] &amp; such</p>\n", count: 20))]]></content:encoded>
            <enclosure url="https://media.example/\(number).mp3?a=1&amp;b=2" length="1000000" type="audio/mpeg"/>
          </item>
        """
    }
}

/// Reads documents as an importer does that recognises items.
struct BlockReader {
    var base: String? = "https://example.com/show/feed.xml"
    var configuration = FeedParserConfiguration()
    /// Whether it does not know what known items tell of the feed.
    var forgetsFindings = false

    func read(_ text: String, known: ParsedItemBlock? = nil, items: KnownItems? = nil) throws -> ParsedFeed {
        try read(Array(text.utf8), known: known, items: items)
    }

    func read(_ bytes: [UInt8], known: ParsedItemBlock? = nil, items: KnownItems? = nil) throws -> ParsedFeed {
        let single = ItemRecognition(
            surroundings: { Self.digest(ItemBlock(surroundings: $0.surroundings, bytes: Self.nothing)) },
            digest: { bytes, surroundings in
                bytes.reduce(surroundings) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            },
            known: { _ in items }
        )
        let recognition = ItemBlockRecognition(
            known: known?.digest,
            findings: { forgetsFindings ? nil : known?.findings },
            items: single,
            digest: Self.digest
        )
        return try FeedParser(configuration: configuration)
            .parse(bytes, context: FeedParsingContext(baseURL: base, recognition: recognition))
    }

    /// What is read where nothing is recognised.
    func readAll(_ bytes: [UInt8]) throws -> ParsedFeed {
        try FeedParser(configuration: configuration).parse(bytes, context: FeedParsingContext(baseURL: base))
    }

    private static var nothing: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: nil, count: 0) }

    /// FNV-1a.
    private static func digest(_ block: ItemBlock) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for text in block.surroundings {
            for byte in (text ?? "").utf8 { add(byte) }
            add(text == nil ? 0 : 1)
        }
        block.forEachPiece { piece in
            for byte in piece { add(byte) }
        }
        return digest
    }
}
