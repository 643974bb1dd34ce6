import Persistence
import PodcastModel

extension MatchPlan {
    /// The stored form of those episodes that something is written over.
    func storedEpisodes(in unit: UnitOfWork) throws(PersistenceError) -> [Int64: StoredEpisode] {
        let ids = decisions.compactMap { $0.needsStoredEpisode ? $0.episodeID : nil }
        guard !ids.isEmpty else { return [:] }
        var stored: [Int64: StoredEpisode] = [:]
        for episode in try unit.episodes.episodes(ids: ids) { stored[episode.id] = episode }
        return stored
    }
}

extension MatchDecision {
    /// Whether anything of a known episode is to be written but its presence.
    var needsStoredEpisode: Bool {
        guard case .match(_, let change) = action else { return false }
        return change != .none || formerKey != nil
    }

    /// What it is to write something over a known episode.
    enum Effect {
        /// It gets another key, whatever else changes.
        case rekey
        /// Nobody is told of what changes.
        case refresh
        case update
    }

    /// What it is to write a merged item over the known episode.
    func effect(of edit: EpisodeMerge) -> Effect {
        if formerKey != nil { return .rekey }
        return edit.significance == .silent ? .refresh : .update
    }

    /// The item under the key it was given; collisions may have changed it.
    func keyed(_ incoming: [IncomingEpisode]) -> IncomingEpisode {
        incoming[position].keyed(key, keyKind)
    }

    /// The item with what must not get lost from the stored episode (identity C5 26, 27).
    func merge(_ incoming: [IncomingEpisode], over stored: Episode, documentIsComplete: Bool) -> EpisodeMerge {
        EpisodeMerge(
            stored: stored,
            incoming: keyed(incoming).episode,
            documentIsComplete: documentIsComplete,
            keepsStoredDate: keepsStoredDate,
            keepsStoredGUID: keepsStoredGUID,
            usesGUID: formerKey != nil || keyKind == .guid
        )
    }
}
