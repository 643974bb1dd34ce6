/// An address on a web page that may be that of a feed (http polling A11).
package struct FeedCandidate: Hashable, Sendable {
    /// Where the address was found.
    package enum Origin: String, Hashable, Sendable, Codable {
        /// `<link rel="alternate">` with a type of feeds, or `rel="feed"`.
        case link
        /// An ordinary link that looks as if it led to a feed.
        case anchor
        /// One of the paths that feeds often have.
        case path
    }

    /// The address, absolute.
    package let url: String
    /// What the page calls it.
    package let title: String?
    /// The media type the page gives, lower-case.
    package let type: String?
    package let origin: Origin

    /// Makes a candidate.
    package init(url: String, title: String? = nil, type: String? = nil, origin: Origin) {
        self.url = url
        self.title = title
        self.type = type
        self.origin = origin
    }
}

extension FeedCandidate {
    /// How likely it is the feed that is wanted; only the order matters.
    ///
    /// What the page declares beats what merely looks like a feed; a podcast's
    /// feed beats a site's, and any of them that of the comments.
    var score: Int {
        var score: Int
        switch origin {
        case .link: score = 100
        case .anchor: score = 40
        case .path: score = 20
        }
        // A site with both means the same content; XML is what carries the podcast's tags.
        if let type, !type.contains("rss") { score -= type.contains("json") ? 8 : type.contains("atom") ? 4 : 6 }
        let words = (url + " " + (title ?? "")).lowercased()
        if words.contains("comment") { score -= 50 }
        if ["podcast", "episode", "audio"].contains(where: words.contains) { score += 20 }
        if ["/category/", "/tag/", "/author/", "/search/"].contains(where: words.contains) { score -= 10 }
        return score
    }

    /// The likeliest first, each address once; equals stay in the page's order.
    static func ranked(_ candidates: [FeedCandidate]) -> [FeedCandidate] {
        var seen: Set<String> = []
        let unique = candidates.filter { seen.insert($0.url).inserted }
        return unique.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
    }
}
