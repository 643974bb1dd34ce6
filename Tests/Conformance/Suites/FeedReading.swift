import FeedImporting
package import FeedParsing
package import PodcastModel

/// A feed as podimport reads it, in both forms the expectations are about.
package struct FeedReading: Sendable {
    /// The values as the feed wrote them.
    package let parsed: ParsedFeed
    /// What `feed inspect` says.
    package let document: FeedDocument

    /// Reads a feed.
    package init(_ bytes: [UInt8], baseURL: String?) throws(FeedParsingError) {
        parsed = try FeedParser().parse(bytes, context: FeedParsingContext(baseURL: baseURL))
        document = try FeedDocumentReader().document(from: bytes, baseURL: baseURL, charset: nil)
    }

    /// Each item beside the episode made from it, in document order.
    package var items: [(item: ParsedItem, episode: Episode)] {
        Array(zip(parsed.items, document.episodes))
    }
}
