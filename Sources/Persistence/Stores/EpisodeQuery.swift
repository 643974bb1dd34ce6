package import PodcastModel

/// Which episodes to read, and in what order.
package struct EpisodeQuery: Sendable, Hashable {
    /// The order of a list of episodes.
    package enum Order: Sendable, Hashable {
        /// By effective date, newest first; ties in document order.
        case newestFirst
        /// The reverse.
        case oldestFirst
        /// By season, number and date, as a serial is meant to be heard.
        case serial
    }

    /// Only episodes of this podcast.
    package var podcastID: Int64?
    /// Only episodes whose effective date is not before this moment.
    package var since: Timestamp?
    /// At most this many; nil for all.
    package var limit: Int?
    /// How many to leave out at the beginning.
    package var offset: Int
    /// Whether to list episodes that their publisher has withdrawn.
    package var includeRemoved: Bool
    package var order: Order

    package init(
        podcastID: Int64? = nil,
        since: Timestamp? = nil,
        limit: Int? = nil,
        offset: Int = 0,
        includeRemoved: Bool = false,
        order: Order = .newestFirst
    ) {
        self.podcastID = podcastID
        self.since = since
        self.limit = limit
        self.offset = offset
        self.includeRemoved = includeRemoved
        self.order = order
    }
}
