import FeedParsing
import Testing

/// Small documents for tests, and parsing them in one line.
enum FeedText {
    /// The declarations every RSS document here carries.
    static let namespaces = """
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:media="http://search.yahoo.com/mrss/" \
        xmlns:psc="http://podlove.org/simple-chapters" xmlns:fh="http://purl.org/syndication/history/1.0" \
        xmlns:googleplay="http://www.google.com/schemas/play-podcasts/1.0" \
        xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \
        xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"
        """

    /// An RSS document with these elements in its channel.
    static func rss(_ channel: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \(namespaces)>\n<channel>\(channel)</channel></rss>\n"
    }

    /// An RSS document with one item.
    static func rss(item: String) -> String {
        rss("<title>Show</title><item>\(item)</item>")
    }

    /// The first of three items.
    static let firstItem = "<item><title>One</title><guid>1</guid></item>"
    /// A media file for the second.
    static let media = "<enclosure url=\"https://a.example/2.mp3\" length=\"1\" type=\"audio/mpeg\"/>"

    /// An RSS document with three items, of which the second is damaged.
    static func show(second: String) -> String {
        let third =
            "<item><title>Three</title><guid>3</guid><description><![CDATA[Notes of three]]></description></item>"
        return rss("<title>Show</title>\(firstItem)\(second)\(third)")
    }

    /// A JSON Feed with these members.
    static func json(_ members: String, version: String = "https://jsonfeed.org/version/1.1") -> String {
        "{\"version\":\"\(version)\",\"title\":\"Show\",\(members)}"
    }

    /// An Atom document with these elements in its feed.
    static func atom(_ feed: String) -> String {
        "<?xml version=\"1.0\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\(feed)</feed>"
    }
}

/// Parses a text as if it had come from the web.
func parse(_ text: String, base: String? = "https://example.com/show/feed.xml") throws -> ParsedFeed {
    try FeedParser().parse(Array(text.utf8), context: FeedParsingContext(baseURL: base))
}

/// The channel of an RSS document with these elements.
func channel(_ elements: String) throws -> ParsedChannel {
    try parse(FeedText.rss(elements)).channel
}

/// The only item of an RSS document, with these elements.
func item(_ elements: String) throws -> ParsedItem {
    let feed = try parse(FeedText.rss(item: elements))
    return try #require(feed.items.first)
}

/// The kinds of warnings of a feed, without those about missing tags.
func defects(_ feed: ParsedFeed) -> [FeedWarning.Kind] {
    feed.warnings.map(\.kind).filter { $0 != .missingTag }
}

extension String {
    /// Without white space at either end.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
