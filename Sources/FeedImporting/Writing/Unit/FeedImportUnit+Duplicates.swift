import Persistence
import PodcastModel

extension FeedImportUnit {
    /// Says so when a podcast that is imported for the first time has the
    /// podcast:guid of another (identity C8 43).
    ///
    /// Only a hint: guids are copied along with feeds, and nobody vouches for
    /// them. Nothing is merged.
    ///
    /// - Parameters:
    ///   - podcast: the podcast.
    ///   - id: its row; nil if it has none yet.
    ///   - unit: the unit of work.
    /// - Returns: a warning for each of the first other podcasts that are followed and have its guid.
    /// - Throws: ``PersistenceError``.
    static func duplicateHints(
        of podcast: Podcast,
        exceptFor id: Int64?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> [ImportWarning] {
        guard let guid = podcast.guid else { return [] }
        var hints: [ImportWarning] = []
        for other in try unit.podcasts.followedPodcasts(guid: guid, exceptFor: id, limit: namedPodcasts) {
            guard let subscription = try unit.subscriptions.subscription(ofPodcast: other.id) else { continue }
            // The address may hold a token; the number is enough to find it.
            let name = other.podcast.title.map { " (\($0))" } ?? ""
            hints.append(
                ImportWarning(
                    kind: .samePodcast,
                    detail: "it has the podcast:guid of subscription \(subscription.id)\(name): "
                        + "perhaps you follow one podcast twice"
                )
            )
        }
        return hints
    }

    /// More than this are no podcast that is followed twice: where all feeds of a tool have one guid, each of thousands
    /// would name all others.
    private static let namedPodcasts = 5
}
