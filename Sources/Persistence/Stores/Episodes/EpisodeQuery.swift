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
    /// Only what comes after this place in the list of the newest first, where
    /// another page ended.
    package var after: EpisodePlace?
    /// Whether to list episodes that their publisher has withdrawn.
    package var includeRemoved: Bool
    package var order: Order

    package init(
        podcastID: Int64? = nil,
        since: Timestamp? = nil,
        limit: Int? = nil,
        offset: Int = 0,
        after: EpisodePlace? = nil,
        includeRemoved: Bool = false,
        order: Order = .newestFirst
    ) {
        self.podcastID = podcastID
        self.since = since
        self.limit = limit
        self.offset = offset
        self.after = after
        self.includeRemoved = includeRemoved
        self.order = order
    }
}

/// Where an episode stands in the list of the newest first.
package struct EpisodePlace: Sendable, Hashable {
    /// The effective date, in seconds.
    package let sortedAt: Int64
    /// The place in its document.
    package let position: Int64
    package let id: Int64

    package init(sortedAt: Int64, position: Int64, id: Int64) {
        self.sortedAt = sortedAt
        self.position = position
        self.id = id
    }
}

/// A part of a list of episodes, to be shown or sent before the next is read.
package struct EpisodePage: Sendable {
    package let episodes: [StoredEpisode]
    /// Where it ends; nil at the end of the list.
    package let end: EpisodePlace?
}
