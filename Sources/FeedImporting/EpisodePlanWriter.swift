import Persistence
import PodcastModel

/// Carries out what the matcher has decided.
struct EpisodePlanWriter {
    let plan: MatchPlan
    let incoming: [IncomingEpisode]
    let podcastID: Int64
    /// Whether the document was read whole: what it lacks is gone, not lost.
    let documentIsComplete: Bool
    /// When the document before this one was read: the last sight of what this
    /// one does not list.
    let lastSeenAt: Timestamp
    let now: Timestamp

    /// Writes everything and counts it.
    ///
    /// An episode that has not changed costs nothing.
    func write(in unit: UnitOfWork) throws(PersistenceError) -> ImportCounts {
        var counts = ImportCounts()
        let stored = try storedEpisodes(in: unit)
        // The row each item has become, for items that are the same episode.
        var rows: [Int: Int64] = [:]
        for decision in plan.decisions {
            switch decision.action {
            case .insert(let isBacklog):
                rows[decision.position] = try unit.episodes.insert(
                    keyed(decision),
                    podcastID: podcastID,
                    at: now,
                    isBacklog: isBacklog
                )
                counts.inserted += 1
            case .match(let id, let change):
                rows[decision.position] = id
                try write(decision, change, over: stored[id], counts: &counts, in: unit)
            case .duplicate, .suppress:
                counts.unchanged += 1
            }
        }
        try keepAliasesOfDuplicates(rows, in: unit)
        try unit.episodes.markListed(returnedIDs, at: now)
        try writeAbsences(counts: &counts, in: unit)
        return counts
    }

    private func write(
        _ decision: MatchDecision,
        _ change: EpisodeChange,
        over stored: StoredEpisode?,
        counts: inout ImportCounts,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        guard let stored, change != .none || decision.formerKey != nil else {
            counts.unchanged += 1
            return
        }
        let item = merged(keyed(decision), over: stored.episode, keepsStoredDate: decision.keepsStoredDate)
        if decision.formerKey != nil {
            try unit.episodes.rekey(
                stored,
                to: item,
                matchedBy: decision.by.rawValue,
                detail: decision.detail.isEmpty ? nil : decision.detail,
                at: now
            )
            counts.rekeyed += 1
        } else if change == .refresh {
            try unit.episodes.refresh(stored, with: item)
            counts.unchanged += 1
        } else {
            let fields = try unit.episodes.update(stored, with: item, at: now)
            if fields.isEmpty { counts.unchanged += 1 } else { counts.updated += 1 }
        }
    }

    /// The stored form of those episodes that something is written over.
    private func storedEpisodes(in unit: UnitOfWork) throws(PersistenceError) -> [Int64: StoredEpisode] {
        var ids: [Int64] = []
        for decision in plan.decisions {
            if case .match(let id, let change) = decision.action, change != .none || decision.formerKey != nil {
                ids.append(id)
            }
        }
        guard !ids.isEmpty else { return [:] }
        var stored: [Int64: StoredEpisode] = [:]
        for episode in try unit.episodes.episodes(ids: ids) { stored[episode.id] = episode }
        return stored
    }

    /// The item under the key it was given; collisions may have changed it.
    private func keyed(_ decision: MatchDecision) -> IncomingEpisode {
        incoming[decision.position].keyed(decision.key, decision.keyKind)
    }

    /// The item with what must not get lost from the stored episode (identity C5 26, 27).
    private func merged(_ item: IncomingEpisode, over stored: Episode, keepsStoredDate: Bool) -> IncomingEpisode {
        EpisodeMerge(
            stored: stored,
            incoming: item.episode,
            documentIsComplete: documentIsComplete,
            keepsStoredDate: keepsStoredDate
        )
        .applied(to: item)
    }

    private func keepAliasesOfDuplicates(_ rows: [Int: Int64], in unit: UnitOfWork) throws(PersistenceError) {
        for decision in plan.decisions {
            guard case .duplicate(let position) = decision.action, let id = rows[position],
                plan.decisions[position].key != decision.key
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

    private var returnedIDs: [Int64] {
        plan.decisions.compactMap { decision in
            guard decision.isReturn || decision.wasRemoved, case .match(let id, _) = decision.action else { return nil }
            return id
        }
    }

    private func writeAbsences(counts: inout ImportCounts, in unit: UnitOfWork) throws(PersistenceError) {
        let unlisted = plan.absences.filter { $0.action == .unlist }.map(\.episodeID)
        let removed = plan.absences.filter { $0.action == .remove }.map(\.episodeID)
        try unit.episodes.markAbsent(unlisted, at: now, lastSeenAt: lastSeenAt)
        counts.removed = try unit.episodes.markRemoved(removed, at: now, lastSeenAt: lastSeenAt)
    }
}
