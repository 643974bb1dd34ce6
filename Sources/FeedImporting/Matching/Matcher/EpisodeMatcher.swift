import PodcastModel

/// Decides which stored episode each item of a document is (identity C2 to C6).
///
/// Plain values in, a plan out: no store, no clock. The commonest case, every
/// key known, costs one dictionary of keys; everything else is looked at only
/// for the items whose key is unknown.
enum EpisodeMatcher {
    /// Makes the plan.
    ///
    /// - Parameters:
    ///   - incoming: the items, in document order.
    ///   - stored: what is known of the podcast's episodes.
    ///   - document: what the matcher has to know of the document as a whole.
    /// - Returns: one decision for each item, and what becomes of the rest.
    static func plan(incoming: [IncomingEpisode], stored: StoredEpisodes, document: MatchDocument) -> MatchPlan {
        var work = MatchWork(incoming: incoming, stored: stored, document: document)
        let unknownCount = work.matchStored()
        if !work.claims.pending.isEmpty {
            work.suppressDeletedEpisodes(unknownCount: unknownCount)
            work.insertPending()
        }
        return work.finish()
    }
}

extension MatchWork {
    /// Finds the stored episode of each item, the surest evidence first, and leaves pending what is none.
    ///
    /// An episode that was deleted here is recognised before the step that would take it for a stored one.
    ///
    /// - Returns: how many items have keys that no episode has or had.
    mutating func matchStored() -> Int {
        matchKeys()
        // Under some of these keys the publisher may list other episodes now.
        matchChangedPlaces()
        matchCircularGuids()
        guard !claims.pending.isEmpty else { return 0 }
        suppressDeletedKeys()
        matchAliases()
        // What is pending from here on may have moved, but what has moved earlier says nothing of it.
        noteEarlierMove()
        let unknownCount = claims.pending.count
        // Of two copies only one may look for a row.
        mergeDuplicates()
        suppressDeletedCopies()
        matchByEvidence(unknownCount: unknownCount)
        return unknownCount
    }
}
