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
        case failed(ImportFailure, status: Int?)
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
        let (event, state, now) = (event, state, tools.now())
        let fetch = fetchRecord(at: now)
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let subscription = try await context.save { unit throws(PersistenceError) in
            switch event {
            case .unchanged(let response):
                let success = RefreshSuccess(response, at: now)
                try unit.subscriptions.recordSuccess(success, of: state.subscriptionID)
            case .failed(let failure, _):
                try unit.subscriptions.recordFailure(RefreshFailure(failure, state, at: now), of: state.subscriptionID)
            }
            try unit.subscriptions.recordFetch(fetch, of: state.subscriptionID)
            return try unit.subscriptions.subscription(id: state.subscriptionID)
        }
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        result.podcastID = subscription?.podcastID
        result.title = subscription?.title
        result.episodeCount = subscription?.episodeCount ?? 0
        result.seconds.import = start.duration(to: clock.now).inSeconds
        switch event {
        case .unchanged(let response): result.describe(response, of: request)
        case .failed(_, let status): result.httpStatus = status
        }
        return result
    }

    private var outcome: ImportOutcome {
        switch event {
        case .unchanged(let response): .unchanged(notModified: response.status == 304)
        case .failed(let failure, _) where failure.kind == "gone": .gone
        case .failed(let failure, _): .failed(failure)
        }
    }

    private func fetchRecord(at now: Timestamp) -> FetchRecord {
        switch event {
        case .unchanged(let response):
            return FetchRecord(
                response,
                sent: request.force ? HTTPValidators() : state.validators,
                outcome: outcome,
                at: now
            )
        case .failed(let failure, let status):
            var record = FetchRecord(at: now, outcome: outcome.word)
            record.status = status
            record.errorKind = failure.kind
            record.errorMessage = failure.message
            return record
        }
    }
}
