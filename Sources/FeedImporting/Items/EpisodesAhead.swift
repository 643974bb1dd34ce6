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

    /// Reads them; blocks the thread of the stage that asks.
    ///
    /// - Throws: ``PersistenceError``.
    init(ofPodcast podcastID: Int64, in persistence: PersistenceManager) throws(PersistenceError) {
        let context = try persistence.mainContext()
        self.podcastID = podcastID
        // First the moment: what is read after it is at least as new.
        version = context.episodeVersion
        stored = try context.performAndWait { unit throws(PersistenceError) in
            try StoredEpisodes(ofPodcast: podcastID, in: unit)
        }
    }

    /// Whether they are still what they were.
    func isCurrent(ofPodcast podcast: Int64, in unit: UnitOfWork) -> Bool {
        podcast == podcastID && unit.episodesAreUnchanged(ofPodcast: podcast, since: version)
    }
}
