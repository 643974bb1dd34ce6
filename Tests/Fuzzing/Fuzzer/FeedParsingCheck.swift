import FeedParsing

/// What must hold for any bytes: the parser returns a feed or a typed error,
/// within its limits, what it returns keeps its promises, and whether the
/// document is in memory or in a file makes no difference (``ParserRoads``).
///
/// A broken promise stops the program, which libFuzzer reports with the input.
enum FeedParsingCheck {
    private static let roads = ParserRoads()

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch roads.read(bytes) {
        case .success(let feed): check(feed)
        case .failure(let error): precondition(!error.description.isEmpty, "an error says nothing")
        }
    }

    /// Looks through a feed.
    static func check(_ feed: ParsedFeed) {
        check(feed.channel)
        for item in feed.items { check(item) }
        for warning in feed.warnings { precondition(!warning.detail.isEmpty, "a warning says nothing") }
    }

    private static func check(_ channel: ParsedChannel) {
        check(channel.title, channel.link, channel.description, channel.subtitle, channel.summary)
        check(channel.artworkURL, channel.newFeedURL, channel.selfURL, channel.language, channel.docs)
        for path in channel.itunesCategories {
            precondition(!path.isEmpty, "a category has no name")
            for name in path { check(name) }
        }
        for element in channel.extensions { check(element) }
        for live in channel.podcastChannel.liveItems { check(live.item) }
    }

    private static func check(_ item: ParsedItem) {
        check(item.guid, item.link, item.title, item.itunesTitle, item.description, item.summary, item.subtitle)
        check(item.content, item.publishedRaw, item.durationRaw, item.artworkURL, item.commentsURL)
        if let seconds = item.durationSeconds { precondition(seconds >= 0, "a duration is negative") }
        if item.publishedAt != nil { precondition(item.publishedRaw != nil, "a date has no source") }
        for enclosure in item.enclosures {
            check(enclosure.url, enclosure.type)
            if let length = enclosure.length { precondition(length > 0, "a length is not above zero") }
        }
        for keyword in item.keywords { check(keyword) }
        for element in item.extensions { check(element) }
    }

    private static func check(_ element: ParsedExtension) {
        // A member of a JSON object may have the empty name (RFC 8259, section 4).
        let isJSON = element.namespace == "https://jsonfeed.org/"
        precondition(isJSON || !element.name.isEmpty, "an element has no name")
        check(element.value)
        for child in element.children { check(child) }
    }

    /// Absent and empty are the same, and no text holds U+0000.
    private static func check(_ texts: String?...) {
        for case let text? in texts {
            precondition(!text.isEmpty, "a text is empty")
            precondition(!text.utf8.contains(0), "a text holds U+0000")
        }
    }
}
