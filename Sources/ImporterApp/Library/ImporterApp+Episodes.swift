import Persistence
package import PodcastModel

extension ImporterApp {
    /// Episodes, newest first.
    ///
    /// - Parameters:
    /// - feed: only of this podcast: the number or address of its subscription.
    /// - since: only from this time on: a day, an RFC 3339 time, or an age such as `7d`.
    /// - limit: at most so many.
    /// - Returns: the episodes, newest first.
    /// - Throws: ``ImporterAppError``.
    package func episodes(
        feed: String?,
        since: String?,
        limit: Int?
    ) async throws(ImporterAppError) -> [StoredEpisode] {
        let sinceTime = try since.map { text throws(ImporterAppError) in try SinceText.time(text, now: Self.now()) }
        let reference = feed.map(storedForm)
        return try await withStore(mustExist: true, reads: true) { persistence in
            let episodes = try await persistence.mainContext().perform {
                unit throws(PersistenceError) -> [StoredEpisode]? in
                var query = EpisodeQuery(since: sinceTime, limit: limit)
                if let reference {
                    guard let subscription = try unit.subscriptions.subscription(matching: reference) else {
                        return nil
                    }
                    // Followed, but not imported yet: it has no episodes.
                    guard let podcast = subscription.podcastID else { return [] }
                    query.podcastID = podcast
                }
                return try unit.episodes.episodes(matching: query)
            }
            guard let episodes else { throw Self.noSubscription(feed ?? "") }
            return episodes
        }
    }

    /// One episode with everything that is known of it.
    ///
    /// - Parameters:
    ///   - id: the episode's number.
    ///   - withHistory: whether to say what was changed in it.
    /// - Returns: the episode.
    /// - Throws: ``ImporterAppError``.
    package func episode(_ id: Int64, withHistory: Bool = false) async throws(ImporterAppError) -> EpisodeDetails {
        try await withStore(mustExist: true, reads: true) { persistence in
            let found = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                let stored = try unit.episodes.episode(id: id)
                let podcast = try stored.flatMap { stored throws(PersistenceError) in
                    try unit.podcasts.podcast(id: stored.podcastID)
                }
                return (
                    stored: stored,
                    podcastTitle: podcast?.podcast.title,
                    liveItems: try unit.liveItems.liveItems(ofEpisode: id),
                    edits: withHistory ? try unit.episodes.edits(ofEpisode: id) : nil
                )
            }
            guard let stored = found.stored else {
                throw ImporterAppError(.notFound, "there is no episode \(id); see `podimport episode list`")
            }
            return EpisodeDetails(
                stored: stored,
                podcastTitle: found.podcastTitle,
                liveItems: found.liveItems,
                history: try found.edits?.map(EpisodeDetails.Edit.init)
            )
        }
    }
}
