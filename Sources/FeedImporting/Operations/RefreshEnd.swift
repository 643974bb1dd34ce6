import PodcastModel

/// How a refresh ended, and what is left to do for its feed.
struct RefreshEnd: Sendable {
    /// What is left to do.
    enum FollowUp: Sendable {
        /// To look at an address that the feed may be moved to.
        case examine(MoveCandidate)
        /// To look for the feed on the site of its show.
        case search
        /// To read the later pages.
        case walk(PageWalk, podcastID: Int64)
    }

    var result: FeedImportResult
    var followUp: FollowUp?
    /// The feed, which stays this process's until that is done; nil if another one has it, and will do it.
    var kept: KeptFeed?

    /// Ends a refresh of which nothing is left to do.
    init(_ result: FeedImportResult) {
        self.result = result
    }

    /// Ends a refresh, with what came of a move.
    init(_ result: FeedImportResult, _ move: MoveUnit.Outcome) {
        self.result = result
        self.result.take(move)
        followUp = FollowUp(of: move)
    }
}

extension RefreshEnd.FollowUp {
    /// What is to be looked at before it is known what comes of a move; nil if nothing is.
    init?(of move: MoveUnit.Outcome) {
        switch move {
        case .examine(let candidate): self = .examine(candidate)
        case .search: self = .search
        case .none, .moved, .duplicate, .refused, .proposed, .obstructed, .unconfirmed, .wouldExamine: return nil
        }
    }
}

extension FeedImportResult {
    /// Says what came of a move.
    mutating func take(_ move: MoveUnit.Outcome) {
        if let warning = move.warning { warnings.append(warning) }
        if case .duplicate(_, _, let address) = move { outcome = .moved(to: address) }
    }
}
