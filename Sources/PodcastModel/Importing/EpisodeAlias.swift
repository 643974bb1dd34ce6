/// What is known of a key that an episode had before.
package struct EpisodeAlias: Hashable, Sendable {
    package var episodeID: Int64
    /// Since when it is a former one; nil if the import that is under way makes it one.
    package let since: Timestamp?
    /// Whether the episode gave it up when it went back to an earlier one.
    package let isReturned: Bool

    package init(episodeID: Int64, since: Timestamp? = nil, isReturned: Bool = false) {
        self.episodeID = episodeID
        self.since = since
        self.isReturned = isReturned
    }
}
