package import PodcastModel

/// How often in a row a feed failed in the same way.
package struct FailureStreak: Sendable, Hashable {
    package var count: Int
    /// When the first of them was; nil if there was none.
    package var since: Timestamp?

    package init(count: Int = 0, since: Timestamp? = nil) {
        self.count = count
        self.since = since
    }
}
