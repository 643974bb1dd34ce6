import PodcastModel

/// Recognises an archive that comes again under other guids and with other files, so that nearly nothing is found
/// again.
enum MassReplacement {
    /// So many episodes at least must be missing.
    static let fewest = 6

    /// Whether nearly all listed episodes are missing.
    static func isMass(lost: Int, matched: Int) -> Bool { lost >= fewest && matched * 5 < lost }

    /// Unknown items, each with the missing episode that alone has its title, where dates cannot tell whether the one
    /// is in the place of the other.
    ///
    /// That proves of no item that it is the episode (identity C4 22). But hardly any show repeats all its titles.
    ///
    /// - Parameters:
    ///   - unknown: the items that are no stored episode, with their places.
    ///   - missing: episodes that were listed until now.
    /// - Returns: the places of the items.
    static func undatedItems(
        unknown: [(position: Int, item: IncomingEpisode)],
        missing: [EpisodeIdentity]
    ) -> [Int] {
        let items = Dictionary(unknown.map { ($0.position, $0.item) }) { first, _ in first }
        let pairs = EvidenceKey.uniquePairs(
            items: unknown.map { ($0.position, EvidenceKey(.title, of: $0.item)) },
            rows: missing.indices.map { ($0, EvidenceKey(.title, of: missing[$0])) }
        )
        return pairs.filter { position, row in
            missing[row].publishedAt == nil || items[position]?.episode.publishedAt == nil
        }.map(\.item)
    }
}
