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
        var account = DifferenceAccount(preparation.plan, of: incoming, documentIsComplete: documentIsComplete)
        if preparation.verdict == .confirmed, let held {
            try account.begin(with: held, preparation, at: now, in: unit)
        }
        try account.addItems(in: unit)
        try account.addAbsences(among: preparation.stored.identities, held: held, in: unit)
        counts = account.result.counts(after: account.changed.result)
        differences = account.differences
        warnings = account.plan.warnings
    }
}

/// What is found out, item by item.
private struct DifferenceAccount {
    private(set) var plan: MatchPlan
    private(set) var result = EpisodePlanWriter.Result(episodeIDs: [])
    private(set) var differences: [EpisodeDifference] = []
    /// What the document that is held back is alone in listing: it is imported before this one.
    private var before: [Int64: MatchDecision] = [:]
    /// And what it changes.
    private(set) var changed = HeldChanges()
    private let incoming: [IncomingEpisode]
    private let documentIsComplete: Bool

    init(_ plan: MatchPlan, of incoming: [IncomingEpisode], documentIsComplete: Bool) {
        self.plan = plan
        self.incoming = incoming
        self.documentIsComplete = documentIsComplete
    }

    /// Begins with the document that is held back: the items are matched with what that leaves.
    mutating func begin(
        with held: ParseFeedOperation.Output,
        _ preparation: ImportPreparation,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
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

    mutating func addItems(in unit: UnitOfWork) throws(PersistenceError) {
        let stored = try plan.storedEpisodes(in: unit).merging(changed.stored) { known, _ in known }
        for decision in plan.decisions {
            let title = incoming[decision.position].episode.title
            switch decision.action {
            case .insert(let isBacklog):
                result.counts.inserted += 1
                differences.append(decision.difference(.insert, title: title, isBacklog: isBacklog))
            case .duplicate:
                result.counts.unchanged += 1
                differences.append(decision.difference(.duplicate, title: title))
            case .suppress:
                result.counts.unchanged += 1
                differences.append(decision.difference(.suppress, title: title))
            case .match(let id, _) where id < 0: addNew(decision, of: id, title: title)
            case .match(let id, _): addKnown(decision, of: id, stored[id], title: title)
            }
        }
        differences += changed.untold
    }

    /// An item that the document that is held back has brought.
    private mutating func addNew(_ decision: MatchDecision, of id: Int64, title: String) {
        result.episodeIDs.append(id)
        result.counts.unchanged += 1
        if decision.formerKey != nil {
            differences.append(decision.difference(.rekey, title: title))
        } else if let insert = before[id], case .insert(let isBacklog) = insert.action {
            differences.append(insert.difference(.insert, title: title, isBacklog: isBacklog))
        }
    }

    /// An item that is an episode of the store.
    private mutating func addKnown(
        _ decision: MatchDecision,
        of id: Int64,
        _ stored: StoredEpisode?,
        title: String
    ) {
        result.episodeIDs.append(id)
        if decision.isReturn || decision.wasRemoved {
            differences.append(decision.difference(.restore, episodeID: id, title: title))
        }
        let base = changed.items[id]?.episode ?? stored?.episode
        let own = decision.needsStoredEpisode ? base : nil
        let counted = own.map { decision.merge(incoming, over: $0, documentIsComplete: documentIsComplete) }
        result.count(decision, counted, of: id)
        guard decision.needsStoredEpisode || changed.items[id] != nil, let stored else { return }
        var whole = decision
        whole.formerKey = stored.episode.key.isExactly(decision.key) ? nil : stored.episode.key
        // The key it has is an alias from the first document on that gives it another, for that one's reason.
        if let first = changed.decisions[id], first.formerKey != nil {
            (whole.by, whole.detail) = (first.by, first.detail)
        }
        let edit = whole.merge(incoming, over: stored.episode, documentIsComplete: documentIsComplete)
        differences.append(whole.difference(of: edit, episodeID: id))
        changed.told.insert(id)
    }

    mutating func addAbsences(
        among identities: [EpisodeIdentity],
        held: ParseFeedOperation.Output?,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        let known = Dictionary(identities.map { ($0.id, $0) }) { first, _ in first }
        for absence in plan.absences where absence.episodeID > 0 || absence.action == .remove {
            if absence.action == .remove { result.counts.removed += 1 }
            if let insert = before[absence.episodeID], let held {
                differences.append(absence.difference(ofNew: insert, in: held.episodes))
                continue
            }
            differences.append(try absence.difference(identity: known[absence.episodeID], in: unit))
        }
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
