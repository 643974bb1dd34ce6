import Persistence
import PodcastModel

/// What is found out, item by item.
struct DifferenceAccount {
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
        plan = EpisodeMatcher.plan(incoming: incoming, stored: stored, document: preparation.document)
        let kept = Set(plan.decisions.compactMap { $0.formerKey == nil ? $0.episodeID : nil })
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
