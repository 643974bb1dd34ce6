import Persistence
import PodcastModel

/// Carries out what the matcher has decided.
struct EpisodePlanWriter {
    let plan: MatchPlan
    let incoming: [IncomingEpisode]
    /// The keys that episodes are known to have had before.
    let aliases: [ExactText: EpisodeAlias]
    let podcastID: Int64
    /// Whether the document was read whole: what it lacks is gone, not lost.
    let documentIsComplete: Bool
    /// When the document before this one was read: the last sight of what this
    /// one does not list.
    let lastSeenAt: Timestamp
    /// How many old values are kept of one episode.
    let editHistoryLimit: Int
    let now: Timestamp

    /// Writes everything and counts it.
    ///
    /// An episode that has not changed costs nothing.
    func write(in unit: UnitOfWork) throws(PersistenceError) -> Result {
        let stored = try plan.storedEpisodes(in: unit)
        try unit.episodes.giveUpKeys(ofEpisodes: Array(plan.givenUpKeys.keys))
        var result = Result(episodeIDs: Array(repeating: nil, count: incoming.count))
        for decision in plan.decisions {
            switch decision.action {
            case .insert: break
            case .match(let id, _):
                result.episodeIDs[decision.position] = id
                try write(decision, over: stored[id], &result, in: unit)
            case .duplicate, .suppress:
                result.counts.unchanged += 1
            }
        }
        // After the known ones: a key that one of those had may be free now.
        try insertNew(&result, in: unit)
        try keepAliasesOfDuplicates(&result.episodeIDs, in: unit)
        try unit.episodes.addTombstones(newTombstones, podcastID: podcastID, at: now)
        for renewal in plan.tombstoneRenewals {
            try unit.episodes.renewTombstone(
                of: renewal.episode,
                formerKey: renewal.formerKey,
                forgetsFormerKey: renewal.forgetsFormerKey,
                podcastID: podcastID
            )
        }
        try unit.episodes.markListed(returnedIDs, at: now)
        try writeAbsences(counts: &result.counts, in: unit)
        return result
    }

    private func insertNew(_ result: inout Result, in unit: UnitOfWork) throws(PersistenceError) {
        var positions: [Int] = []
        var episodes: [(incoming: IncomingEpisode, isBacklog: Bool)] = []
        for decision in plan.decisions {
            guard case .insert(let isBacklog) = decision.action else { continue }
            positions.append(decision.position)
            episodes.append((decision.keyed(incoming), isBacklog))
        }
        let ids = try unit.episodes.insert(episodes, podcastID: podcastID, at: now)
        for (position, id) in zip(positions, ids) { result.episodeIDs[position] = id }
        result.insertedIDs = ids
        result.counts.inserted = ids.count
    }

    private func write(
        _ decision: MatchDecision,
        over stored: StoredEpisode?,
        _ result: inout Result,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        guard let stored, decision.needsStoredEpisode else {
            result.counts.unchanged += 1
            return
        }
        let edit = decision.merge(incoming, over: stored.episode, documentIsComplete: documentIsComplete)
        let item = edit.applied(to: decision.keyed(incoming))
        let rules = EditRules(significances: edit.significances, historyLimit: editHistoryLimit)
        switch decision.effect(of: edit) {
        case .rekey:
            try unit.episodes.rekey(
                stored,
                to: item,
                matchedBy: decision.by.rawValue,
                detail: decision.detail.isEmpty ? nil : decision.detail,
                rules: rules,
                at: now
            )
            result.rekeyed(stored.id)
        case .refresh:
            try unit.episodes.refresh(stored, with: item)
            result.counts.unchanged += 1
        case .update:
            let fields = try unit.episodes.update(stored, with: item, rules: rules, at: now)
            if fields.isEmpty { result.counts.unchanged += 1 } else { result.updated(stored.id) }
        }
    }

    /// An alias that is known is not written again: the same document twice
    /// writes nothing.
    ///
    /// A key that both items have is none: whoever has it now is
    /// settled already.
    private func keepAliasesOfDuplicates(_ rows: inout [Int64?], in unit: UnitOfWork) throws(PersistenceError) {
        for decision in plan.decisions {
            guard case .duplicate(let position) = decision.action, let id = rows[position] else { continue }
            rows[decision.position] = id
            guard !decision.keepsStoredGUID, !plan.decisions[position].key.isExactly(decision.key),
                !incoming[position].episode.key.isExactly(decision.key),
                aliases[ExactText(decision.key)]?.episodeID != id
            else { continue }
            try unit.episodes.addAlias(
                decision.key,
                ofEpisode: id,
                podcastID: podcastID,
                matchedBy: decision.by.rawValue,
                detail: decision.detail.isEmpty ? nil : decision.detail,
                at: now
            )
        }
    }

    /// The keys under which episodes were recognised that were deleted here.
    ///
    /// Where they are others in each document, of several copies that of the one that takes the place of the last.
    private var newTombstones: [String] {
        let renewed = Set(plan.tombstoneRenewals.map { ExactText($0.episode.key) })
        return plan.decisions.compactMap { decision in
            guard decision.action == .suppress, decision.formerKey != nil,
                !decision.forgetsFormerKey || renewed.contains(ExactText(decision.key))
            else { return nil }
            return decision.key
        }
    }

    private var returnedIDs: [Int64] {
        plan.decisions.compactMap { $0.isReturn || $0.wasRemoved ? $0.episodeID : nil }
    }

    private func writeAbsences(counts: inout ImportCounts, in unit: UnitOfWork) throws(PersistenceError) {
        let unlisted = plan.absences.filter { $0.action == .unlist }.map(\.episodeID)
        let removed = plan.absences.filter { $0.action == .remove }.map(\.episodeID)
        try unit.episodes.markAbsent(unlisted, at: now, lastSeenAt: lastSeenAt)
        counts.removed = try unit.episodes.markRemoved(removed, at: now, lastSeenAt: lastSeenAt)
        if let removalsDue = plan.removalsDue { try unit.episodes.setRemovalsDue(removalsDue, ofPodcast: podcastID) }
    }
}
