/// A web page given instead of a feed, and the feeds it leads to (http polling
/// A11 89).
///
/// Pure: nothing is loaded. Any bytes may be given, however hostile; the work
/// is one pass over at most ``maximumBytes`` of them.
package struct FeedPage: Sendable {
    /// The feeds the page leads to, the likeliest first.
    package let candidates: [FeedCandidate]
    /// What the page says is its own address, if that is another.
    package let canonicalURL: String?
    /// Where the page sends who opens it, if that is another address.
    package let refreshURL: String?

    /// How much of a page is looked at.
    package static let maximumBytes = 2 << 20
    /// How many links to feeds are taken from a page.
    package static let maximumCandidates = 50

    /// Reads a page; nil if the bytes are no web page.
    ///
    /// - Parameters:
    ///   - bytes: the body, decoded.
    ///   - pageURL: the address that answered.
    ///   - charset: what HTTP said of the encoding.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>, pageURL: String, charset: String?) {
        let links = SourceText(bytes).withUTF8(bytes, httpCharset: charset) { utf8, _ -> PageLinks? in
            guard FeedPage.isPage(utf8) else { return nil }
            return PageLinks(UnsafeBufferPointer(rebasing: utf8.prefix(FeedPage.maximumBytes)), pageURL: pageURL)
        }
        guard let links else { return nil }
        // What leads back to the page leads to no feed.
        candidates = FeedCandidate.ranked(links.candidates.filter { $0.url != pageURL })
        canonicalURL = links.canonicalURL == pageURL ? nil : links.canonicalURL
        refreshURL = links.refreshURL == pageURL ? nil : links.refreshURL
    }

    /// The addresses that the feed of a site often has, for a page that names
    /// none: beside the page, then at the root of its host.
    ///
    /// Some stand with and without a slash at the end: servers answer one of them with a redirect to the other.
    package static func wellKnownCandidates(of pageURL: String) -> [FeedCandidate] {
        let names = [
            "feed/podcast", "podcast.xml", "feed.xml", "rss.xml", "feed", "feed/", "rss", "rss/", "index.xml",
            "index.rss", "atom.xml", "feed.json",
        ]
        let bases = ["./", "/"].compactMap { URLReference.resolved($0, against: pageURL) }
        var seen: Set<String> = [pageURL]
        return bases.flatMap { base in names.compactMap { URLReference.resolved($0, against: base) } }
            .filter { seen.insert($0).inserted }
            .map { FeedCandidate(url: $0, origin: .path) }
    }

    private static func isPage(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        do throws(FeedParsingError) {
            _ = try SniffedDocument(bytes)
            return false
        } catch {
            if case .html = error { return true }
            return false
        }
    }
}
