import Persistence
import PodcastModel

extension EpisodeStore {
    /// What the episode with this key is recognised by.
    func identity(ofPodcast podcast: Int64, key: String) throws(PersistenceError) -> EpisodeIdentity? {
        try identities(ofPodcast: podcast).first { $0.key == key }
    }
}
