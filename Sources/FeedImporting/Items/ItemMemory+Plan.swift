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
        // Where these have shared a guid, all would be read after some (``StandIns``), and each time.
        guard let layout = parsed.layout, !stored.haveSharedKeys else { return }
        let entries = Self.entries(layout, parsed.episodes, plan, stored.identities)
        guard !entries.isEmpty, Set(entries.map(\.item)).count == entries.count else { return }
        (surroundings, costs, self.entries) = (layout.surroundings, layout.costs, entries)
    }

    /// The items that are matched by their own guid, give rise to no warning, share their media file with none that has
    /// to be read again, and whose episodes are then as they say.
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
        var known: [Int] = []
        known.reserveCapacity(incoming.count)
        // The media files of those that have to be read again.
        var files: Set<String> = []
        for decision in plan.decisions {
            let (item, episode) = (layout.items[decision.position], incoming[decision.position])
            if !item.hasWarnings, isAsItSays(episode, decision, rows: rows, identities) {
                known.append(decision.position)
                continue
            }
            // The same beside an item without a guid of its own.
            guard episode.episode.keyKind == .guid else { return [] }
            if let file = episode.canonicalEnclosure { files.insert(file) }
        }
        // To find a few among others that are read costs more than to read these, too.
        guard known.count * 3 >= incoming.count else { return [] }
        // All are read beside an item with the file of one that is not, too.
        return known.compactMap { position in
            let episode = incoming[position]
            if let file = episode.canonicalEnclosure, files.contains(file) { return nil }
            return Entry(item: layout.items[position].digest, episode: episode.matchingDigest)
        }
    }

    /// Whether an item is matched by its own guid, and its episode is then as it says.
    private static func isAsItSays(
        _ episode: IncomingEpisode,
        _ decision: MatchDecision,
        rows: [Int64: Int],
        _ identities: [EpisodeIdentity]
    ) -> Bool {
        guard decision.keyKind == .guid, decision.key.isExactly(episode.episode.key), decision.formerKey == nil else {
            return false
        }
        switch decision.action {
        case .insert: return true
        case .match(let id, .none): return rows[id].map { identities[$0].isMatched(by: episode) } ?? false
        case .match, .duplicate, .suppress: return false
        }
    }
}
