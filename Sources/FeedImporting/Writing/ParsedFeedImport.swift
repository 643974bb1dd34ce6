import FeedLoading
import Persistence
import PodcastModel

/// A document that has been read, on its way into the store.
struct ParsedFeedImport: Sendable {
    private(set) var parsed: ParseFeedOperation.Output
    /// The request for the feed that it is of.
    let request: FeedImportRequest
    /// What was asked for; the same, unless the document has turned out to be of another feed.
    let asked: FeedImportRequest
    let tools: ImportTools
    /// Whether the user has accepted the document, whatever it changes.
    var isAccepted = false
    /// The document that is held back, once it is known to be needed.
    private var held: HeldReading?
    /// Whether it is of another show than the feed that is seen to move to its address.
    private var isOfOtherShow = false
    private static let sentElsewhere =
        "the feed was given another address while this one was asked; nothing was imported, and the new one is next"
    /// What a dry run says of pages that it does not read.
    static let morePages = ImportWarning(
        kind: "more-pages",
        detail: "the feed has more pages; an import reads them all, a dry run only the first"
    )

    init(parsed: ParseFeedOperation.Output, request: FeedImportRequest, tools: ImportTools, isAccepted: Bool = false) {
        self.parsed = parsed
        self.request = parsed.known?.request ?? request
        asked = request
        self.tools = tools
        self.isAccepted = isAccepted
    }

    /// Writes it as the end of a refresh, with what it says of its host and of
    /// moves, and says what was done and what is left to do.
    ///
    /// A feed that somebody has sent elsewhere meanwhile is asked there: what is here is not its document any more (http
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
        let (parsed, request, work, now) = (parsed, request, unit, tools.now())
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let written = try await context.save(urgency: urgency) { unit throws(PersistenceError) -> Written in
            guard try !self.leave(endingLeaseOf: leaseOwner, in: unit, at: now) else { return .left }
            if let known = try self.feedAddedMeanwhile(in: unit) { return .known(known) }
            guard try self.isStillMoving(in: unit) else { return .ofOtherShow }
            let sight = try MoveSight(of: parsed, request: request, in: unit)
            guard !sight.needsItems else { return .nothing(.needsItems) }
            guard parsed.known?.move == nil || sight.isSameShow else { return .ofOtherShow }
            guard !sight.leadsToAnotherShow else { return .otherShow }
            let conclusion = try work.run(in: unit)
            guard case .done(let stored) = conclusion else { return .nothing(conclusion) }
            if let host { try unit.hosts.noteAnswer(of: host, address: parsed.response.remoteAddress, at: now) }
            if let id = self.leased?.id { try unit.leases.end(id, owner: leaseOwner) }
            guard case .imported(let counts) = stored.outcome else { return .stored(stored, .none, nil, nil) }
            let walk = self.walk(sight, after: counts)
            if let podcast = stored.podcastID, let walk {
                try unit.refreshes.setPendingPage(
                    walk.current.string,
                    closesGap: walk.endsAtWhatIsKnown,
                    ofPodcast: podcast
                )
            } else if let podcast = stored.podcastID, self.hasNoPagesAnyMore {
                try unit.refreshes.setPendingPage(nil, ofPodcast: podcast)
            }
            if let id = request.duplicate?.id {
                try unit.subscriptions.markDuplicate(id, of: stored.subscriptionID, at: now)
            }
            let id = stored.subscriptionID
            let move = try self.note(sight, of: id, in: unit, at: now)
            guard walk != nil || RefreshEnd.FollowUp(of: move) != nil else {
                return .stored(stored, move, nil, nil)
            }
            return .stored(stored, move, walk, try KeptFeed(keeping: id, for: leaseOwner, in: unit, at: now))
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
        case .left:
            let warning = ImportWarning(kind: "changed", detail: Self.sentElsewhere)
            var result = result(.postponed(until: nil), warnings: [warning])
            result.podcastID = request.refreshState?.podcastID
            return RefreshEnd(result)
        case .stored(let stored, let move, let walk, let kept):
            var end = end(stored, move, walk, seconds: start.duration(to: clock.now).inSeconds)
            end.kept = kept
            return end
        }
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
        /// Nothing but that it was asked, for it is not where the feed is to be asked.
        case left
    }

    /// The feed to which redirects have led for good, or that is seen to move to this address, if it has come to be
    /// followed since the document was read: a list may name a feed at several of its addresses, and they are loaded at
    /// the same time (http polling A4 46g).
    private func feedAddedMeanwhile(in unit: UnitOfWork) throws(PersistenceError) -> KnownFeed? {
        guard parsed.known == nil, !parsed.isDiscovered else { return nil }
        if let request = try asked.forFeed(behind: parsed.response, in: unit) { return KnownFeed(request: request) }
        return isOfOtherShow ? nil : try asked.feedMovingHere(parsed.response, in: unit)
    }

    /// The same as the document of a feed that the store knows.
    private func led(to known: KnownFeed?) -> ParsedFeedImport {
        ParsedFeedImport(parsed: parsed.led(to: known), request: asked, tools: tools, isAccepted: isAccepted)
    }

    /// The same as the document of what was asked for, and of nothing else.
    private var ofOtherShow: ParsedFeedImport {
        var own = led(to: nil)
        own.isOfOtherShow = true
        return own
    }

    /// The subscription whose lease ends with the import, and the address it was taken with; nil if there is none.
    private var leased: (id: Int64, feedURL: String)? {
        parsed.known == nil ? request.refreshState.map { ($0.subscriptionID, $0.feedURL) } : request.duplicate
    }

    /// Leaves the feed to the next load if somebody has sent it elsewhere since its lease was taken; true if so.
    private func leave(
        endingLeaseOf owner: String,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> Bool {
        guard let leased else { return false }
        let standing = try unit.refreshes.standing(of: leased.id, at: now)
        guard standing.feedURL != leased.feedURL else { return false }
        try unit.refreshes.leaveAsWished(
            leased.id,
            because: FeedImportRequest.hasMoved,
            standing: standing,
            at: now,
            askedAt: now,
            endingLeaseOf: owner
        )
        let fetch = FetchRecord(parsed.response, outcome: .postponed(until: nil), at: now)
        try unit.fetches.record(fetch, of: leased.id)
        return true
    }

    /// The same with what turned out to be needed: the items that were left out, and the document that is held back.
    private func withWhatItTakes(_ conclusion: FeedImportUnit.Conclusion) async throws -> ParsedFeedImport {
        var whole = self
        whole.parsed = try parsed.readInFull(by: tools.reader)
        guard case .needsHeldDocument(let id) = conclusion else { return whole }
        let (state, held) = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) in
            (try unit.refreshes.state(id: id), try unit.heldDocuments.document(of: id))
        }
        if let state, let held {
            whole.held = HeldReading(of: held, state, source: parsed.source, reader: tools.reader)
        }
        return whole
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

    /// Whether the pages were to be read from the first one on, and that is the only one.
    private var hasNoPagesAnyMore: Bool {
        request.beginsAnew && parsed.response.finalURL != nil && !parsed.isDelta && parsed.document.complete
    }

    /// The walk through the later pages, if one is due, or one that was interrupted.
    private func walk(_ sight: MoveSight, after counts: ImportCounts) -> PageWalk? {
        guard let url = parsed.response.finalURL, !parsed.isDelta else { return nil }
        let beginsAnew = request.beginsAnew
        let pending = beginsAnew ? nil : request.refreshState?.pendingPage
        let podcast = parsed.document.podcast
        let isAllNew = counts.inserted > 0 && counts.updated + counts.rekeyed + counts.unchanged == 0
        let walk = PageWalk(
            from: podcast,
            at: url,
            knownArchive: sight.knownArchive,
            isFirstImport: !sight.isKnown,
            // A new archive or a page of news, and others that are missing behind those that are known: only all of
            // them leave no gap.
            isRequested: request.backfills || beginsAnew
                || pending != nil
                    && (podcast.hasArchive(after: sight.knownArchive) || isAllNew && !podcast.hasArchives),
            isAllNew: isAllNew,
            limit: tools.pageLimit
        )
        let closesGap = request.refreshState?.pendingPageClosesGap == true
        return walk
            ?? pending.flatMap {
                PageWalk(from: $0, of: podcast, at: url, closesGap: closesGap, limit: tools.pageLimit)
            }
    }

    private var unit: FeedImportUnit {
        FeedImportUnit(
            parsed: parsed,
            request: request,
            policy: tools.policy,
            isAccepted: isAccepted,
            held: held,
            editHistoryLimit: tools.editHistoryLimit,
            now: tools.now()
        )
    }

    /// Writes it, and says what was done.
    func write() async throws -> FeedImportResult {
        let work = unit
        // The context is made here, where it is used, so that no operation that
        // waits in the queue holds one.
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let conclusion = try await context.save { unit throws(PersistenceError) in try work.run(in: unit) }
        guard case .done(let stored) = conclusion else { return try await withWhatItTakes(conclusion).write() }
        var result = result(stored.outcome, warnings: stored.warnings)
        result.podcastID = stored.podcastID
        result.episodeCount = stored.episodeCount
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    /// What an import would find, and what it would do.
    private struct Preview: Sendable {
        let preparation: ImportPreparation
        let difference: ImportDifference
        let sight: MoveSight
        var move = MoveUnit.Outcome.none
        /// What a first import warns of.
        var hints: [ImportWarning] = []
    }

    /// Says what would be done, and writes nothing.
    func preview() async throws -> FeedImportResult {
        let now = tools.now()
        let (parsed, request, held) = (parsed, request, held)
        let clock = ContinuousClock()
        let start = clock.now
        let seen = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) -> Preview in
            let sight = try MoveSight(of: parsed, request: request, in: unit)
            var state = request.refreshState
            if parsed.isDiscovered, let feedURL = parsed.source.feedURL {
                state = try unit.refreshes.state(forFeedURL: feedURL)
            }
            let history = try state.map { state throws(PersistenceError) in
                try unit.refreshes.history(of: state.subscriptionID)
            }
            let preparation = try ImportPreparation(
                parsed: parsed,
                subscriptionID: state?.subscriptionID,
                history: history,
                stored: try StoredEpisodes(ofPodcast: history?.podcastID, in: unit),
                held: held,
                now: now,
                in: unit
            )
            let difference = try ImportDifference(
                preparation,
                incoming: parsed.episodes,
                documentIsComplete: parsed.document.complete,
                held: held?.parsed,
                at: now,
                in: unit
            )
            try parsed.episodes.checkTexts()
            var preview = Preview(preparation: preparation, difference: difference, sight: sight)
            // A feed that the store does not know has no number yet, and nothing is pending.
            let moves = MoveUnit(subscriptionID: preparation.subscriptionID ?? 0, now: now)
            preview.move = try self.preview(sight, of: moves, after: history?.pendingMove, in: unit)
            if preparation.podcastID == nil {
                preview.hints = try FeedImportUnit.duplicateHints(
                    of: parsed.document.podcast,
                    exceptFor: nil,
                    in: unit
                )
            }
            return preview
        }
        let (preparation, difference, sight) = (seen.preparation, seen.difference, seen.sight)
        guard parsed.known?.move == nil || sight.isSameShow else { return try await ofOtherShow.preview() }
        guard !sight.leadsToAnotherShow else { throw ImportFailure.otherShow(feed: request.source.redacted) }
        if preparation.verdict == .undecided, let id = preparation.subscriptionID {
            return try await withWhatItTakes(.needsHeldDocument(of: id)).preview()
        }
        var warnings = difference.warnings + seen.hints
        var outcome = ImportOutcome.imported(difference.counts)
        switch preparation.verdict {
        case .clear, .confirmed, .undecided: break
        case .held(let finding):
            warnings = [FeedImportUnit.warning(ofHeld: finding, isDryRun: true)]
            outcome = .postponed(until: nil)
        case .refused(let finding):
            warnings = [FeedImportUnit.warning(ofRefused: finding)]
            outcome = .postponed(until: nil)
        }
        if case .imported(let counts) = outcome, walk(sight, after: counts) != nil {
            warnings.append(Self.morePages)
        }
        var result = result(outcome, warnings: warnings)
        result.podcastID = preparation.podcastID
        result.episodeCount = preparation.stored.identities.count
        result.differences = difference.differences
        if case .imported = outcome { result.take(seen.move) }
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    /// Says that the address is another than the one that was guessed.
    private var httpWarning: [ImportWarning] {
        guard let address = request.addressWithoutTLS, address.string == parsed.source.feedURL else { return [] }
        return [ImportWarning(kind: "http", detail: "https does not answer; it was asked over http")]
    }

    private func result(_ outcome: ImportOutcome, warnings: [ImportWarning]) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        let podcast = parsed.document.podcast
        result.title = podcast.title ?? StandInTitle.make(link: podcast.link, feedURL: parsed.source.feedURL)
        result.warnings = parsed.document.warnings + [knownFeedWarning].compactMap(\.self) + httpWarning + warnings
        result.describe(parsed.response, of: request)
        if parsed.isDiscovered { result.redirectedTo = parsed.source.feedURL }
        return result
    }
}
