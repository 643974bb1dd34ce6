package import PodcastModel

extension IncomingEpisode {
    /// Makes the items of a document ready to be matched.
    ///
    /// - Parameter episodes: with their keys (``EpisodeKeys``), in document order.
    package static func list(from episodes: [Episode]) -> [IncomingEpisode] {
        episodes.enumerated().map { position, episode in
            let enclosure = episode.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
            return IncomingEpisode(
                episode: episode,
                contentHash: EpisodeContentHash(episode, canonicalEnclosure: enclosure).value,
                canonicalEnclosure: enclosure,
                canonicalTitle: CanonicalTitle.make(from: episode.title),
                position: position
            )
        }
    }
}
