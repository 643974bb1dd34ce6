import PodcastModel

/// A feed as the user named it, and where.
struct NamedFeed: Sendable {
    let text: String
    /// Such as `line 3 of feeds.txt`, or `feed 2 of the command line`; `--feed 2` means subscription 2.
    let place: String
}

/// The feeds that a command names.
///
/// Of an address no more than its host is shown, which the feeds of one host have in common: those are told apart by
/// the place where they were named.
struct NamedFeeds: Sendable {
    /// Whether there is one only, which needs no name.
    let isOne: Bool
    /// The places of those that look like others, by the name that results have.
    private var places: [String: String] = [:]

    init(_ feeds: [NamedFeed] = []) {
        isOne = feeds.count == 1
        let named = feeds.map { (name: FeedAddress.withoutUserinfo($0.text), place: $0.place) }
        for alike in Dictionary(grouping: named, by: { FeedAddress.redacted($0.name) }).values where alike.count > 1 {
            // One that is named twice is one feed; with two user names it is two.
            for feed in alike { places[feed.name] = places[feed.name].map { "\($0) or \(feed.place)" } ?? feed.place }
        }
    }

    /// What tells a feed without a title from others: its number, if the store knows it, or its place.
    func label(of result: FeedImportResult) -> String? {
        if isOne { return nil }
        return result.subscriptionID.map { "subscription \($0)" } ?? places[result.feed]
    }
}
