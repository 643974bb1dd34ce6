/// Texts in a guid's place that name no episode (identity C1 4).
struct JunkGuids {
    /// Junk by itself, but not where items are numbered.
    static let zero = "0"
    /// What programs write when they have no guid.
    private static let texts: Set<String> = [
        "null", "(null)", "undefined", "none", "nil", "n/a", "na", "nan", zero, "-", "#", "false", "guid", "unknown",
        "http://", "https://", "http:///", "https:///",
    ]
    private static let longestText = texts.lazy.map(\.utf8.count).max() ?? 0
    private static let tailCount = 8

    private let feed: String?
    private let feedTail: [UInt8]

    /// - Parameter feedURL: an address that is all the feed's, and so no episode's; nil if there is none.
    init(feedURL: String?) {
        feed = feedURL.flatMap(CanonicalLink.make)
        feedTail = Array((feed ?? "").utf8.suffix(Self.tailCount))
    }

    /// Whether the trimmed guid is one of them.
    func contains(_ guid: String) -> Bool {
        let length = guid.utf8.count
        if length <= Self.longestText, Self.texts.contains(guid.lowercased()) { return true }
        // Guids are asked by the thousand, so the end is looked at before the whole is made comparable.
        guard let feed, length >= feedTail.count, endsLikeTheFeed(guid) else { return false }
        return CanonicalLink.make(from: guid) == feed
    }

    private func endsLikeTheFeed(_ guid: String) -> Bool {
        let end = guid.utf8.lastIndex { $0 != .slash } ?? guid.utf8.startIndex
        return guid.utf8[...end].suffix(feedTail.count).elementsEqual(feedTail)
    }
}
