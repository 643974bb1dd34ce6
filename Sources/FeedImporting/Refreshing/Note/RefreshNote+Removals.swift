import FeedLoading
import Persistence
import PodcastModel

/// Episodes that were missing in the document, which still holds.
extension RefreshNote {
    /// The document of the last time still holds: one more that does not list what was missing in it (identity C6 33).
    ///
    /// Where only what is new may come, nothing is missing (http polling A1 17b).
    func removeDue(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Int {
        guard standing.hasRemovalDue, let podcast = standing.podcastID else { return 0 }
        guard let due = try overdue(ofPodcast: podcast, in: unit, at: now) else {
            // So many are the matter of the circuit breaker, which needs the document: it is asked for, and read,
            // whole.
            try unit.refreshes.dropValidators(of: state.subscriptionID)
            return 0
        }
        return due == 0 ? 0 : try unit.episodes.removeDue(ofPodcast: podcast, at: now)
    }

    /// How many episodes count as withdrawn now that the document still holds; nil if they are so many that it has to
    /// be looked at.
    func overdue(
        ofPodcast podcast: Int64,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Int? {
        guard case .unchanged = event, !state.lastDocumentIsCut, !job.request.options.acceptsDelta else { return 0 }
        let (due, present) = try unit.episodes.removalsDue(ofPodcast: podcast, at: now)
        return DocumentJudge.isMassRemoval(due, of: present) ? nil : due
    }
}
