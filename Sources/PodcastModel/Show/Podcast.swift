/// A podcast as its feed describes it: every field of the channel.
///
/// Names and order are those of the JSON that podimport prints. What the store
/// adds is in ``StoredPodcast``.
package struct Podcast: Hashable, Sendable {
    /// The Atom id or RDF address of the feed itself, if it has one.
    package var id: String?
    package var title: String?
    package var link: String?
    package var description: String?
    package var subtitle: String?
    package var summary: String?
    /// A normalised language tag such as `en-us`.
    package var language: String?
    package var copyright: String?
    package var generator: String?
    package var author: String?
    package var authorEmail: String?
    package var owner: Mailbox?
    package var artworkURL: String?
    /// Each category as a path from general to special.
    package var categories: [[String]] = []
    package var keywords: [String] = []
    package var type: PodcastType?
    package var explicit: Bool?
    package var complete: Bool = false
    package var block: Bool = false
    package var newFeedURL: String?
    /// podcast:guid, lower-case.
    package var guid: String?
    /// `podcast` unless the feed says otherwise.
    package var medium: String?
    package var locked: FeedLock?
    package var funding: [Funding] = []
    package var persons: [Person] = []
    package var socialInteractions: [SocialInteraction] = []
    package var license: License?
    package var location: [Location] = []
    package var value: [Value] = []
    package var trailers: [Trailer] = []
    package var podroll: [RemoteItem] = []
    package var updateFrequency: UpdateFrequency?
    /// Whether new episodes are announced by Podping.
    package var podping: Bool?
    package var publisher: RemoteItem?
    package var txts: [TaggedText] = []
    package var images: [SizedImage] = []
    package var blocks: [BlockRule] = []
    package var chat: [Chat] = []
    package var remoteItems: [RemoteItem] = []
    package var liveItems: [LiveItem] = []
    package var publishedAt: Timestamp?
    package var lastBuildAt: Timestamp?
    package var ttlMinutes: Int?
    /// Hours of the day, 0 to 23 GMT, in which the feed is not to be asked.
    package var skipHours: [Int] = []
    /// English names of the days on which the feed is not to be asked.
    package var skipDays: [String] = []
    package var updatePeriodSeconds: Int?
    package var cloud: Cloud?
    package var selfURL: String?
    package var hubURLs: [String] = []
    package var nextPageURL: String?
    package var previousArchiveURL: String?
    /// Whether the document says that it holds every episode there is (fh:complete).
    package var archiveComplete: Bool = false
    package var extensions: Extensions = [:]

    /// Makes a podcast of which nothing is known yet.
    package init() {}
}

/// The order in which a podcast is meant to be heard (itunes:type).
package enum PodcastType: String, Hashable, Sendable, Codable, CaseIterable {
    case episodic, serial
}
