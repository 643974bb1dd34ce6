import FeedLoading
import PodcastModel

/// What is said of the refresh: to whoever asked for it, and in the history of the feed.
extension RefreshNote {
    /// The report of the refresh, or of a dry run.
    func result(_ written: Written, seconds: Double) -> FeedImportResult {
        var result = FeedImportResult(feed: job.request.name, outcome: outcome(isGone: written.isGone))
        result.podcastID = written.podcastID ?? state.podcastID
        result.title = written.title ?? state.title
        result.episodeCount = written.episodeCount
        result.overdueCount = written.overdueCount
        result.seconds.import = seconds
        if job.request.isDryRun { result.differences = written.differences }
        switch event {
        case .unchanged(let response): result.describe(response)
        case .failed(_, _, let response?, _): result.describe(response)
        case .failed(_, let status, nil, _): result.httpStatus = status
        case .postponed(let delay): result.warnings = [ImportWarning(delay.reason)]
        case .uncharged: break
        }
        if job.request.isDryRun, written.walk != nil { result.warnings.append(ParsedFeedImport.morePages) }
        return result
    }

    /// Whether the attempt has failed with a 410, and the feed counts as gone.
    func isGone(_ state: SubscriptionState) -> Bool {
        guard case .failed(let failure, _, _, _) = event, failure.kind == .gone else { return false }
        return state == .gone
    }

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
            var record = FetchRecord(at: askedAt, outcome: outcome.word.rawValue)
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
            record = FetchRecord(at: now, outcome: outcome.word.rawValue)
            record.status = status
            record.take(job.progress)
        }
        record.errorKind = failure.kind
        record.errorMessage = failure.message
        return record
    }
}
