import FeedParsing
import PodcastModel

extension ItemMemory {
    /// What is to be remembered of a document's items when the plan was carried out.
    ///
    /// Only of items that are matched by their own guid, and whose episodes are then as the items say.
    ///
    /// - Parameters:
    ///   - parsed: the document with all its items.
    ///   - plan: what becomes of them.
    ///   - stored: the episodes as they were before.
    init?(of parsed: ParseFeedOperation.Output, plan: MatchPlan, stored: StoredEpisodes) {
        let (incoming, identities) = (parsed.episodes, stored.identities)
        guard let layout = parsed.layout, layout.items.count == incoming.count,
            plan.decisions.count == incoming.count
        else { return nil }
        var rows: [Int64: Int] = [:]
        rows.reserveCapacity(identities.count)
        for (row, identity) in identities.enumerated() { rows[identity.id] = row }
        var entries: [Entry] = []
        entries.reserveCapacity(incoming.count)
        for decision in plan.decisions {
            let (item, episode) = (layout.items[decision.position], incoming[decision.position])
            guard decision.keyKind == .guid, decision.key.isExactly(episode.episode.key),
                decision.formerKey == nil
            else {
                continue
            }
            switch decision.action {
            case .insert: break
            case .match(let id, .none):
                guard let row = rows[id], identities[row].isMatched(by: episode) else { continue }
            case .match, .duplicate, .suppress: continue
            }
            entries.append(Entry(item: item.digest, episode: episode.matchingDigest))
        }
        guard !entries.isEmpty, Set(entries.map(\.item)).count == entries.count else { return nil }
        self.init(surroundings: layout.surroundings, costs: layout.costs, entries: entries)
    }
}
