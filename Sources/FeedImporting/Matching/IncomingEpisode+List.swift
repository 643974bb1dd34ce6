import PodcastModel

extension IncomingEpisode {
    /// Makes the items of a document ready to be matched.
    ///
    /// - Parameters:
    ///   - episodes: with their keys (``EpisodeKeys``), in document order.
    ///   - guidsAreUnreliable: whether the feed is read without its guids (identity C2 10).
    /// - Returns: one for each, in the same order.
    static func list(
        from episodes: consuming [Episode],
        guidsAreUnreliable: Bool = false
    ) -> [IncomingEpisode] {
        // Moved out one by one, which only the end of an array allows: copying
        // an episode costs thirty retains, and the array would have to let go
        // of each again.
        var rest = episodes
        var items: [IncomingEpisode] = []
        items.reserveCapacity(rest.count)
        while let episode = rest.popLast() {
            let enclosure = episode.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
            let contentHash = EpisodeContentHash(
                episode,
                canonicalEnclosure: enclosure,
                ignoresGUID: guidsAreUnreliable
            ).value
            let title = CanonicalTitle.make(from: episode.title)
            items.append(
                IncomingEpisode(
                    episode: consume episode,
                    contentHash: contentHash,
                    canonicalEnclosure: enclosure,
                    canonicalTitle: title,
                    position: rest.count
                )
            )
        }
        items.reverse()
        return items
    }

    /// One number for all items of a document: equal keys and equal contents,
    /// in whatever order, give an equal number (identity C7 38).
    static func digest(of items: [IncomingEpisode]) -> UInt64 {
        var sum = UInt64(items.count)
        for item in items {
            var digest = ContentDigest()
            digest.update(Int64(bitPattern: item.contentHash))
            digest.update(item.episode.key)
            sum &+= digest.finalize()
        }
        return sum
    }
}
