import Persistence
import PodcastModel

/// Refreshes that failed, and what they say of where the feed is.
extension MoveUnit {
    /// Weighs a refresh that failed.
    ///
    /// A document that is nothing but `<redirect><newLocation>` announces a
    /// move; a feed that fails for long since it was moved may be better off
    /// where it was.
    ///
    /// - Parameters:
    ///   - failure: what went wrong.
    ///   - state: what was known before.
    ///   - obstacle: the move that cannot be made because of it, if it is that.
    ///   - becomesGone: whether the feed counts as gone from now on.
    ///   - unit: the unit of work.
    /// - Returns: what came of it.
    /// - Throws: ``PersistenceError``.
    func noteFailure(
        _ failure: ImportFailure,
        of state: RefreshState,
        obstacle: Outcome?,
        becomesGone: Bool,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        if case .obstructed(_, let target)? = obstacle {
            _ = try unit.subscriptions.noteMove(of: subscriptionID, to: target.string, cause: .redirect, at: now)
            return obstacle ?? .none
        }
        let history = try unit.refreshes.history(of: subscriptionID)
        let isFailingForLong = history.failingSince.map { now.seconds(since: $0) >= MoveRule.fallBackSeconds } ?? false
        // Others have led here: perhaps they are well themselves by now.
        if becomesGone || isFailingForLong { try unit.subscriptions.releaseDuplicates(of: subscriptionID, at: now) }
        // It is asked once a month now, too rarely to wait for the fortnight after which others are looked for.
        if becomesGone { return .search }
        if let announced = failure.newLocation,
            let candidate = MoveCandidate(from: state.feedURL, response: nil, announced: announced)
        {
            return try note(candidate, isSameShow: true, in: unit)
        }
        guard let since = history.failingSince else { return .none }
        if try isLost(failure, since: since, in: unit) { return .search }
        guard isFailingForLong,
            let former = try unit.subscriptions.addressBeforeMove(of: subscriptionID),
            let candidate = MoveCandidate(from: state.feedURL, backTo: former)
        else { return .none }
        return .examine(candidate)
    }

    /// Whether it is time to look for the feed elsewhere.
    private func isLost(
        _ failure: ImportFailure,
        since: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard MoveRule.lostKinds.contains(failure.kind) else { return false }
        // This attempt has no line in the history yet.
        let last = try unit.fetches.newest(of: subscriptionID, limit: 1).first?.at ?? since
        return MoveRule.isTimeToSearch(failingSince: since, lastAttemptAt: last, now: now)
    }

    /// The move that a redirect speaks of and a failure stands in the way of; nil if none does, or if it would never be
    /// made.
    ///
    /// - Parameters:
    ///   - failure: what went wrong where the redirect led to.
    ///   - status: the status of the answer.
    ///   - candidate: the move; nil if there was no permanent redirect.
    /// - Returns: ``Outcome/obstructed(_:_:)``.
    func obstacle(_ failure: ImportFailure, status: Int?, to candidate: MoveCandidate?) -> Outcome? {
        guard let candidate, let obstacle = MoveObstacle(failure, status: status, to: candidate) else { return nil }
        if case .refuse = MoveRule.verdict(on: evidence(candidate, isSameShow: true), at: now) { return nil }
        return .obstructed(obstacle, candidate.target)
    }
}
