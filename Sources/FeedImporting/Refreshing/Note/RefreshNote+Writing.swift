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
    /// history hears of it: the feed is asked anew. So it does if another process has taken the feed meanwhile, whose
    /// answer is newer (http polling A5 55).
    func write(in unit: UnitOfWork) throws(PersistenceError) -> Written {
        let now = job.tools.now()
        if let podcast = state.podcastID { unit.writesEpisodes(onlyOf: podcast) }
        var written = Written(podcastID: state.podcastID, title: state.title)
        if try !recordUnchanged(in: unit, at: now) {
            try followAgain(in: unit, at: now)
            let standing = try unit.refreshes.standing(of: state.subscriptionID, at: now)
            (written.podcastID, written.title) = (standing.podcastID, standing.title)
            if isTakenOver(standing) {
                // It was that process's to be written.
            } else if let change = job.request.change(to: standing, hasFailed: hasFailed) {
                try leave(standing, because: change, in: unit, at: now)
            } else {
                written.isGone = try record(standing, in: unit, at: now).map(isGone) ?? false
                written.overdueCount = try removeDue(standing, in: unit, at: now)
                let becomesGone = written.isGone && state.state != .gone
                written.move = try noteMove(standing, becomesGone: becomesGone, in: unit, at: now)
                written.walk = try interruptedWalk(in: unit)
            }
        } else {
            try hostAnswer?.record(in: unit, at: now)
            written.walk = try interruptedWalk(in: unit)
        }
        if written.walk != nil || RefreshEnd.FollowUp(of: written.move) != nil {
            written.kept = try KeptFeed(keeping: state.subscriptionID, for: job.leaseOwner, in: unit, at: now)
        }
        try recordFetch(&written, in: unit, at: now)
        return written
    }

    /// Adds the line in the feed's history, and counts its episodes if somebody wants to know.
    func recordFetch(_ written: inout Written, in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) {
        if let fetch = fetchRecord(written, at: now) {
            try unit.fetches.record(fetch, of: state.subscriptionID)
        }
        if job.countsEpisodes, let podcast = written.podcastID {
            written.episodeCount = try unit.episodes.count(ofPodcast: podcast)
        }
    }

    /// Whether another process has taken the feed since it was asked, for this one was stopped for longer than its
    /// lease lasts.
    private func isTakenOver(_ standing: RefreshStanding) -> Bool {
        // What was put off before its turn had come has no lease.
        if case .postponed = event { return false }
        return job.request.refreshState.map { standing.isTakenOver(from: job.leaseOwner, since: $0) } ?? false
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
        try unit.refreshes.leaveAsRequested(
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

    /// Writes of the feed no more than has changed, if it was well, the answer says
    /// nothing new and nothing is waiting for it; false if it is not so simple.
    ///
    /// That its host has answered is left to be recorded.
    func recordUnchanged(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) -> Bool {
        guard case .unchanged(let response) = event, response.validators == state.validators,
            response.status == 304 || response.validators.isEmpty, !response.neededFallback,
            state.removalDueAt.map({ $0 > now }) ?? true, !state.hasPendingMove, !isFollowedAgain,
            !state.lastDocumentIsCut, job.request.newCredentials == nil,
            !job.request.triesHTTP2Again,
            candidate(response, announced: state.announcedAddress) == nil
        else { return false }
        let decision = RefreshDecision(after: .success(response), of: state, policy: job.tools.policy, now: now)
        return try unit.refreshes.recordUnchanged(
            state,
            at: now,
            nextDueAt: decision.dueAt,
            dueReasons: decision.reasons,
            endingLeaseOf: job.leaseOwner
        )
    }

    /// That the feed's host has answered, and from which address; nil if it has not, or is none.
    var hostAnswer: HostAnswer? {
        guard case .unchanged(let response) = event, let host else { return nil }
        return HostAnswer(host: host, address: response.remoteAddress)
    }
}
