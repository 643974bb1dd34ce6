import FeedParsing
import PodcastModel

extension ItemMemory {
    /// What is to be remembered of a document's items when the plan was carried out; nil if they are no block.
    ///
    /// - Parameters:
    ///   - parsed: the document with all its items.
    ///   - plan: what becomes of them.
    ///   - stored: the episodes as they were before.
    init?(of parsed: ParseFeedOperation.Output, plan: MatchPlan, stored: StoredEpisodes) {
        guard let block = parsed.itemBlock else { return nil }
        self.init(block: block.digest, findings: block.findings)
        guard let layout = parsed.layout else { return }
        let entries = Self.entries(layout, parsed.episodes, plan, stored.identities)
        guard !entries.isEmpty, Set(entries.map(\.item)).count == entries.count else { return }
        (surroundings, costs, self.entries) = (layout.surroundings, layout.costs, entries)
    }

    /// The items that are matched by their own guid, give rise to no warning, and whose episodes are then as they say.
    private static func entries(
        _ layout: ItemLayout,
        _ incoming: [IncomingEpisode],
        _ plan: MatchPlan,
        _ identities: [EpisodeIdentity]
    ) -> [Entry] {
        guard layout.items.count == incoming.count, plan.decisions.count == incoming.count else { return [] }
        var rows: [Int64: Int] = [:]
        rows.reserveCapacity(identities.count)
        for (row, identity) in identities.enumerated() { rows[identity.id] = row }
        var entries: [Entry] = []
        entries.reserveCapacity(incoming.count)
        for decision in plan.decisions {
            let (item, episode) = (layout.items[decision.position], incoming[decision.position])
            guard !item.hasWarnings, decision.keyKind == .guid, decision.key.isExactly(episode.episode.key),
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
        return entries
    }
}
