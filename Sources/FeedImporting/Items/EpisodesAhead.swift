import Persistence
import PodcastModel

/// A podcast's stored episodes, read before the writer's turn has come.
///
/// There is one writing connection, and reading a hundred episodes takes it longer than writing one. So they are read
/// on one of the reading connections, of which there are several, and the writer only makes sure that they have not
/// changed since.
struct EpisodesAhead: Sendable {
    let podcastID: Int64
    let version: EpisodeVersion
    let stored: StoredEpisodes
    /// What the store knows of the feed's last document.
    let history: RefreshHistory
    let readAt: Timestamp

    /// Reads them; blocks the thread of the stage that asks.
    ///
    /// - Parameters:
    ///   - podcastID: the podcast.
    ///   - subscriptionID: its feed.
    ///   - now: the moment.
    ///   - persistence: the store, loaded.
    /// - Throws: ``PersistenceError``.
    init(
        ofPodcast podcastID: Int64,
        followedBy subscriptionID: Int64,
        at now: Timestamp,
        in persistence: PersistenceManager
    ) throws(PersistenceError) {
        let context = try persistence.mainContext()
        self.podcastID = podcastID
        readAt = now
        // First the moment: what is read after it is at least as new.
        version = context.episodeVersion
        (stored, history) = try context.performAndWait { unit throws(PersistenceError) in
            (try StoredEpisodes(ofPodcast: podcastID, in: unit), try unit.refreshes.history(of: subscriptionID))
        }
    }

    /// Whether they are still what they were.
    func isCurrent(ofPodcast podcast: Int64, in unit: UnitOfWork) -> Bool {
        podcast == podcastID && unit.episodesAreUnchanged(ofPodcast: podcast, since: version)
    }
}
