import FeedLoading
import Persistence
import PodcastModel

/// What becomes of feeds that the store does not know and that may not be asked now: they are followed, and asked
/// later.
extension FeedImportJob {
    /// Ends a feed that was not asked.
    func follow(_ delay: FeedDelay) {
        let outcome = ImportOutcome.postponed(until: delay.dueAt)
        var result = FeedImportResult(feed: request.name, outcome: outcome, warnings: [ImportWarning(delay.reason)])
        guard let newSubscription else { return end(result) }
        let detail = delay.reason.detail + Self.isFollowedNow
        result.warnings = [ImportWarning(delay.reason, detail: detail)]
        let (now, owner) = (tools.now(), leaseOwner)
        save(as: result) { unit throws(PersistenceError) in
            let id = try unit.subscriptions.subscribe(to: newSubscription, at: now).id
            try unit.refreshes.postpone(
                id,
                until: delay.dueAt,
                reasons: delay.reasons,
                askedAt: delay.askedAt,
                endingLeaseOf: owner
            )
        }
    }

    /// Ends a feed whose server has answered that it is not to be asked now: that it was the first of its host to hear
    /// that, and the others are followed, is no reason to lose it.
    func follow(refusedWith error: FeedLoadingError) {
        guard request.refreshState == nil, let newSubscription else { return fail(error, stage: .load) }
        var failure = failure(of: error, stage: .load)
        failure.message += Self.isFollowedNow
        var result = FeedImportResult(feed: request.name, outcome: .failed(failure))
        result.httpStatus = error.status
        let answer = RefreshAnswer(charging: error, of: nil, after: pass.retryAfter)
        let (now, event) = (tools.now(), RefreshNote.Event.failed(failure, status: error.status, nil, answer))
        save(as: result) { unit throws(PersistenceError) in
            let id = try unit.subscriptions.subscribe(to: newSubscription, at: now).id
            guard let state = try unit.refreshes.state(id: id) else { return }
            _ = try RefreshNote(event, of: self, state: state).write(in: unit)
        }
    }

    private static let isFollowedNow = "; the feed is followed from now on, and asked when it may be"

    /// The subscription that somebody wants; nil if the feed is not to be followed.
    private var newSubscription: NewSubscription? {
        guard request.isToBeFollowed, !request.isDryRun, let feedURL = request.identity ?? request.source.feedURL else {
            return nil
        }
        return NewSubscription(
            feedURL: feedURL,
            credentials: request.credentials,
            provenance: request.provenance,
            schemeIsAssumed: request.alternative != nil
        )
    }

    private func save(
        as result: FeedImportResult,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Void
    ) {
        do {
            try tools.persistence.newBackgroundContext().save(urgency: noteUrgency, body) { saved in
                switch saved {
                case .success: self.end(result)
                case .failure(let error): self.fail(error, stage: .import)
                }
            }
        } catch {
            fail(error, stage: .import)
        }
    }
}
