import Persistence
import PodcastModel

/// A dry run.
extension RefreshNote {
    /// What is reported where nothing is written.
    func preview() throws -> Written {
        try job.tools.persistence.mainContext().performAndWait { unit throws(PersistenceError) in
            let now = self.job.tools.now()
            var known = Written(podcastID: self.state.podcastID, title: self.state.title)
            known.isGone = self.isGone(self.state.state)
            if let podcast = self.state.podcastID {
                if self.job.countsEpisodes { known.episodeCount = try unit.episodes.count(ofPodcast: podcast) }
                known.overdueCount = try self.overdue(ofPodcast: podcast, in: unit, at: now) ?? 0
                if known.overdueCount > 0 {
                    known.differences = try unit.episodes.dueRemovals(ofPodcast: podcast, at: now).map(\.difference)
                }
            }
            known.walk = try self.interruptedWalk(in: unit)
            known.move = try self.previewMove(in: unit, at: now)
            return known
        }
    }
}

extension DueRemoval {
    /// What a dry run says of it, as it would if the document had changed.
    fileprivate var difference: EpisodeDifference {
        EpisodeDifference(
            action: .remove,
            episodeID: episodeID,
            title: title,
            key: key,
            by: nil,
            detail: AbsenceRules.removalDetail(since: absentSince)
        )
    }
}
