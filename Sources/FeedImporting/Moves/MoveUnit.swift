import Persistence
import PodcastModel

/// Notes what a refresh says of a move and carries the move out when it is
/// believed, in the unit of work of the refresh.
struct MoveUnit: Sendable {
    /// What the store did about a move.
    enum Outcome: Hashable, Sendable {
        case none
        /// The subscription has a new address.
        case moved(to: FeedURL)
        /// Another subscription has that address; this one is its duplicate now.
        case duplicate(Int64, of: Int64, at: String)
        /// The target is to be looked at first.
        case examine(MoveCandidate)
        /// It was looked at, and there is nothing that could be taken for the feed.
        case unconfirmed(FeedURL, problem: String)
        /// It would be looked at, if this were no dry run.
        case wouldExamine(FeedURL)
        /// The feed is to be looked for on the site of its show.
        case search
        /// The same show was found there; whether it moves is for the user to say.
        case proposed(FeedURL, followedBy: Int64?)
        /// The feed redirects there for good, and only the user can make it go on from there.
        case obstructed(MoveObstacle, FeedURL)
        case refused(MoveRule.Refusal, FeedURL)
    }

    let subscriptionID: Int64
    let now: Timestamp

    /// Weighs what a refresh has seen.
    ///
    /// - Parameters:
    ///   - candidate: the move it speaks of; nil if it speaks of none.
    ///   - isSameShow: whether the document is of the show that the store knows.
    ///   - unit: the unit of work.
    /// - Returns: what came of it.
    /// - Throws: ``PersistenceError``.
    func note(
        _ candidate: MoveCandidate?,
        isSameShow: Bool,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        guard let candidate, try !isPast(candidate, in: unit) else {
            try unit.subscriptions.forgetMove(of: subscriptionID)
            return .none
        }
        var evidence = evidence(candidate, isSameShow: isSameShow)
        if case .refuse(let refusal) = MoveRule.verdict(on: evidence, at: now) {
            try unit.subscriptions.forgetMove(of: subscriptionID)
            return .refused(refusal, candidate.target)
        }
        let pending = try unit.subscriptions.noteMove(
            of: subscriptionID,
            to: candidate.target.string,
            cause: candidate.cause,
            at: now
        )
        if let pending {
            evidence.sightings = pending.sightings
            evidence.firstSeenAt = pending.firstSeenAt
            evidence.lookedAt = pending.lookedAt
        }
        if try isTakenBack(candidate, in: unit) { return .none }
        if let outcome = outcome(candidate, on: evidence) { return outcome }
        return try move(candidate, in: unit)
    }

    /// Whether a feed announces an address that it is not led to again: one that the user, or a week of failures, has
    /// taken it away from, or one without https that it has left.
    private func isPast(_ candidate: MoveCandidate, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        guard candidate.cause == .newFeedURL else { return false }
        let (target, subscriptions) = (candidate.target.string, unit.subscriptions)
        if candidate.from.scheme == "https", candidate.target.scheme == "http" {
            return try subscriptions.hasLeft(target, subscription: subscriptionID)
        }
        return try subscriptions.hasTurnedBack(from: target, subscription: subscriptionID)
    }

    /// Says what ``note(_:isSameShow:in:)`` would come to after what is `pending`, and writes nothing.
    func preview(
        _ candidate: MoveCandidate?,
        isSameShow: Bool,
        after pending: PendingMove?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        guard let candidate, try !isPast(candidate, in: unit) else { return .none }
        var evidence = evidence(candidate, isSameShow: isSameShow)
        if let pending, pending.feedURL == candidate.target.string, pending.cause != .site {
            evidence.sightings = pending.sightings + 1
            evidence.firstSeenAt = pending.firstSeenAt
            evidence.lookedAt = pending.lookedAt
        }
        if let outcome = outcome(candidate, on: evidence) {
            guard case .examine(let candidate) = outcome else { return outcome }
            return .wouldExamine(candidate.target)
        }
        return try isTakenBack(candidate, in: unit) ? .none : previewOfMove(candidate, in: unit)
    }

    /// Whether a redirect leads to an address that the subscription was taken away from: it is for the user to go there
    /// again.
    private func isTakenBack(_ candidate: MoveCandidate, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        guard candidate.cause == .redirect else { return false }
        return try unit.subscriptions.hasTurnedBack(from: candidate.target.string, subscription: subscriptionID)
    }

    /// What the evidence comes to; nil if the feed is to be moved.
    private func outcome(_ candidate: MoveCandidate, on evidence: MoveEvidence) -> Outcome? {
        switch MoveRule.verdict(on: evidence, at: now) {
        case .wait: Outcome.none
        case .refuse(let refusal): .refused(refusal, candidate.target)
        case .examine: .examine(candidate)
        case .move: nil
        }
    }

    /// Says what ``move(_:in:)`` would come to.
    private func previewOfMove(_ candidate: MoveCandidate, in unit: UnitOfWork) throws(PersistenceError) -> Outcome {
        guard
            let other = try unit.subscriptions.subscription(at: candidate.target.string, otherThan: subscriptionID),
            let state = try unit.refreshes.state(forFeedURL: other)
        else { return .moved(to: candidate.target) }
        let original = try unit.subscriptions.original(of: state.subscriptionID)
        guard original != subscriptionID else { return .moved(to: candidate.target) }
        let holder = try unit.refreshes.state(id: original)
        return holder?.state == .paused
            ? .none : .duplicate(subscriptionID, of: original, at: holder?.feedURL ?? other)
    }

    func evidence(_ candidate: MoveCandidate, isSameShow: Bool) -> MoveEvidence {
        MoveEvidence(
            from: candidate.from,
            target: candidate.target,
            sightings: 1,
            firstSeenAt: now,
            isSameShow: isSameShow,
            isPrivate: candidate.isPrivate,
            isAnnounced: candidate.cause == .newFeedURL
        )
    }
}
