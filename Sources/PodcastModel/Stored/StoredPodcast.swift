/// A podcast as the store keeps it.
package struct StoredPodcast: Hashable, Sendable {
    /// The row's number; it never changes and is never used again.
    package let id: Int64
    package let podcast: Podcast

    package init(id: Int64, podcast: Podcast) {
        self.id = id
        self.podcast = podcast
    }
}
