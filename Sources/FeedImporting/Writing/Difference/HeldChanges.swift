import Persistence
import PodcastModel

/// What the document that is held back makes of known episodes, before the one that confirms it is imported.
struct HeldChanges {
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
            guard let id = decision.episodeID, let old = stored[id] else { continue }
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
    mutating func count(_ decision: MatchDecision, _ edit: EpisodeMerge?, of id: Int64) {
        switch edit.map(decision.effect) {
        case .rekey: rekeyed(id)
        case .update: updated(id)
        case .refresh, nil: counts.unchanged += 1
        }
    }
}
