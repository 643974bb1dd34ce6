import FeedLoading
import Operations
import Persistence
import PodcastModel

/// The last stage of a refresh that brought no document: notes that nothing has
/// changed, or what went wrong.
///
/// Runs on the narrow queue of the writer.
final class RecordRefreshOperation: BaseOperation<FeedImportResult>, @unchecked Sendable {
    /// What there is to note.
    enum Event: Sendable {
        /// Not modified, or the same body as last time.
        case unchanged(FeedResponse)
        /// The load or the parser failed.
        case failed(ImportFailure, status: Int?, RefreshAnswer)
    }

    private let event: Event
    private let request: FeedImportRequest
    private let state: RefreshState
    private let tools: ImportTools

    init(event: Event, request: FeedImportRequest, state: RefreshState, tools: ImportTools) {
        self.event = event
        self.request = request
        self.state = state
        self.tools = tools
    }

    override func execute() async throws -> FeedImportResult {
        if request.isDryRun { return result(subscription: nil, seconds: 0) }
        let now = tools.now()
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let subscription = try await context.save { unit throws(PersistenceError) in
            try self.record(in: unit, at: now)
            return try unit.subscriptions.subscription(id: self.state.subscriptionID)
        }
        return result(subscription: subscription, seconds: start.duration(to: clock.now).inSeconds)
    }

    private func result(subscription: Subscription?, seconds: Double) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        result.podcastID = subscription?.podcastID ?? state.podcastID
        result.title = subscription?.title
        result.episodeCount = subscription?.episodeCount ?? 0
        result.seconds.import = seconds
        if request.isDryRun { result.differences = [] }
        switch event {
        case .unchanged(let response): result.describe(response, of: request)
        case .failed(_, let status, _): result.httpStatus = status
        }
        return result
    }

    private var outcome: ImportOutcome {
        switch event {
        case .unchanged(let response): .unchanged(notModified: response.status == 304)
        case .failed(let failure, _, _) where failure.kind == "gone": .gone
        case .failed(let failure, _, _): .failed(failure)
        }
    }

    /// Everything in one unit: what became of the attempt, when the next one is
    /// due, and the line in the feed's history.
    private func record(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) {
        let subscriptions = unit.subscriptions
        let id = state.subscriptionID
        switch event {
        case .unchanged(let response):
            let decision = RefreshDecision(after: .success(response), of: state, policy: tools.policy, now: now)
            try subscriptions.recordSuccess(RefreshSuccess(response, of: state, decision, at: now), of: id)
            try subscriptions.noteManners(of: response, subscriptionID: id)
            // The document of the last time still holds: one more that does not
            // list what was missing in it (identity C6 33).
            if let podcast = state.podcastID { try unit.episodes.removeDue(ofPodcast: podcast, at: now) }
        case .failed(let failure, _, let answer):
            let answer = try answer.after(try subscriptions.failureStreak(of: id, kind: failure.kind))
            let decision = RefreshDecision(after: answer, of: state, policy: tools.policy, now: now)
            if let seconds = decision.disbelievedRetryAfter {
                tools.logRetryAfter(seconds, source: request.source)
            }
            if case .localOutage = answer {
                // Nothing was asked: no attempt, no failure, no line.
                try subscriptions.postpone(id, until: decision.dueAt, reasons: decision.reasons)
                return
            }
            try subscriptions.recordFailure(RefreshFailure(failure, decision, at: now), of: id)
        }
        try subscriptions.recordFetch(fetchRecord(at: now), of: id)
    }

    private func fetchRecord(at now: Timestamp) -> FetchRecord {
        switch event {
        case .unchanged(let response):
            return FetchRecord(response, sent: request.conditions, outcome: outcome, at: now)
        case .failed(let failure, let status, _):
            var record = FetchRecord(at: now, outcome: outcome.word)
            record.status = status
            record.errorKind = failure.kind
            record.errorMessage = failure.message
            return record
        }
    }
}
