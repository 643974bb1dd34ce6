import Persistence
import PodcastModel

/// What the store knows of a podcast's episodes, to match items with.
struct StoredEpisodes: Sendable {
    let identities: [EpisodeIdentity]
    /// The keys that episodes had before.
    let aliases: [ExactText: Int64]
    /// Those of them that an episode gave up for the one it had had before.
    let returnedKeys: Set<ExactText>
    /// What is remembered of episodes that were deleted here.
    let tombstones: Tombstones

    /// Looks them up; there are none before the first import.
    init(ofPodcast podcastID: Int64?, in unit: UnitOfWork) throws(PersistenceError) {
        guard let podcastID else {
            (identities, aliases, returnedKeys, tombstones) = ([], [:], [], Tombstones())
            return
        }
        identities = try unit.episodes.identities(ofPodcast: podcastID)
        aliases = try unit.episodes.aliases(ofPodcast: podcastID)
        returnedKeys =
            aliases.isEmpty
            ? [] : try unit.episodes.aliases(ofPodcast: podcastID, matchedBy: MatchReason.alias.rawValue)
        tombstones = try unit.episodes.tombstones(ofPodcast: podcastID)
    }

    /// Whether several episodes have, or had, one guid: which is which is then told by more than it.
    var haveSharedKeys: Bool {
        identities.contains { $0.keyKind != .guid && SyntheticKey.base(ofShared: $0.key) != nil }
            || aliases.keys.contains { SyntheticKey.base(ofShared: $0.text) != nil }
            || tombstones.keys.contains { SyntheticKey.base(ofShared: $0.text) != nil }
    }
}
