import Persistence
import PodcastModel

extension MatchDecision {
    /// What is told of an item that changes no field of an episode.
    func difference(
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

    /// What is told of an item that is merged into a known episode.
    func difference(of edit: EpisodeMerge, episodeID: Int64) -> EpisodeDifference {
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
    func difference(ofNew insert: MatchDecision, in items: [IncomingEpisode]) -> EpisodeDifference {
        EpisodeDifference(
            action: .remove,
            episodeID: nil,
            title: items[insert.position].episode.title,
            key: insert.key,
            by: nil,
            detail: detail
        )
    }

    /// What is to become of an episode of the store that is not listed.
    func difference(
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
