import FeedLoading
import Persistence
import PodcastModel

/// The end of a refresh that brought no document: that nothing has changed, or
/// what went wrong.
///
/// No operation: it waits for nothing but the writer, and many of them share a
/// commit.
final class RefreshNote: Sendable {
    /// What there is to note.
    indirect enum Event: Sendable {
        /// Not modified, or the same body as last time.
        case unchanged(FeedResponse)
        /// The load failed, or with a response the parser.
        case failed(ImportFailure, status: Int?, FeedResponse?, RefreshAnswer)
        /// The load failed, and it is not the feed's fault.
        case uncharged(ImportFailure, FeedDelay)
        /// The feed was not asked, or no more than the server that redirects to where it is.
        case postponed(FeedDelay)
    }

    let event: Event
    let job: FeedImportJob
    let state: RefreshState
    let host: String?

    /// Makes a note of a feed that the store knows.
    ///
    /// - Parameters:
    ///   - event: what there is to note.
    ///   - job: the feed on its way, whose lease ends with the note.
    ///   - state: what the store knew of the feed before.
    init(_ event: Event, of job: FeedImportJob, state: RefreshState) {
        self.event = event
        self.job = job
        self.state = state
        host = job.pass.host
    }

    /// Writes it down and says how the refresh has ended; a dry run writes nothing.
    ///
    /// - Parameters:
    ///   - urgency: whether it may wait for others.
    ///   - end: called once, when it is durable or has failed.
    func save(urgency: SaveUrgency, then end: @escaping @Sendable (Result<RefreshEnd, any Error>) -> Void) {
        do {
            if job.request.isDryRun {
                let written = try preview()
                var result = result(written, seconds: 0)
                result.take(written.move)
                return end(.success(RefreshEnd(result)))
            }
            if case .unchanged(let response) = event {
                job.tools.logRetryAfter(of: response, source: job.request.source)
            }
            let clock = ContinuousClock()
            let start = clock.now
            try job.tools.persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                try self.keepingFreshness(in: unit).write(in: unit)
            } then: { written in
                end(
                    written.map { written in
                        let result = self.result(written, seconds: start.duration(to: clock.now).inSeconds)
                        var end = RefreshEnd(result, written.move)
                        if let walk = written.walk, let podcast = written.podcastID, end.followUp == nil {
                            end.followUp = .walk(walk, podcastID: podcast)
                        }
                        end.kept = written.kept
                        return end
                    }
                    .mapError { $0 }
                )
            }
        } catch {
            end(.failure(error))
        }
    }
}

extension RefreshNote {
    /// What there is to report once it is written.
    struct Written: Sendable {
        var podcastID: Int64?
        var title: String?
        var episodeCount = 0
        var overdueCount = 0
        /// What a dry run says of them.
        var differences: [EpisodeDifference] = []
        /// Whether the 410 of this attempt is believed.
        var isGone = false
        var move = MoveUnit.Outcome.none
        /// The feed, if something is left to do.
        var kept: KeptFeed?
        /// Goes on through the pages where an earlier refresh was interrupted.
        var walk: PageWalk?
    }

    /// What is reported where nothing is written.
    private func preview() throws -> Written {
        try job.tools.persistence.mainContext().performAndWait { unit throws(PersistenceError) in
            let now = self.job.tools.now()
            var known = Written(podcastID: self.state.podcastID, title: self.state.title)
            known.isGone = self.isGone(self.state.state)
            if let podcast = self.state.podcastID {
                if self.job.countsEpisodes { known.episodeCount = try unit.episodes.count(ofPodcast: podcast) }
                known.overdueCount = try self.overdue(ofPodcast: podcast, in: unit, at: now) ?? 0
                if known.overdueCount > 0 {
                    known.differences = try unit.episodes.dueRemovals(ofPodcast: podcast, at: now).map(\.difference)
                }
            }
            known.walk = try self.interruptedWalk(in: unit)
            known.move = try self.previewMove(in: unit, at: now)
            return known
        }
    }

    private func result(_ written: Written, seconds: Double) -> FeedImportResult {
        var result = FeedImportResult(feed: job.request.name, outcome: outcome(isGone: written.isGone))
        result.podcastID = written.podcastID ?? state.podcastID
        result.title = written.title ?? state.title
        result.episodeCount = written.episodeCount
        result.overdueCount = written.overdueCount
        result.seconds.import = seconds
        if job.request.isDryRun { result.differences = written.differences }
        switch event {
        case .unchanged(let response): result.describe(response, of: job.request)
        case .failed(_, _, let response?, _): result.describe(response, of: job.request)
        case .failed(_, let status, nil, _): result.httpStatus = status
        case .postponed(let delay): result.warnings = [ImportWarning(delay.reason)]
        case .uncharged: break
        }
        if job.request.isDryRun, written.walk != nil { result.warnings.append(ParsedFeedImport.morePages) }
        return result
    }

    /// Whether the attempt has failed with a 410, and the feed counts as gone.
    func isGone(_ state: SubscriptionState) -> Bool {
        guard case .failed(let failure, _, _, _) = event, failure.kind == Self.goneKind else { return false }
        return state == .gone
    }

    private static let goneKind = "gone"

    private func outcome(isGone: Bool) -> ImportOutcome {
        switch event {
        case .unchanged(let response): .unchanged(notModified: response.status == 304)
        case .failed(let failure, _, _, _) where isGone: .gone(failure)
        case .failed(let failure, _, _, _), .uncharged(let failure, _): .failed(failure)
        case .postponed(let delay): .postponed(until: delay.dueAt)
        }
    }

    /// The record of the fetch; nil if nothing was asked.
    func fetchRecord(_ written: Written, at now: Timestamp) -> FetchRecord? {
        let outcome = outcome(isGone: written.isGone)
        switch event {
        case .unchanged(let response):
            return FetchRecord(response, outcome: outcome, at: now)
        case .failed(let failure, let status, let response, _):
            return failedFetch(failure, status: status, response, outcome, at: now)
        case .uncharged(let failure, _):
            return failedFetch(failure, status: nil, nil, outcome, at: now)
        case .postponed(let delay):
            guard let askedAt = delay.askedAt else { return nil }
            var record = FetchRecord(at: askedAt, outcome: outcome.word)
            record.take(job.progress)
            return record
        }
    }

    private func failedFetch(
        _ failure: ImportFailure,
        status: Int?,
        _ response: FeedResponse?,
        _ outcome: ImportOutcome,
        at now: Timestamp
    ) -> FetchRecord {
        var record: FetchRecord
        if let response {
            record = FetchRecord(response, outcome: outcome, at: now)
        } else {
            record = FetchRecord(at: now, outcome: outcome.word)
            record.status = status
            record.take(job.progress)
        }
        record.errorKind = failure.kind
        record.errorMessage = failure.message
        return record
    }
}

extension DueRemoval {
    /// What a dry run says of it, as it would if the document had changed.
    fileprivate var difference: EpisodeDifference {
        EpisodeDifference(
            action: .remove,
            episodeID: episodeID,
            title: title,
            key: key,
            by: nil,
            detail: AbsenceRules.removalDetail(since: absentSince)
        )
    }
}
