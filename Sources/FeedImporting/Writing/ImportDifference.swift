import Persistence
import PodcastModel

/// Says what an import would do, item by item, without doing it.
struct ImportDifference {
    let counts: ImportCounts
    /// What only a document that is held back lists, items in document order, then the episodes that are not listed.
    let differences: [EpisodeDifference]
    /// What is odd about the items.
    let warnings: [ImportWarning]

    init(
        _ preparation: ImportPreparation,
        incoming: [IncomingEpisode],
        documentIsComplete: Bool,
        held: ParseFeedOperation.Output? = nil,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        var plan = preparation.plan
        var result = EpisodePlanWriter.Result(episodeIDs: [])
        var differences: [EpisodeDifference] = []
        // What the document that is held back is alone in listing: it is imported before this one.
        var before: [Int64: MatchDecision] = [:]
        // And what it changes.
        var changed = HeldChanges()
        if preparation.verdict == .confirmed, let held {
            let first = preparation.stored.plan(ofHeld: held, at: now)
            changed = try HeldChanges(first, of: held, in: unit)
            let stored = preparation.stored.adding(first, of: held.episodes, changed: changed.items)
            plan = stored.plan(of: incoming, in: preparation.document)
            let kept = Set(plan.decisions.compactMap(\.unchangedKeyID))
            for decision in first.decisions {
                guard case .insert(let isBacklog) = decision.action else { continue }
                changed.result.insertedIDs.append(decision.provisionalID)
                before[decision.provisionalID] = decision
                guard !kept.contains(decision.provisionalID) else { continue }
                let title = held.episodes[decision.position].episode.title
                differences.append(decision.difference(.insert, title: title, isBacklog: isBacklog))
            }
        }
        warnings = plan.warnings
        let stored = try plan.storedEpisodes(in: unit).merging(changed.stored) { known, _ in known }
        for decision in plan.decisions {
            let item = incoming[decision.position].episode
            switch decision.action {
            case .insert(let isBacklog):
                result.counts.inserted += 1
                differences.append(decision.difference(.insert, title: item.title, isBacklog: isBacklog))
            case .duplicate:
                result.counts.unchanged += 1
                differences.append(decision.difference(.duplicate, title: item.title))
            case .suppress:
                result.counts.unchanged += 1
                differences.append(decision.difference(.suppress, title: item.title))
            case .match(let id, _) where id < 0:
                result.episodeIDs.append(id)
                result.counts.unchanged += 1
                if decision.formerKey != nil {
                    differences.append(decision.difference(.rekey, title: item.title))
                } else if case .insert(let isBacklog) = before[id]?.action, let insert = before[id] {
                    differences.append(insert.difference(.insert, title: item.title, isBacklog: isBacklog))
                }
            case .match(let id, _):
                result.episodeIDs.append(id)
                if decision.isReturn || decision.wasRemoved {
                    differences.append(decision.difference(.restore, episodeID: id, title: item.title))
                }
                let base = changed.items[id]?.episode ?? stored[id]?.episode
                let own = decision.needsStoredEpisode ? base : nil
                result.count(
                    decision,
                    own.map { decision.merge(incoming, over: $0, documentIsComplete: documentIsComplete) },
                    of: id
                )
                guard decision.needsStoredEpisode || changed.items[id] != nil, let old = stored[id] else { continue }
                var whole = decision
                whole.formerKey = old.episode.key.isExactly(decision.key) ? nil : old.episode.key
                // The key it has is an alias from the first document on that gives it another, for that one's reason.
                if let first = changed.decisions[id], first.formerKey != nil {
                    (whole.by, whole.detail) = (first.by, first.detail)
                }
                let edit = whole.merge(incoming, over: old.episode, documentIsComplete: documentIsComplete)
                differences.append(whole.difference(of: edit, episodeID: id))
                changed.told.insert(id)
            }
        }
        differences += changed.untold
        let unlisted = Dictionary(preparation.stored.identities.map { ($0.id, $0) }) { first, _ in first }
        for absence in plan.absences where absence.episodeID > 0 || absence.action == .remove {
            if absence.action == .remove { result.counts.removed += 1 }
            if let insert = before[absence.episodeID], let held {
                differences.append(absence.difference(ofNew: insert, in: held.episodes))
                continue
            }
            differences.append(try absence.difference(identity: unlisted[absence.episodeID], in: unit))
        }
        counts = result.counts(after: changed.result)
        self.differences = differences
    }
}

/// What the document that is held back makes of known episodes, before the one that confirms it is imported.
private struct HeldChanges {
    /// The episodes that it changes, as they are then.
    private(set) var items: [Int64: IncomingEpisode] = [:]
    /// As they are now.
    private(set) var stored: [Int64: StoredEpisode] = [:]
    /// Why, of each.
    private(set) var decisions: [Int64: MatchDecision] = [:]
    var result = EpisodePlanWriter.Result(episodeIDs: [])
    /// Those of which the later document has said what becomes of them.
    var told: Set<Int64> = []
    private var differences: [(id: Int64, difference: EpisodeDifference)] = []

    init() {}

    init(
        _ plan: MatchPlan,
        of held: ParseFeedOperation.Output,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        stored = try plan.storedEpisodes(in: unit)
        for decision in plan.decisions where decision.needsStoredEpisode {
            guard case .match(let id, _) = decision.action, let old = stored[id] else { continue }
            let edit = decision.merge(
                held.episodes,
                over: old.episode,
                documentIsComplete: held.document.complete
            )
            items[id] = edit.applied(to: decision.keyed(held.episodes))
            decisions[id] = decision
            result.count(decision, edit, of: id)
            differences.append((id, decision.difference(of: edit, episodeID: id)))
        }
    }

    /// What becomes of the others.
    var untold: [EpisodeDifference] { differences.filter { !told.contains($0.id) }.map(\.difference) }
}

extension EpisodePlanWriter.Result {
    /// Counts a known episode as the writer would.
    fileprivate mutating func count(_ decision: MatchDecision, _ edit: EpisodeMerge?, of id: Int64) {
        switch edit.map(decision.effect) {
        case .rekey: rekeyed(id)
        case .update: updated(id)
        case .refresh, nil: counts.unchanged += 1
        }
    }
}

extension MatchDecision {
    /// The episode it is known to be under the key it has.
    fileprivate var unchangedKeyID: Int64? {
        guard case .match(let id, _) = action, formerKey == nil else { return nil }
        return id
    }

    fileprivate func difference(
        _ action: EpisodeDifference.Action,
        episodeID: Int64? = nil,
        title: String,
        isBacklog: Bool = false
    ) -> EpisodeDifference {
        EpisodeDifference(
            action: action,
            episodeID: episodeID,
            title: title,
            key: key,
            formerKey: formerKey,
            by: by.rawValue,
            detail: detail,
            isBacklog: isBacklog
        )
    }

    fileprivate func difference(of edit: EpisodeMerge, episodeID: Int64) -> EpisodeDifference {
        let action: EpisodeDifference.Action =
            switch effect(of: edit) {
            case .rekey: .rekey
            case .refresh: .refresh
            case .update: .update
            }
        // Of a refresh nobody is told anything else.
        let fields = action == .refresh ? edit.changedFields : edit.toldFields
        return EpisodeDifference(
            action: action,
            episodeID: episodeID,
            title: edit.merged.title,
            key: key,
            formerKey: formerKey,
            by: by.rawValue,
            detail: detail,
            fields: fields,
            significance: fields.isEmpty ? nil : edit.significance
        )
    }
}

extension AbsenceDecision {
    /// What is to become of an episode that only the document that is held back lists.
    fileprivate func difference(ofNew insert: MatchDecision, in items: [IncomingEpisode]) -> EpisodeDifference {
        EpisodeDifference(
            action: .remove,
            episodeID: nil,
            title: items[insert.position].episode.title,
            key: insert.key,
            by: nil,
            detail: detail
        )
    }

    fileprivate func difference(
        identity: EpisodeIdentity?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> EpisodeDifference {
        EpisodeDifference(
            action: action == .remove ? .remove : .unlist,
            episodeID: episodeID,
            title: try unit.episodes.title(of: episodeID) ?? "",
            key: identity?.key ?? "",
            by: nil,
            detail: detail
        )
    }
}
