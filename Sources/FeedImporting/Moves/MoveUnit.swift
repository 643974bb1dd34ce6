import FeedLoading
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
        guard let candidate else {
            try unit.subscriptions.forgetMove(of: subscriptionID)
            return .none
        }
        // A feed that names an address it had before would go in a circle.
        if candidate.cause == .newFeedURL,
            try unit.subscriptions.hasLeft(candidate.target.string, subscription: subscriptionID)
        {
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

    /// Says what ``note(_:isSameShow:in:)`` would come to after what is `pending`, and writes nothing.
    func preview(
        _ candidate: MoveCandidate?,
        isSameShow: Bool,
        after pending: PendingMove?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        guard let candidate else { return .none }
        if candidate.cause == .newFeedURL,
            try unit.subscriptions.hasLeft(candidate.target.string, subscription: subscriptionID)
        {
            return .none
        }
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

    private func evidence(_ candidate: MoveCandidate, isSameShow: Bool) -> MoveEvidence {
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
        obstacle: Outcome? = nil,
        becomesGone: Bool = false,
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

    /// Notes where the same show was found, for the user to decide.
    func propose(_ target: FeedURL, in unit: UnitOfWork) throws(PersistenceError) -> Outcome {
        _ = try unit.subscriptions.noteMove(of: subscriptionID, to: target.string, cause: .site, at: now)
        return .proposed(
            target,
            followedBy: try unit.subscriptions.follower(of: target.string, otherThan: subscriptionID)
        )
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

    /// Changes the address to one that the user has named, where the feed was found.
    ///
    /// - Parameters:
    ///   - candidate: the move.
    ///   - credentials: what was given with the address, and accepted there; nil if nothing was.
    ///   - unit: the unit of work.
    /// - Returns: what came of it.
    /// - Throws: ``PersistenceError``.
    func confirm(
        _ candidate: MoveCandidate,
        with credentials: FeedCredentials?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        let outcome = try move(candidate, in: unit)
        guard case .moved(let target) = outcome else { return outcome }
        try unit.subscriptions.noteNamedByUser(target.string, of: subscriptionID)
        if let credentials { try unit.subscriptions.setCredentials(credentials, of: subscriptionID, at: now) }
        return outcome
    }

    /// Changes the address.
    func move(_ candidate: MoveCandidate, in unit: UnitOfWork) throws(PersistenceError) -> Outcome {
        let outcome = try unit.subscriptions.move(
            subscriptionID,
            to: candidate.target.string,
            cause: candidate.cause,
            // With https it is the same document; anywhere else nothing that was known holds.
            keepsValidators: MoveRule.isUpgrade(from: candidate.from, to: candidate.target),
            at: now
        )
        switch outcome {
        case .moved:
            // What it failed with was where it was before.
            try unit.refreshes.retryIfFailing(subscriptionID, because: "it has another address now", at: now)
            return .moved(to: candidate.target)
        case .duplicate(let other):
            // Nobody would ask for the feed if this one stopped: it goes on by way of the redirect.
            let holder = try unit.subscriptions.original(of: other)
            if holder == subscriptionID {
                let cause = candidate.cause
                try unit.subscriptions.exchangeAddresses(of: subscriptionID, with: other, cause: cause, at: now)
                try unit.refreshes.retryIfFailing(subscriptionID, because: "it has another address now", at: now)
                return .moved(to: candidate.target)
            }
            if try unit.refreshes.state(id: holder)?.state == .paused { return .none }
            let original = try unit.subscriptions.markDuplicate(subscriptionID, of: other, at: now)
            // It has just answered here, and is asked in the place of both from now on.
            try unit.refreshes.retryIfFailing(original, because: "another subscription has led to it", at: now)
            let address = try unit.refreshes.state(id: original)?.feedURL
            return .duplicate(subscriptionID, of: original, at: address ?? candidate.target.string)
        }
    }
}
