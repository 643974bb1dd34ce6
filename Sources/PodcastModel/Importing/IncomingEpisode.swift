/// An item of a document, ready to be matched and stored.
///
/// A class, for an episode is some fifty fields: it goes through the matcher to
/// the writer by reference, and is never changed on the way.
package final class IncomingEpisode: Sendable {
    package let episode: Episode
    /// Tells whether the episode has changed since it was stored.
    package let contentHash: UInt64
    /// The enclosure's address in canonical form (identity C3), for matching only.
    package let canonicalEnclosure: String?
    /// The title in canonical form (identity C3 16).
    package let canonicalTitle: String
    /// Place in the document, 0 for the first item.
    package let position: Int
    /// The date that the feed gives it, where another is stored because that one is not believed (identity C7 41).
    package let feedPublishedAt: Timestamp?

    package init(
        episode: Episode,
        contentHash: UInt64,
        canonicalEnclosure: String?,
        canonicalTitle: String,
        position: Int,
        feedPublishedAt: Timestamp? = nil
    ) {
        self.episode = episode
        self.contentHash = contentHash
        self.canonicalEnclosure = canonicalEnclosure
        self.canonicalTitle = canonicalTitle
        self.position = position
        self.feedPublishedAt = feedPublishedAt
    }

    /// The same item under another key.
    package func keyed(_ key: String, _ kind: EpisodeKeyKind) -> IncomingEpisode {
        guard !episode.key.isExactly(key) || episode.keyKind != kind else { return self }
        var keyed = episode
        keyed.key = key
        keyed.keyKind = kind
        return IncomingEpisode(
            episode: keyed,
            contentHash: contentHash,
            canonicalEnclosure: canonicalEnclosure,
            canonicalTitle: canonicalTitle,
            position: position,
            feedPublishedAt: feedPublishedAt
        )
    }
}
