import Persistence
package import PodcastModel

extension ImporterApp {
    /// How many episodes are in memory at once, first of all and at most.
    ///
    /// Each page sorts anew what is left of the month that it begins in, which may be a hundred thousand episodes.
    private static let pageSizes = 500...2_000
    /// How many bytes of text they have together, beside the last of them.
    static let pageTextLimit = 16 << 20

    /// Episodes, newest first, handed out a page at a time: there may be millions.
    ///
    /// - Parameters:
    ///   - feed: only of this podcast: the number or address of its subscription.
    ///   - since: only from this time on: a day, an RFC 3339 time, or an age such as `7d`.
    ///   - limit: at most so many.
    ///   - includeRemoved: whether to list those that their publisher has withdrawn.
    ///   - page: gets each page, with the titles of its podcasts by their numbers unless all are of one that was
    ///     named, and is not called without one.
    /// - Throws: ``ImporterAppError``, and what `page` throws as one.
    package func episodes(
        feed: String?,
        since: String?,
        limit: Int?,
        includeRemoved: Bool,
        _ page: ([StoredEpisode], _ podcastTitles: [Int64: String]) throws -> Void
    ) async throws(ImporterAppError) {
        let sinceTime = try since.map { text throws(ImporterAppError) in try SinceText.time(text, now: Self.now()) }
        try await withStore(.reading) { persistence in
            let context = try persistence.mainContext()
            var query = EpisodeQuery(since: sinceTime, includeRemoved: includeRemoved)
            if let feed {
                // Followed, but not imported yet: it has no episodes.
                guard let podcast = try await subscription(feed, in: persistence).podcastID else { return }
                query.podcastID = podcast
            }
            var (rest, size) = (limit ?? .max, Self.pageSizes.lowerBound)
            while rest > 0 {
                query.limit = min(rest, size)
                let (found, titles) = try await context.perform { [query] unit throws(PersistenceError) in
                    let found = try unit.episodes.page(matching: query, textLimit: Self.pageTextLimit)
                    let podcasts = query.podcastID == nil ? Set(found.episodes.map(\.podcastID)) : []
                    return (found, podcasts.isEmpty ? [:] : try unit.podcasts.titles(ids: podcasts))
                }
                guard !found.episodes.isEmpty else { break }
                try page(found.episodes, titles)
                rest -= found.episodes.count
                guard let end = found.end else { break }
                query.after = end
                // One that its texts have ended had more rows sorted than were read.
                size = found.episodes.count < size ? found.episodes.count : size * 2
                size = min(max(size, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
            }
        }
    }

    /// One episode with everything that is known of it.
    ///
    /// - Parameters:
    ///   - id: the episode's number.
    ///   - withHistory: whether to say what was changed in it.
    /// - Returns: the episode.
    /// - Throws: ``ImporterAppError``.
    package func episode(_ id: Int64, withHistory: Bool) async throws(ImporterAppError) -> EpisodeDetails {
        try await withStore(.reading) { persistence in
            let found = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                let stored = try unit.episodes.episode(id: id)
                let podcast = try stored.flatMap { stored throws(PersistenceError) in
                    try unit.podcasts.podcast(id: stored.podcastID)
                }
                let subscription = try stored.flatMap { stored throws(PersistenceError) in
                    try unit.subscriptions.subscription(ofPodcast: stored.podcastID)
                }
                return (
                    stored: stored,
                    absentSince: try unit.episodes.absentSince(id),
                    podcastTitle: podcast?.podcast.title,
                    subscriptionID: subscription?.id,
                    liveItems: try unit.liveItems.liveItems(ofEpisode: id),
                    edits: withHistory ? try unit.episodes.edits(ofEpisode: id) : nil
                )
            }
            guard let stored = found.stored else { throw Self.noEpisode(id) }
            return EpisodeDetails(
                stored: stored,
                absentSince: found.absentSince,
                podcastTitle: found.podcastTitle,
                subscriptionID: found.subscriptionID,
                liveItems: found.liveItems,
                history: try found.edits?.map(EpisodeDetails.Edit.init)
            )
        }
    }

    /// The error for an episode that is not there.
    static func noEpisode(_ id: Int64) -> ImporterAppError {
        ImporterAppError(.notFound, "there is no episode \(id); see `podimport episode list`")
    }
}
