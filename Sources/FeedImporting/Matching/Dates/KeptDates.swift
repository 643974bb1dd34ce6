import PodcastModel

/// The dates of episodes that are not those of their feed, because a tool re-dated them (identity C7 41).
enum KeptDates {
    /// The stored episodes, each under the date by which a document may know it.
    ///
    /// That is the one that its feed gave it last; but where the publisher has set right what the tool did, and a
    /// document has the date again that was kept, it is that.
    static func rows(_ stored: [EpisodeIdentity], asIn incoming: [IncomingEpisode]) -> [EpisodeIdentity] {
        guard stored.contains(where: { $0.keptPublishedAt != nil }) else { return stored }
        let dates = Set(incoming.compactMap(\.episode.publishedAt))
        return stored.map { row in
            guard let kept = row.keptPublishedAt, let last = row.publishedAt, dates.contains(kept),
                !dates.contains(last)
            else { return row }
            return row.asStored
        }
    }
}
