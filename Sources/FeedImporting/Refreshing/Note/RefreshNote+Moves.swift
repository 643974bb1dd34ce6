import FeedLoading
import Persistence
import PodcastModel

/// What a refresh without a document says of a move.
extension RefreshNote {
    /// What the refresh says of a move, if anything was asked.
    func noteMove(
        _ standing: RefreshStanding,
        becomesGone: Bool,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> MoveUnit.Outcome {
        let moves = MoveUnit(subscriptionID: state.subscriptionID, now: now)
        switch event {
        case .unchanged(let response):
            let candidate = candidate(response, announced: standing.announcedAddress)
            guard candidate != nil || standing.hasPendingMove else { return .none }
            return try moves.note(candidate, isSameShow: true, in: unit)
        case .failed(let failure, _, _, _):
            return try moves.noteFailure(
                failure,
                of: state,
                obstacle: obstacle(moves),
                becomesGone: becomesGone,
                in: unit
            )
        case .uncharged, .postponed:
            return .none
        }
    }

    /// What stands in the way of the move that the redirects of a failed refresh speak of.
    private func obstacle(_ moves: MoveUnit) -> MoveUnit.Outcome? {
        guard case .failed(let failure, let status, let response, _) = event else { return nil }
        let redirects = response?.redirects ?? job.progress.redirects
        return moves.obstacle(failure, status: status, to: MoveCandidate(from: state.feedURL, redirects: redirects))
    }

    /// What the refresh would make of a move, with nothing written.
    func previewMove(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) -> MoveUnit.Outcome {
        let moves = MoveUnit(subscriptionID: state.subscriptionID, now: now)
        if let obstacle = obstacle(moves) { return obstacle }
        let candidate: MoveCandidate?
        switch event {
        case .unchanged(let response): candidate = self.candidate(response, announced: state.announcedAddress)
        case .failed(let failure, _, _, _):
            candidate = failure.newLocation.flatMap { MoveCandidate(from: state.feedURL, response: nil, announced: $0) }
        case .uncharged, .postponed: candidate = nil
        }
        guard let candidate else { return .none }
        let pending = try unit.refreshes.history(of: state.subscriptionID).pendingMove
        return try moves.preview(candidate, isSameShow: true, after: pending, in: unit)
    }

    /// The move that an answer speaks of: the document is the one that is
    /// stored, and so is what it announces.
    func candidate(_ response: FeedResponse, announced: String?) -> MoveCandidate? {
        guard response.permanentURL != nil || announced != nil || response.permanentDowngrade != nil else { return nil }
        return MoveCandidate(
            from: state.feedURL,
            response: response,
            announced: response.permanentURL == nil ? announced : nil,
            isProxied: job.request.options.proxy != nil
        )
    }
}
