import FeedLoading
import Persistence
import PodcastModel

/// The document as the end of a refresh.
extension ParsedFeedImport {
    private static let sentElsewhere =
        "the feed was given another address while this one was asked; nothing was imported, and the new one is next"
    private static let takenOver =
        "this process was stopped for too long, and another one has asked for the feed since; nothing was imported"

    /// Writes it as the end of a refresh, with what it says of its host and of
    /// moves, and says what was done and what is left to do.
    ///
    /// A feed that somebody has sent elsewhere meanwhile is asked there: what is here is not its document any more. Nor
    /// is it if the process was stopped for longer than its lease lasts: what another one has read since is newer (http
    /// polling A5 55).
    ///
    /// - Parameters:
    ///   - host: who answered; nil for files.
    ///   - leaseOwner: who has the lease that ends with the import.
    ///   - urgency: how soon it has to be durable.
    /// - Returns: the end of the refresh.
    /// - Throws: ``PersistenceError``; `ImportFailure` if the feed redirects to
    ///   another show.
    func refresh(host: String?, leaseOwner: String, urgency: SaveUrgency) async throws -> RefreshEnd {
        let (work, now) = (unit, tools.now())
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let written = try await context.save(urgency: urgency) { unit throws(PersistenceError) in
            try self.write(work, host: host, leaseOwner: leaseOwner, in: unit, at: now)
        }
        switch written {
        case .nothing(let conclusion):
            return try await withWhatItTakes(conclusion).refresh(host: host, leaseOwner: leaseOwner, urgency: urgency)
        case .known(let known):
            return try await led(to: known).refresh(host: host, leaseOwner: leaseOwner, urgency: urgency)
        case .ofOtherShow:
            return try await ofOtherShow.refresh(host: host, leaseOwner: leaseOwner, urgency: urgency)
        case .otherShow:
            throw ImportFailure.otherShow(feed: request.source.redacted)
        case .left(let why):
            let warning = ImportWarning(kind: .changed, detail: why)
            var result = result(.postponed(until: nil), warnings: [warning])
            result.podcastID = request.refreshState?.podcastID
            if let podcast = result.podcastID {
                result.episodeCount = try await context.perform { unit throws(PersistenceError) in
                    try unit.episodes.count(ofPodcast: podcast)
                }
            }
            return RefreshEnd(result)
        case .stored(let stored, let move, let walk, let kept):
            var end = end(stored, move, walk, seconds: start.duration(to: clock.now).inSeconds)
            end.kept = kept
            return end
        }
    }

    /// Writes all of it in one unit of work, unless something is needed first or it is not the feed's document.
    private func write(
        _ work: FeedImportUnit,
        host: String?,
        leaseOwner: String,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Written {
        if let why = try leave(endingLeaseOf: leaseOwner, in: unit, at: now) { return .left(why) }
        if let known = try feedAddedMeanwhile(in: unit) { return .known(known) }
        guard try isStillMoving(in: unit) else { return .ofOtherShow }
        let sight = try MoveSight(of: parsed, request: request, in: unit)
        guard !sight.needsItems else { return .nothing(.needsItems) }
        guard parsed.known?.move == nil || sight.isSameShow else { return .ofOtherShow }
        guard !sight.leadsToAnotherShow else { return .otherShow }
        let conclusion = try work.run(in: unit)
        guard case .done(let stored) = conclusion else { return .nothing(conclusion) }
        if let host { try unit.hosts.noteAnswer(of: host, address: parsed.response.remoteAddress, at: now) }
        if let id = leased?.id { try unit.leases.end(id, owner: leaseOwner) }
        guard case .imported(let counts) = stored.outcome else { return .stored(stored, .none, nil, nil) }
        let walk = walk(sight, after: counts, endsWithNews: stored.endsWithNews)
        if let podcast = stored.podcastID, walk != nil || hasNoPagesAnyMore {
            try unit.refreshes.setPendingPage(at: walk, ofPodcast: podcast)
        }
        if let id = request.duplicate?.id {
            try unit.subscriptions.markDuplicate(id, of: stored.subscriptionID, at: now)
        }
        let id = stored.subscriptionID
        let move = try note(sight, of: id, in: unit, at: now)
        guard walk != nil || RefreshEnd.FollowUp(of: move) != nil else {
            return .stored(stored, move, nil, nil)
        }
        return .stored(stored, move, walk, try KeptFeed(keeping: id, for: leaseOwner, in: unit, at: now))
    }

    /// What became of a unit of work.
    private enum Written: Sendable {
        case stored(FeedImportUnit.Outcome, MoveUnit.Outcome, PageWalk?, KeptFeed?)
        /// Nothing, for something is needed first.
        case nothing(FeedImportUnit.Conclusion)
        /// Nothing, for it is the document of a feed that is followed by now.
        case known(KnownFeed)
        /// Nothing, for it is not the document of the feed that is seen to move to its address.
        case ofOtherShow
        /// Nothing, for it is not the feed's document.
        case otherShow
        /// Nothing but that it was asked, for what is here is not the feed's document any more; with why.
        case left(String)
    }

    /// The subscription whose lease ends with the import, and the address it was taken with; nil if there is none.
    private var leased: (id: Int64, feedURL: String)? {
        parsed.known == nil ? request.refreshState.map { ($0.subscriptionID, $0.feedURL) } : request.duplicate
    }

    /// Leaves the feed to whoever asks it next if somebody has sent it elsewhere since its lease was taken, or has taken
    /// that; returns why, or nil if it is ours still.
    private func leave(
        endingLeaseOf owner: String,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> String? {
        guard let leased, let taken = asked.refreshState else { return nil }
        let standing = try unit.refreshes.standing(of: leased.id, at: now)
        let isTakenOver = standing.isTakenOver(from: owner, since: taken)
        guard isTakenOver || standing.feedURL != leased.feedURL else { return nil }
        if !isTakenOver {
            try unit.refreshes.leaveAsRequested(
                leased.id,
                because: DueReason.otherAddress,
                standing: standing,
                at: now,
                askedAt: now,
                endingLeaseOf: owner
            )
        }
        let fetch = FetchRecord(parsed.response, outcome: .postponed(until: nil), at: now)
        try unit.fetches.record(fetch, of: leased.id)
        return isTakenOver ? Self.takenOver : Self.sentElsewhere
    }

    /// The feed to which redirects have led for good, or that is seen to move to this address, if it has come to be
    /// followed since the document was read: a list may name a feed at several of its addresses, and they are loaded at
    /// the same time (http polling A4 46g).
    private func feedAddedMeanwhile(in unit: UnitOfWork) throws(PersistenceError) -> KnownFeed? {
        guard parsed.known == nil, !parsed.isDiscovered else { return nil }
        if let request = try asked.forFeed(behind: parsed.response, in: unit) { return KnownFeed(request: request) }
        return isOfOtherShow ? nil : try asked.feedMovingHere(parsed.response, in: unit)
    }

    private func end(
        _ stored: FeedImportUnit.Outcome,
        _ move: MoveUnit.Outcome,
        _ walk: PageWalk?,
        seconds: Double
    ) -> RefreshEnd {
        tools.logRetryAfter(of: parsed.response, source: request.source)
        var result = result(stored.outcome, warnings: stored.warnings)
        result.podcastID = stored.podcastID
        result.episodeCount = stored.episodeCount
        result.seconds.import = seconds
        var end = RefreshEnd(result, move)
        if let podcast = stored.podcastID, var walk {
            walk.note(listed: stored.episodeIDs)
            end.followUp = .walk(walk, podcastID: podcast)
        }
        return end
    }
}
