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
    ///   - stored: all episodes of the podcast, the absent and removed ones too.
    ///   - aliases: former keys, and the ids of the episodes that had them.
    ///   - aliasDates: since when they are former ones, where that is known; else they count as given up just now.
    ///   - returnedKeys: the former keys that an episode gave up when it went back to an earlier one.
    ///   - tombstones: what is remembered of episodes that were deleted here.
    ///   - document: what the matcher has to know of the document as a whole.
    /// - Returns: one decision for each item, and what becomes of the rest.
    static func plan(
        incoming: [IncomingEpisode],
        stored: [EpisodeIdentity],
        aliases: [ExactText: Int64],
        aliasDates: [ExactText: Timestamp] = [:],
        returnedKeys: Set<ExactText> = [],
        tombstones: Tombstones,
        document: MatchDocument
    ) -> MatchPlan {
        var work = MatchWork(
            incoming: incoming,
            stored: stored,
            aliases: aliases,
            aliasDates: aliasDates,
            returnedKeys: returnedKeys,
            tombstones: tombstones,
            document: document
        )
        work.matchKeys()
        work.matchChangedPlaces()
        work.matchCircularGuids()
        if !work.pending.isEmpty {
            work.suppressDeletedKeys()
            work.matchAliases()
            work.noteEarlierMove()
            let unknownCount = work.pending.count
            work.mergeDuplicates()
            work.suppressDeletedCopies()
            work.matchByEvidence(unknownCount: unknownCount)
            work.suppressDeletedEpisodes(unknownCount: unknownCount)
            work.insertPending()
        }
        return work.finish()
    }
}
