import Persistence
import PodcastModel

extension EpisodeStore {
    /// Adds one episode; returns its number.
    @discardableResult
    func insert(
        _ incoming: IncomingEpisode,
        podcastID: Int64,
        at now: Timestamp,
        isBacklog: Bool
    ) throws(PersistenceError) -> Int64 {
        try insert([(incoming, isBacklog)], podcastID: podcastID, at: now)[0]
    }
}
