import PodcastModel

/// An episode that is being read from the store, with its row number.
struct EpisodeRow {
    let id: Int64
    let podcastID: Int64
    let firstSeenAt: Timestamp
    let lastSeenAt: Timestamp
    let removedAt: Timestamp?
    var episode: Episode

    var stored: StoredEpisode {
        StoredEpisode(
            id: id,
            podcastID: podcastID,
            firstSeenAt: firstSeenAt,
            lastSeenAt: lastSeenAt,
            removedAt: removedAt,
            episode: episode
        )
    }
}
