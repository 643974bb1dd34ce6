import Operations
import Persistence
import PodcastModel

/// Who gets a lease, and who does not.
extension ImportLeases {
    /// Leases feeds whose turn has come, all in one unit of work, and tells the
    /// verdict on each as soon as other processes can see its lease.
    ///
    /// A feed that the store does not know yet needs no lease, nor does a dry run:
    /// their verdict is told at once.
    ///
    /// - Parameters:
    ///   - feeds: the feeds to lease.
    ///   - urgency: whether the save may wait for others to share its commit.
    ///   - tell: called with the verdicts on some of the feeds, by their places in
    ///     `feeds`; each feed is told once.
    func take(
        _ feeds: [ImportTraffic.WaitingFeed],
        urgency: SaveUrgency,
        then tell: @escaping @Sendable ([(place: Int, result: Result<Verdict, any Error>)]) -> Void
    ) {
        giveBackUnstored()
        var leaseRequests: [LeaseRequest] = []
        var others: [(place: Int, result: Result<Verdict, any Error>)] = []
        for (place, feed) in feeds.enumerated() {
            if !feed.request.isDryRun, let id = feed.request.refreshState?.subscriptionID {
                leaseRequests.append(LeaseRequest(place: place, subscriptionID: id, feed: feed))
            } else {
                others.append((place, .success(.unleased)))
            }
        }
        if !others.isEmpty { tell(others) }
        guard !leaseRequests.isEmpty else { return }
        // A feed that is leased once more has not ended any more.
        unstored.withLock { $0.subtract(leaseRequests.map(\.subscriptionID)) }
        take(leaseRequests, urgency: urgency, then: tell)
    }

    /// A feed that is wanted, by its place among those who asked with it.
    private struct LeaseRequest: Sendable {
        let place: Int
        let subscriptionID: Int64
        let feed: ImportTraffic.WaitingFeed
    }

    private func take(
        _ leaseRequests: [LeaseRequest],
        urgency: SaveUrgency,
        then tell: @escaping @Sendable ([(place: Int, result: Result<Verdict, any Error>)]) -> Void
    ) {
        let time = now()
        do {
            try persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                var verdicts: [Verdict] = []
                verdicts.reserveCapacity(leaseRequests.count)
                var pauses = RequestedPauses(at: time)
                for leaseRequest in leaseRequests {
                    verdicts.append(try self.take(leaseRequest, at: time, &pauses, in: unit))
                }
                return verdicts
            } then: { result in
                switch result {
                case .success(let verdicts):
                    self.remember(zip(leaseRequests, verdicts))
                    tell(zip(leaseRequests, verdicts).map { ($0.place, .success($1)) })
                case .failure where leaseRequests.count > 1:
                    // A row that cannot be read must not keep the others from being refreshed.
                    for leaseRequest in leaseRequests { self.take([leaseRequest], urgency: urgency, then: tell) }
                case .failure(let error):
                    tell(leaseRequests.map { ($0.place, .failure(error)) })
                }
            }
        } catch {
            tell(leaseRequests.map { ($0.place, .failure(error)) })
        }
    }

    private func remember(_ verdicts: some Sequence<(LeaseRequest, Verdict)>) {
        taken.withLock { taken in
            for case (let leaseRequest, .granted(let state)) in verdicts { taken[leaseRequest.subscriptionID] = state }
        }
    }

    private func take(
        _ leaseRequest: LeaseRequest,
        at now: Timestamp,
        _ pauses: inout RequestedPauses,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Verdict {
        let id = leaseRequest.subscriptionID
        guard let state = try unit.refreshes.state(id: id) else { return .removed }
        let request = leaseRequest.feed.request
        // Feeds may wait for hours for the turn of their host, and what a user says of one of them holds at once.
        if !request.isNamed {
            guard state.state != .paused, state.state != .unfollowed else {
                if isKeptElsewhere { try unit.leases.end(id, owner: owner) }
                return .unwanted
            }
            if request.isOutdated(by: state) { return .changed(state) }
        }
        if let host = leaseRequest.feed.host, let pause = try pauses.pause(of: host, in: unit) { return .paused(pause) }
        if request.isOnlyIfDue, let due = state.nextDueAt, due > now { return .undue(until: due) }
        if try isTakenAlready(state, at: now, in: unit) { return .granted(state) }
        let provisional = RefreshDecision.provisionalDue(of: state, policy: policy, now: now)
        let outcome = try unit.leases.take(
            id,
            owner: owner,
            at: now,
            until: now.adding(seconds: Self.seconds),
            // What is due later anyway stays where it is.
            provisionalDue: state.nextDueAt.flatMap { $0 < provisional ? provisional : nil }
        )
        switch outcome {
        case .granted: return .granted(state)
        case .held(let holder, let until):
            guard turns?.isGone(run: holder) == true else { return .held(until: until) }
            // Its process has ended without giving the feed back, and never will.
            try unit.leases.end(id, owner: holder)
            return try take(leaseRequest, at: now, &pauses, in: unit)
        }
    }

    /// Whether a feed is ours by the lease of whoever keeps it for the run, for long enough, and is late enough due if
    /// the process dies over it.
    ///
    /// To say the same once more, some seconds later, would cost a commit and three pages for each feed that has waited
    /// for its host.
    private func isTakenAlready(
        _ state: RefreshState,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        if let due = state.nextDueAt, due < now.adding(seconds: policy.minimumInterval) { return false }
        guard isKeptElsewhere, let holder = try unit.leases.holder(of: state.subscriptionID, at: now) else {
            return false
        }
        return holder.owner == owner && holder.until.seconds(since: now) > Self.seconds / 2
    }
}
