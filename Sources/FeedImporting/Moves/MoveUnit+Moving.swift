import Persistence
import PodcastModel

/// Moves that are made, or proposed.
extension MoveUnit {
    /// Notes where the same show was found, for the user to decide.
    func propose(_ target: FeedURL, in unit: UnitOfWork) throws(PersistenceError) -> Outcome {
        _ = try unit.subscriptions.noteMove(of: subscriptionID, to: target.string, cause: .site, at: now)
        return .proposed(
            target,
            followedBy: try unit.subscriptions.follower(of: target.string, otherThan: subscriptionID)
        )
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
            try unit.refreshes.retryIfFailing(subscriptionID, because: DueReason.otherAddress, at: now)
            return .moved(to: candidate.target)
        case .duplicate(let other):
            // Nobody would ask for the feed if this one stopped: it goes on by way of the redirect.
            let holder = try unit.subscriptions.original(of: other)
            if holder == subscriptionID {
                let cause = candidate.cause
                try unit.subscriptions.exchangeAddresses(of: subscriptionID, with: other, cause: cause, at: now)
                try unit.refreshes.retryIfFailing(subscriptionID, because: DueReason.otherAddress, at: now)
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
