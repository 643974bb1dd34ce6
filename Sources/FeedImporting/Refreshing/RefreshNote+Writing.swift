import FeedLoading
import Persistence
import PodcastModel

/// What a note writes, all in one unit of work.
extension RefreshNote {
    /// The same with what a 304 leaves unsaid of how long the document holds: that is as it was, header by header (http
    /// polling A1 8).
    ///
    /// A max-age counts from the 304 (RFC 9111 4.3.4), which is an answer of the server itself, so the Age of the
    /// stored answer counts no more; an Expires is the moment it always was. The history of the feed carries both on.
    func keepingFreshness(in unit: UnitOfWork) throws(PersistenceError) -> RefreshNote {
        guard case .unchanged(var response) = event, response.status == 304,
            response.freshness.secondsByCacheControl == nil
        else { return self }
        let stored = try unit.fetches.lastFreshness(of: state.subscriptionID)
        guard stored.cacheControl != nil || stored.expires != nil else { return self }
        response.freshness.cacheControl = response.freshness.cacheControl ?? stored.cacheControl
        response.freshness.expires = response.freshness.expires ?? stored.expires
        return RefreshNote(.unchanged(response), of: job, state: state)
    }

    /// Everything in one unit: what became of the attempt, when the next one is
    /// due, the line in the feed's history, and the end of the lease, unless something is left to do.
    ///
    /// If somebody has sent the feed elsewhere meanwhile, or given it what it may have failed for want of, only the
    /// history hears of it: the feed is asked anew (http polling A5 55).
    func write(in unit: UnitOfWork) throws(PersistenceError) -> Written {
        let now = job.tools.now()
        if let podcast = state.podcastID { unit.writesEpisodes(onlyOf: podcast) }
        var written = Written(podcastID: state.podcastID, title: state.title)
        if try !recordUnchanged(in: unit, at: now) {
            try followAgain(in: unit, at: now)
            let standing = try unit.refreshes.standing(of: state.subscriptionID, at: now)
            (written.podcastID, written.title) = (standing.podcastID, standing.title)
            if let change = job.request.change(to: standing, hasFailed: hasFailed) {
                try leave(standing, because: change, in: unit, at: now)
            } else {
                written.isGone = try record(standing, in: unit, at: now).map(isGone) ?? false
                written.overdueCount = try removeDue(standing, in: unit, at: now)
                let becomesGone = written.isGone && state.state != .gone
                written.move = try noteMove(standing, becomesGone: becomesGone, in: unit, at: now)
                written.walk = try interruptedWalk(in: unit)
            }
        } else {
            written.walk = try interruptedWalk(in: unit)
        }
        if written.walk != nil || RefreshEnd.FollowUp(of: written.move) != nil {
            written.kept = try KeptFeed(keeping: state.subscriptionID, for: job.leaseOwner, in: unit, at: now)
        }
        if let fetch = fetchRecord(written, at: now) {
            try unit.fetches.record(fetch, of: state.subscriptionID)
        }
        if job.countsEpisodes, let podcast = written.podcastID {
            written.episodeCount = try unit.episodes.count(ofPodcast: podcast)
        }
        return written
    }

    private var hasFailed: Bool {
        if case .failed = event { true } else { false }
    }

    /// Leaves the feed to the next load, which asks it as it is wanted now.
    private func leave(
        _ standing: RefreshStanding,
        because change: String,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        let askedAt: Timestamp? =
            switch event {
            case .unchanged, .failed, .uncharged: now
            case .postponed(let delay): delay.askedAt
            }
        try unit.refreshes.leaveAsWished(
            state.subscriptionID,
            because: change,
            standing: standing,
            at: now,
            askedAt: askedAt,
            endingLeaseOf: job.leaseOwner
        )
    }

    /// The walk through the pages that was interrupted, if one was.
    func interruptedWalk(in unit: UnitOfWork) throws(PersistenceError) -> PageWalk? {
        guard case .unchanged(let response) = event, let page = state.pendingPage, let id = state.podcastID,
            let url = response.finalURL, let podcast = try unit.podcasts.podcast(id: id)?.podcast
        else { return nil }
        return PageWalk(
            from: page,
            of: podcast,
            at: url,
            closesGap: state.pendingPageClosesGap,
            limit: job.tools.pageLimit
        )
    }

    /// Follows a feed that was left and is asked for again, now that it has answered.
    private func followAgain(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) {
        guard case .unchanged = event, isFollowedAgain else { return }
        try unit.subscriptions.setState(.active, of: state.subscriptionID, at: now)
    }

    private var isFollowedAgain: Bool { state.state == .unfollowed && job.request.isToBeFollowed }

    /// Writes no more than has changed, if the feed was well, the answer says
    /// nothing new and nothing is waiting for it; false if it is not so simple.
    private func recordUnchanged(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) -> Bool {
        guard case .unchanged(let response) = event, response.validators == state.validators,
            response.status == 304 || response.validators.isEmpty, !response.neededFallback,
            state.removalDueAt.map({ $0 > now }) ?? true, !state.hasPendingMove, !isFollowedAgain,
            !state.lastDocumentIsCut, job.request.newCredentials == nil,
            candidate(response, announced: state.announcedAddress) == nil
        else { return false }
        let decision = RefreshDecision(after: .success(response), of: state, policy: job.tools.policy, now: now)
        let isRecorded = try unit.refreshes.recordUnchanged(
            state,
            at: now,
            nextDueAt: decision.dueAt,
            dueReasons: decision.reasons,
            endingLeaseOf: job.leaseOwner
        )
        if isRecorded, let host { try unit.hosts.noteAnswer(of: host, address: response.remoteAddress, at: now) }
        return isRecorded
    }

    /// The document of the last time still holds: one more that does not list what was missing in it (identity C6 33).
    ///
    /// Where only what is new may come, nothing is missing (http polling A1 17b).
    private func removeDue(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Int {
        guard standing.hasRemovalDue, let podcast = standing.podcastID else { return 0 }
        guard let due = try overdue(ofPodcast: podcast, in: unit, at: now) else {
            // So many are the matter of the circuit breaker, which needs the document: it is asked for, and read, whole.
            try unit.refreshes.dropValidators(of: state.subscriptionID)
            return 0
        }
        return due == 0 ? 0 : try unit.episodes.removeDue(ofPodcast: podcast, at: now)
    }

    /// How many episodes count as withdrawn now that the document still holds; nil if they are so many that it has to be
    /// looked at.
    func overdue(
        ofPodcast podcast: Int64,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Int? {
        guard case .unchanged = event, !state.lastDocumentIsCut, !job.request.options.acceptsDelta else { return 0 }
        let (due, present) = try unit.episodes.removalsDue(ofPodcast: podcast, at: now)
        return DocumentJudge.isMassRemoval(due, of: present) ? nil : due
    }

    /// Records what became of the attempt, and says in which state a failure leaves the feed.
    private func record(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> SubscriptionState? {
        let subscriptions = unit.subscriptions
        let id = state.subscriptionID
        var state = state
        // Another interval holds from the end of this attempt on.
        state.overrides = standing.overrides
        switch event {
        case .unchanged(let response):
            let decision = RefreshDecision(after: .success(response), of: state, policy: job.tools.policy, now: now)
            // The feed is itself again: what was held back, or refused, is not what it says now.
            if try unit.heldDocuments.reason(of: id) != nil { try unit.heldDocuments.release(of: id, at: now) }
            if let credentials = job.request.newCredentials {
                try subscriptions.setCredentials(credentials, of: id, at: now)
            }
            try unit.refreshes.recordSuccess(
                RefreshSuccess(
                    response,
                    of: state,
                    decision,
                    at: now,
                    validatorsMark: job.request.validatorsMark(
                        sent: job.request.credentialsToSend(to: response.validators.url, from: job.request.source),
                        isCut: state.lastDocumentIsCut
                    ),
                    confirmsListing: !state.lastDocumentIsCut
                ),
                of: id,
                standing: standing,
                endingLeaseOf: job.leaseOwner
            )
            try subscriptions.noteFallbacks(of: response, subscriptionID: id)
            if let host { try unit.hosts.noteAnswer(of: host, address: response.remoteAddress, at: now) }
        case .failed(let failure, let status, _, let answer):
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
            return decision.newState ?? state.state
        case .uncharged(_, let delay), .postponed(let delay):
            // What is not due before then anyway stays where it is, unless somebody wants it since.
            let dueAt = standing.isWished ? delay.dueAt : max(state.nextDueAt ?? delay.dueAt, delay.dueAt)
            let kept = delay.keeping(dueAt, because: try unit.refreshes.dueReasons(of: id))
            try unit.refreshes.postpone(
                id,
                until: dueAt,
                reasons: kept.reasons,
                askedAt: delay.askedAt,
                endingLeaseOf: job.leaseOwner
            )
        }
        return nil
    }

    /// Whether it may be the validators themselves that a server rejects, such as an ETag longer than the headers it
    /// accepts: sent for as long as they last, they would keep the feed failing (http polling A1 12).
    ///
    /// Some answers say so at once, others when they have come often enough; and some have causes of their own.
    private func rejectsConditions(
        _ failure: ImportFailure,
        status: Int?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard let status, !job.request.conditions.isEmpty else { return false }
        switch status {
        case 400, 412, 431: return true
        case 401, 404, 407, 408, 410, 421, 425, 429, 503, 511: return false
        // What is meant for a 304 may come as an empty document.
        case 200, 203: guard failure.kind == Self.emptyKind else { return false }
        case 300..<400: return false
        default: break
        }
        let before = try unit.fetches.failureStreak(of: state.subscriptionID, kind: failure.kind).count
        return before + 1 >= Self.rejections
    }

    /// How often in a row a conditional request has to fail in one way until it is made without conditions.
    private static let rejections = 3

    private static let emptyKind = FeedLoadingError.emptyBody(feed: "").shortDescription

    /// What the refresh says of a move, if anything was asked.
    private func noteMove(
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
    private func candidate(_ response: FeedResponse, announced: String?) -> MoveCandidate? {
        guard response.permanentURL != nil || announced != nil || response.permanentDowngrade != nil else { return nil }
        return MoveCandidate(
            from: state.feedURL,
            response: response,
            announced: response.permanentURL == nil ? announced : nil,
            isProxied: job.request.options.proxy != nil
        )
    }
}
