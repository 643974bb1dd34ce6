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
            try unit.episodes.headings(ids: wanted.sorted())
        } check: { found throws(ImporterAppError) in
            if let missing = wanted.subtracting(found.map(\.id)).min() {
                throw Self.noEpisode(missing)
            }
        }
    }

    /// Deletes the episodes that a retention does not keep; no import brings them back.
    ///
    /// - Parameters:
    ///   - keeping: so many of each podcast stay; nil takes the setting.
    ///   - olderThan: a time or an age; what is not older stays; nil takes the setting.
    ///   - feed: only of this podcast: the number or address of its subscription.
    ///   - isDryRun: whether only to say what would be deleted.
    ///   - onFound: told how many are to be deleted, before any is.
    /// - Returns: what was deleted, oldest first.
    /// - Throws: ``ImporterAppError``, also if no limit is set at all.
    package func pruneEpisodes(
        keeping: Int?,
        olderThan: String?,
        feed: String?,
        isDryRun: Bool,
        onFound: @escaping @Sendable (Int) -> Void
    ) async throws(ImporterAppError) -> [RemovedEpisode] {
        let now = Self.now()
        var retention = EpisodeRetention(episodeCount: keeping ?? settings.retention.episodes)
        if let olderThan {
            retention.since = try SinceText.time(olderThan, now: now)
        } else if let days = settings.retention.days {
            retention.since = now.adding(seconds: -Int64(days) * 86_400)
        }
        guard !retention.keepsAll else {
            throw ImporterAppError(
                .usage,
                "nothing is deleted without a limit; give --keep or --older-than, or set PODIMPORT_KEEP_EPISODES or PODIMPORT_KEEP_DAYS"
            )
        }
        let reference = feed.map(storedForm)
        return try await delete(isDryRun: isDryRun) { [retention] unit throws(PersistenceError) in
            guard let reference else { return try unit.episodes.episodes(beyond: retention, podcastID: nil) }
            guard let subscription = try unit.subscriptions.subscription(matching: reference) else { return nil }
            guard let podcast = subscription.podcastID else { return [] }
            return try unit.episodes.episodes(beyond: retention, podcastID: podcast)
        } check: { found throws(ImporterAppError) in
            if !isDryRun, !found.isEmpty { onFound(found.count) }
        } orThrow: {
            Self.noSubscription(feed ?? "")
        }
    }

    /// Finds and deletes in one unit of work, so that what is told is what was done.
    private func delete(
        isDryRun: Bool,
        _ find: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> [EpisodeHeading]?,
        check: @escaping @Sendable ([EpisodeHeading]) throws(ImporterAppError) -> Void,
        orThrow missing: () -> ImporterAppError = { ImporterAppError(.notFound, "there is no such podcast") }
    ) async throws(ImporterAppError) -> [RemovedEpisode] {
        let now = Self.now()
        let found = try await withStore(mustExist: true, reads: isDryRun) { persistence in
            let work: @Sendable (UnitOfWork) throws(PersistenceError) -> ([EpisodeHeading]?, ImporterAppError?) = {
                unit throws(PersistenceError) in
                guard let headings = try find(unit) else { return (nil, nil) }
                do throws(ImporterAppError) {
                    try check(headings)
                } catch {
                    return (nil, error)
                }
                if !isDryRun {
                    for heading in headings { try unit.episodes.delete(heading.id, at: now) }
                }
                return (headings, nil)
            }
            let (headings, refusal) =
                if isDryRun {
                    try await persistence.mainContext().perform(work)
                } else {
                    try await persistence.newBackgroundContext().save(work)
                }
            if let refusal { throw refusal }
            return headings
        }
        guard let found else { throw missing() }
        return found.map { RemovedEpisode($0, isRemoved: !isDryRun) }
    }
}
