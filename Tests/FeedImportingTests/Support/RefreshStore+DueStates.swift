import Persistence
import PodcastModel

extension RefreshStore {
    /// The feeds that are due and can be read, longest due first.
    func dueStates(at now: Timestamp) throws(PersistenceError) -> [RefreshState] {
        let ids = try dueSubscriptionIDs(at: now)
        let states = try states(ids: ids)
        return ids.compactMap { states[$0] }
    }
}
