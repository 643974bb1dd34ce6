/// A podcast with its place in the store.
package struct StoredPodcast: Hashable, Sendable {
    /// The row's number; it never changes and is never used again.
    package let id: Int64
    package let podcast: Podcast
    /// The values of podcast:guid that the feed gave before, lower-case, the
    /// latest first.
    package let formerGUIDs: [String]

    package init(id: Int64, podcast: Podcast, formerGUIDs: [String] = []) {
        self.id = id
        self.podcast = podcast
        self.formerGUIDs = formerGUIDs
    }

    /// Whether the podcast carries, or once carried, this podcast:guid
    /// (identity C8 44).
    package func hasHad(guid: String) -> Bool {
        let guid = guid.lowercased()
        return podcast.guid?.lowercased() == guid || formerGUIDs.contains(guid)
    }
}
