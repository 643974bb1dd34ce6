import Persistence
import PodcastModel

/// What the store knows of a podcast's episodes, to match items with.
struct StoredEpisodes: Sendable {
    /// All episodes, the absent and withdrawn ones too.
    let identities: [EpisodeIdentity]
    /// The keys that they had before.
    let aliases: [ExactText: EpisodeAlias]
    /// What is remembered of episodes that were deleted here.
    let tombstones: Tombstones

    /// Looks them up; there are none before the first import.
    init(ofPodcast podcastID: Int64?, in unit: UnitOfWork) throws(PersistenceError) {
        guard let podcastID else {
            self.init(identities: [])
            return
        }
        self.init(
            identities: try unit.episodes.identities(ofPodcast: podcastID),
            aliases: try unit.episodes.aliases(ofPodcast: podcastID, returning: MatchReason.alias.rawValue),
            tombstones: try unit.episodes.tombstones(ofPodcast: podcastID)
        )
    }

    /// These, and those that a plan makes of what they do not know, under numbers below zero.
    ///
    /// - Parameters:
    ///   - plan: what is to be done with the items.
    ///   - incoming: the items.
    ///   - changed: the known ones that it changes, as they are then.
    /// - Returns: what there is to know once it is done.
    func adding(
        _ plan: MatchPlan,
        of incoming: [IncomingEpisode],
        changed: [Int64: IncomingEpisode]
    ) -> StoredEpisodes {
        let added = plan.decisions.compactMap { decision -> EpisodeIdentity? in
            guard case .insert = decision.action else { return nil }
            let item = incoming[decision.position]
            return EpisodeIdentity(decision.provisionalID, of: item.keyed(decision.key, decision.keyKind))
        }
        let known = identities.map { row in
            changed[row.id].map { EpisodeIdentity(row.id, of: $0, before: row) } ?? row
        }
        var aliases = aliases
        for decision in plan.decisions {
            guard let id = decision.episodeID, let formerKey = decision.formerKey else { continue }
            aliases[ExactText(formerKey), default: EpisodeAlias(episodeID: id)].episodeID = id
        }
        for item in changed.values { aliases[ExactText(item.episode.key)] = nil }
        return StoredEpisodes(identities: known + added, aliases: aliases, tombstones: tombstones)
    }

    init(
        identities: [EpisodeIdentity],
        aliases: [ExactText: EpisodeAlias] = [:],
        tombstones: Tombstones = Tombstones()
    ) {
        self.identities = identities
        self.aliases = aliases
        self.tombstones = tombstones
    }

    /// Whether several episodes have, or had, one guid, so that more than the guid is needed to match them.
    var haveSharedKeys: Bool {
        identities.contains { $0.keyKind != .guid && SyntheticKey.base(ofShared: $0.key) != nil }
            || aliases.keys.contains { SyntheticKey.base(ofShared: $0.text) != nil }
            || tombstones.keys.contains { SyntheticKey.base(ofShared: $0.text) != nil }
    }
}

extension EpisodeIdentity {
    /// What the store would know an episode by if it were as the item says.
    fileprivate init(_ id: Int64, of item: IncomingEpisode, before: EpisodeIdentity? = nil) {
        let hasPage = item.canonicalEnclosure == nil || item.episode.keyKind != .guid
        self.init(
            id: id,
            key: item.episode.key,
            keyKind: item.episode.keyKind,
            contentHash: item.contentHash,
            canonicalEnclosure: item.canonicalEnclosure,
            canonicalTitle: item.canonicalTitle,
            publishedAt: item.feedPublishedAt ?? item.episode.publishedAt,
            keptPublishedAt: item.feedPublishedAt == nil ? nil : item.episode.publishedAt,
            firstPublishedAt: before?.firstPublishedAt,
            durationSeconds: item.episode.durationSeconds,
            mediaType: item.declaredMediaType,
            page: hasPage ? item.episode.link : nil,
            absentSince: before?.absentSince,
            removedAt: before?.removedAt,
            removalDueAt: before?.removalDueAt
        )
    }
}

extension MatchDecision {
    /// What stands for the number of an episode that is not stored yet.
    var provisionalID: Int64 { -1 - Int64(position) }
}
