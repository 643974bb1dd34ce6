import Crypto
package import PodcastModel

/// The address under which a document from standard input is stored.
package enum StandardInputAddress {
    private static let scheme = "stdin:"

    /// Whether an address is such a one: nothing can be loaded from it.
    package static func isOne(_ feedURL: String) -> Bool { feedURL.hasPrefix(scheme) }

    /// `stdin:` and a digest of what the document says of itself.
    ///
    /// Standard input has no address of its own, and two different documents
    /// must never mix: so each is known by its own address, guid, id, link or title.
    static func make(of podcast: Podcast) -> String {
        let name = podcast.selfURL ?? podcast.guid ?? podcast.id ?? podcast.link ?? podcast.title ?? ""
        return scheme + HexText.lowercase(SHA256.hash(data: Array(name.utf8)).prefix(16))
    }
}

extension FeedSource {
    /// Where the documents of a feed come from that is known by an address, which may be one of standard input.
    ///
    /// It is not for loading the feed: what standard input has now is not its document.
    package init(ofFeedAt feedURL: String) throws(FeedURLError) {
        guard !StandardInputAddress.isOne(feedURL) else {
            self = .standardInput
            return
        }
        try self.init(storedURL: feedURL)
    }
}
