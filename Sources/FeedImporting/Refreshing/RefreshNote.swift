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
    enum Event: Sendable {
        /// Not modified, or the same body as last time.
        case unchanged(FeedResponse)
        /// The load or the parser failed.
        case failed(ImportFailure, status: Int?, RefreshAnswer)
        /// The load failed, and it is not the feed's fault.
        case uncharged(ImportFailure, until: Timestamp, reason: DueReason)
        /// The feed was not asked.
        case postponed(until: Timestamp, reason: DueReason)
    }

    private let event: Event
    private let request: FeedImportRequest
    private let state: RefreshState
    private let host: String?
    private let leaseOwner: String
    private let tools: ImportTools

    /// Makes a note of a feed that the store knows.
    ///
    /// - Parameters:
    ///   - event: what there is to note.
    ///   - request: the feed.
    ///   - state: what the store knew of it before.
    ///   - host: who was asked; nil for files.
    ///   - leaseOwner: whose lease of the feed ends with it.
    ///   - tools: what the stages work with.
    init(
        _ event: Event,
        request: FeedImportRequest,
        state: RefreshState,
        host: String?,
        leaseOwner: String,
        tools: ImportTools
    ) {
        self.event = event
        self.request = request
        self.state = state
        self.host = host
        self.leaseOwner = leaseOwner
        self.tools = tools
    }

    /// Writes it down and says how the refresh has ended; a dry run writes nothing.
    ///
    /// - Parameters:
    ///   - urgency: whether it may wait for others.
    ///   - end: called once, when it is durable or has failed.
    func save(urgency: SaveUrgency, then end: @escaping @Sendable (Result<RefreshEnd, any Error>) -> Void) {
        if request.isDryRun { return end(.success(RefreshEnd(result(nil, seconds: 0)))) }
        do {
            let clock = ContinuousClock()
            let start = clock.now
            try tools.persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                try self.write(in: unit)
            } then: { written in
                end(
                    written.map { standing, move in
                        var result = self.result(standing, seconds: start.duration(to: clock.now).inSeconds)
                        result.episodeCount = standing.episodeCount
                        return RefreshEnd(result, move, of: self.state.subscriptionID)
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
    /// Everything in one unit: what became of the attempt, when the next one is
    /// due, the line in the feed's history, and the end of the lease.
    private func write(in unit: UnitOfWork) throws(PersistenceError) -> (RefreshStanding, MoveUnit.Outcome) {
        let now = tools.now()
        let standing = try unit.subscriptions.standing(of: state.subscriptionID, at: now)
        try record(standing, in: unit, at: now)
        return (standing, try noteMove(standing, in: unit, at: now))
    }

    private func result(_ standing: RefreshStanding?, seconds: Double) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        result.podcastID = standing?.podcastID ?? state.podcastID
        result.title = standing?.title
        result.seconds.import = seconds
        if request.isDryRun { result.differences = [] }
        switch event {
        case .unchanged(let response): result.describe(response, of: request)
        case .failed(_, let status, _): result.httpStatus = status
        case .uncharged, .postponed: break
        }
        return result
    }

    private var outcome: ImportOutcome {
        switch event {
        case .unchanged(let response): .unchanged(notModified: response.status == 304)
        case .failed(let failure, _, _) where failure.kind == "gone": .gone
        case .failed(let failure, _, _), .uncharged(let failure, _, _): .failed(failure)
        case .postponed(let until, _): .postponed(until: until)
        }
    }

    private func record(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        let subscriptions = unit.subscriptions
        let id = state.subscriptionID
        switch event {
        case .unchanged(let response):
            let decision = RefreshDecision(after: .success(response), of: state, policy: tools.policy, now: now)
            try subscriptions.recordSuccess(
                RefreshSuccess(response, of: state, decision, at: now),
                of: id,
                standing: standing,
                endingLeaseOf: leaseOwner
            )
            try subscriptions.noteManners(of: response, subscriptionID: id)
            // The document of the last time still holds: one more that does not
            // list what was missing in it (identity C6 33).
            if standing.hasRemovalDue, let podcast = standing.podcastID {
                try unit.episodes.removeDue(ofPodcast: podcast, at: now)
            }
            if let host { try unit.hosts.noteAnswer(of: host, address: response.remoteAddress, at: now) }
        case .failed(let failure, _, let answer):
            let answer = try answer.after(try subscriptions.failureStreak(of: id, kind: failure.kind))
            let decision = RefreshDecision(after: answer, of: state, policy: tools.policy, now: now)
            if let seconds = decision.disbelievedRetryAfter {
                tools.logRetryAfter(seconds, source: request.source)
            }
            try subscriptions.recordFailure(
                RefreshFailure(failure, decision, at: now),
                of: id,
                standing: standing,
                endingLeaseOf: leaseOwner
            )
        case .uncharged(_, let until, let reason), .postponed(let until, let reason):
            // What is not due before then anyway stays where it is.
            let due = max(state.nextDueAt ?? until, until)
            try subscriptions.postpone(id, until: due, reasons: [reason], endingLeaseOf: leaseOwner)
        }
        if let fetch = fetchRecord(at: now) { try subscriptions.recordFetch(fetch, of: id, standing: standing) }
    }

    /// What the refresh says of a move, if anything was asked.
    private func noteMove(
        _ standing: RefreshStanding,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> MoveUnit.Outcome {
        let moves = MoveUnit(subscriptionID: state.subscriptionID, now: now)
        switch event {
        case .unchanged(let response):
            // The document is the one that is stored, and so is what it announces.
            let candidate = MoveCandidate(
                from: state.feedURL,
                response: response,
                announced: response.permanentURL == nil ? standing.announcedAddress : nil,
                isProxied: request.options.proxy != nil
            )
            guard candidate != nil || standing.hasPendingMove else { return .none }
            return try moves.note(candidate, isSameShow: true, in: unit)
        case .failed(let failure, _, _):
            return try moves.noteFailure(failure, of: state, in: unit)
        case .uncharged, .postponed:
            return .none
        }
    }

    /// The record of the fetch; nil if nothing was asked.
    private func fetchRecord(at now: Timestamp) -> FetchRecord? {
        switch event {
        case .unchanged(let response):
            return FetchRecord(response, sent: request.conditions, outcome: outcome, at: now)
        case .failed(let failure, let status, _):
            return failedFetch(failure, status: status, at: now)
        case .uncharged(let failure, _, _):
            return failedFetch(failure, status: nil, at: now)
        case .postponed:
            return nil
        }
    }

    private func failedFetch(_ failure: ImportFailure, status: Int?, at now: Timestamp) -> FetchRecord {
        var record = FetchRecord(at: now, outcome: outcome.word)
        record.status = status
        record.sent = request.conditions.headers
        record.errorKind = failure.kind
        record.errorMessage = failure.message
        return record
    }
}

extension HTTPValidators {
    /// The values by the names of the headers they are sent in.
    var headers: [String: String] {
        var headers: [String: String] = [:]
        headers["If-None-Match"] = etag
        headers["If-Modified-Since"] = lastModified
        return headers
    }
}
