import Persistence
package import PodcastModel

/// An episode that was deleted, or would be.
package struct RemovedEpisode: Sendable, Encodable {
    package let id: Int64
    package let podcast: Int64
    package let title: String
    /// When it was published, by its own word; nil if it does not say.
    package let publishedAt: Timestamp?
    /// False for a dry run.
    package let removed: Bool

    init(_ heading: EpisodeHeading, isRemoved: Bool) {
        id = heading.id
        podcast = heading.podcastID
        title = heading.title
        publishedAt = heading.publishedAt
        removed = isRemoved
    }
}

/// The episodes that a retention does not keep, deleted or to be.
package struct PrunedEpisodes: Sendable {
    /// The podcast that was named, by its title, or by the address of its feed while it has none; nil for all.
    package let podcast: String?
    /// The episodes, oldest first.
    package let episodes: [RemovedEpisode]
}

extension ImporterApp {
    /// Deletes episodes for good; no import brings them back.
    ///
    /// All or none: if one of them is not there, nothing is deleted.
    ///
    /// - Parameters:
    ///   - ids: the episodes' numbers.
    ///   - isDryRun: whether only to say what would be deleted.
    /// - Returns: what was deleted, by number.
    /// - Throws: ``ImporterAppError``.
    package func removeEpisodes(_ ids: [Int64], isDryRun: Bool) async throws(ImporterAppError) -> [RemovedEpisode] {
        let wanted = Set(ids)
        return try await delete(isDryRun: isDryRun) { unit throws(PersistenceError) in
            let headings = try unit.episodes.headings(ids: wanted.sorted())
            let missing = wanted.subtracting(headings.map(\.id)).min()
            return missing.map { .failure(Self.noEpisode($0)) } ?? .success(FoundEpisodes(headings: headings))
        }
        .episodes
    }

    /// Deletes the episodes that a retention does not keep; no import brings them back.
    ///
    /// - Parameters:
    ///   - keeping: so many of each podcast stay; nil takes the setting.
    ///   - olderThan: a time or an age; what is not older stays; nil takes the setting.
    ///   - feed: only of this podcast: the number or address of its subscription.
    ///   - isDryRun: whether only to say what would be deleted.
    ///   - onFound: told how many are to be deleted, and of which podcast if one was named, before any is.
    /// - Returns: what was deleted.
    /// - Throws: ``ImporterAppError``, also if no limit is set at all.
    package func pruneEpisodes(
        keeping: Int?,
        olderThan: String?,
        feed: String?,
        isDryRun: Bool,
        onFound: @escaping @Sendable (Int, String?) -> Void
    ) async throws(ImporterAppError) -> PrunedEpisodes {
        let now = Self.now()
        var retention = EpisodeRetention(episodeCount: keeping ?? settings.retention.episodes)
        if let olderThan {
            retention.since = try SinceText.limit(olderThan, now: now)
        } else if let days = settings.retention.days {
            retention.since = now.adding(seconds: -Int64(days) * 86_400)
        }
        guard !retention.keepsAll else {
            throw ImporterAppError(
                .usage,
                "nothing is deleted without a limit; give --keep or --older-than, or set PODIMPORT_KEEP_EPISODES or PODIMPORT_KEEP_DAYS"
            )
        }
        let reference = feed.map { (given: $0, stored: storedForm(of: $0)) }
        return try await delete(isDryRun: isDryRun) { [retention] unit throws(PersistenceError) in
            var found = FoundEpisodes()
            var podcastID: Int64?
            if let reference {
                guard let subscription = try unit.subscriptions.subscription(matching: reference.stored) else {
                    return .failure(Self.noSubscription(reference.given))
                }
                found.podcast = subscription.title ?? FeedAddress.redacted(subscription.feedURL)
                podcastID = subscription.podcastID
                // Followed, but not imported yet: it has no episodes.
                if podcastID == nil { return .success(found) }
            }
            found.headings = try unit.episodes.episodes(beyond: retention, podcastID: podcastID)
            if !isDryRun, !found.headings.isEmpty { onFound(found.headings.count, found.podcast) }
            return .success(found)
        }
    }

    /// What is to be deleted.
    private struct FoundEpisodes: Sendable {
        /// The podcast that was named, if one was.
        var podcast: String?
        var headings: [EpisodeHeading] = []
    }

    /// Finds and deletes in one unit of work, so that what is told is what was done.
    private func delete(
        isDryRun: Bool,
        _ find: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Result<FoundEpisodes, ImporterAppError>
    ) async throws(ImporterAppError) -> PrunedEpisodes {
        let now = Self.now()
        let found = try await withStore(isDryRun ? .reading : .changing) { persistence in
            if isDryRun { return try await persistence.mainContext().perform(find).get() }
            return try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                let found = try find(unit)
                if case .success(let episodes) = found {
                    for heading in episodes.headings { try unit.episodes.delete(heading.id, at: now) }
                }
                return found
            }
            .get()
        }
        return PrunedEpisodes(
            podcast: found.podcast,
            episodes: found.headings.map { RemovedEpisode($0, isRemoved: !isDryRun) }
        )
    }
}
