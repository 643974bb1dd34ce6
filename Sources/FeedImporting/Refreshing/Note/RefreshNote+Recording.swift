import FeedLoading
import Persistence
import PodcastModel

/// What became of the attempt.
extension RefreshNote {
    /// Records what became of the attempt, and says in which state a failure leaves the feed.
    func record(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> SubscriptionState? {
        // Another interval holds from the end of this attempt on.
        let state = state.changing { $0.overrides = standing.overrides }
        switch event {
        case .unchanged(let response):
            try recordSuccess(response, of: state, standing, in: unit, at: now)
        case .failed(let failure, let status, _, let answer):
            return try recordFailure(failure, status: status, answer, of: state, standing, in: unit, at: now)
        case .uncharged(_, let delay), .postponed(let delay):
            try recordDelay(delay, of: state, standing, in: unit)
        }
        return nil
    }

    private func recordSuccess(
        _ response: FeedResponse,
        of state: RefreshState,
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        let (id, subscriptions) = (state.subscriptionID, unit.subscriptions)
        let policy = job.tools.policy
        let refuses = try RefusedConditions.areUsual(after: response, of: state, policy: policy, at: now, in: unit)
        let decision = RefreshDecision(
            after: .success(response),
            of: state,
            refusesConditions: refuses,
            policy: policy,
            now: now
        )
        // The feed is itself again: what was held back, or refused, is not what it says now.
        if try unit.heldDocuments.head(of: id) != nil { try unit.heldDocuments.release(of: id, at: now) }
        if let credentials = job.request.newCredentials {
            try subscriptions.setCredentials(credentials, of: id, at: now)
        }
        var success = RefreshSuccess(
            response,
            of: state,
            decision,
            at: now,
            validatorsMark: job.request.validatorsMark(
                sent: job.request.credentialsToSend(to: response.validators.url, from: job.request.source),
                isCut: state.lastDocumentIsCut
            ),
            confirmsListing: !state.lastDocumentIsCut
        )
        if refuses { success.validators = HTTPValidators() }
        try unit.refreshes.recordSuccess(success, of: id, standing: standing, endingLeaseOf: job.leaseOwner)
        try subscriptions.noteFallbacks(of: response, to: job.request, after: state, at: now)
        try hostAnswer?.record(in: unit, at: now)
    }

    /// Records a failure, and says in which state it leaves the feed.
    private func recordFailure(
        _ failure: ImportFailure,
        status: Int?,
        _ answer: RefreshAnswer,
        of state: RefreshState,
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> SubscriptionState {
        let id = state.subscriptionID
        let rejectsConditions = try rejectsConditions(failure, status: status, in: unit)
        let answer = try answer.after(try unit.fetches.failureStreak(of: id, kind: failure.kind))
        let decision = RefreshDecision(
            after: answer,
            of: state,
            earlier: try unit.refreshes.dueReasons(of: id),
            policy: job.tools.policy,
            now: now
        )
        if let seconds = decision.disbelievedRetryAfter {
            job.tools.logRetryAfter(seconds, source: job.request.source)
        }
        try unit.refreshes.recordFailure(
            RefreshFailure(failure, decision, at: now),
            of: id,
            standing: standing,
            endingLeaseOf: job.leaseOwner
        )
        if rejectsConditions { try unit.refreshes.dropValidators(of: id) }
        if job.request.triesHTTP2Again, failure.kind == .timeout, job.progress.hasAsked,
            TemporaryHTTP1(in: state.overrides) != nil
        {
            // What hangs does not say that it is HTTP/2 that fails. What a user has set meanwhile stays.
            try unit.subscriptions.speakHTTP1(to: state, from: now)
        }
        return decision.newState ?? state.state
    }

    private func recordDelay(
        _ delay: FeedDelay,
        of state: RefreshState,
        _ standing: RefreshStanding,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        let id = state.subscriptionID
        // What is not due before then anyway stays where it is, unless somebody wants it since.
        let dueAt = standing.isRequested ? delay.dueAt : max(state.nextDueAt ?? delay.dueAt, delay.dueAt)
        let kept = delay.keeping(dueAt, because: try unit.refreshes.dueReasons(of: id))
        try unit.refreshes.postpone(
            id,
            until: dueAt,
            reasons: kept.reasons,
            askedAt: delay.askedAt,
            endingLeaseOf: job.leaseOwner
        )
    }

    /// Whether it may be the validators themselves that a server rejects, such as an ETag longer than the headers it
    /// accepts: sent for as long as they last, they would keep the feed failing (http polling A1 12).
    ///
    /// Some answers say so at once, others when they have come often enough; and some have causes of their own. What was
    /// sent to nobody, because a redirect led elsewhere this time, was not rejected either.
    private func rejectsConditions(
        _ failure: ImportFailure,
        status: Int?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard let status, case .failed(_, _, let response, _) = event,
            !(response?.sentValidators ?? job.progress.sent).isEmpty,
            let patience = RefusedConditions.patience(status: status, kind: failure.kind)
        else { return false }
        guard patience > 1 else { return true }
        return try unit.fetches.failureStreak(of: state.subscriptionID, kind: failure.kind).count + 1 >= patience
    }
}
