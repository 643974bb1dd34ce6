import FeedParsing
import PodcastModel

extension ItemMemory {
    /// What is to be remembered of a document's items when the plan was carried out.
    ///
    /// Only of items that are matched by their own guid, and whose episodes are then as the items say.
    ///
    /// - Parameters:
    ///   - layout: the items one by one.
    ///   - incoming: the same as episodes.
    ///   - plan: what became of them.
    ///   - identities: the episodes as they were before.
    init?(
        of layout: ItemLayout,
        incoming: [IncomingEpisode],
        plan: MatchPlan,
        identities: [EpisodeIdentity]
    ) {
        guard layout.items.count == incoming.count, plan.decisions.count == incoming.count else { return nil }
        let rows = Dictionary(identities.map { ($0.id, $0) }) { first, _ in first }
        var entries: [Entry] = []
        entries.reserveCapacity(incoming.count)
        for decision in plan.decisions {
            let (item, episode) = (layout.items[decision.position], incoming[decision.position])
            guard decision.keyKind == .guid, decision.key == episode.episode.key, decision.formerKey == nil else {
                continue
            }
            let digest = episode.matchingDigest
            switch decision.action {
            case .insert: break
            case .match(let id, .none) where rows[id]?.matchingDigest == digest: break
            case .match, .duplicate, .suppress: continue
            }
            entries.append(Entry(item: item.digest, episode: digest))
        }
        guard !entries.isEmpty, Set(entries.map(\.item)).count == entries.count else { return nil }
        self.init(surroundings: layout.surroundings, costs: layout.costs, entries: entries)
    }
}
