import FeedLoading
import Logging
import Operations
import Persistence
import PodcastModel

/// How a feed ends: with its result, or what is left to do first.
extension FeedImportJob {
    /// Ends the feed with an error; charged to it if it is its own fault.
    func fail(
        _ error: any Error,
        stage: ImportFailure.Stage,
        of response: FeedResponse? = nil,
        seconds: FeedImportResult.StageSeconds = .init()
    ) {
        guard !isRemoval(error) else { return endRemoved() }
        let failure = failure(of: error, stage: stage, after: response)
        let status = (error as? FeedLoadingError)?.status
        let isTheFeedsFault = failure.failureClass == .feed || failure.failureClass == .notAFeed
        if isTheFeedsFault, request.refreshState != nil {
            let answer = RefreshAnswer(charging: error, of: response, after: pass.retryAfter)
            record(.failed(failure, status: status, response, answer), seconds)
        } else {
            // A feed the store does not know leaves no trace by failing; nor
            // does one whose run was stopped or whose store is full.
            end(failure, status: status, of: response, seconds: seconds)
        }
    }

    /// What is said of an error.
    func failure(
        of error: any Error,
        stage: ImportFailure.Stage,
        after response: FeedResponse? = nil
    ) -> ImportFailure {
        FeedImportError(error, feed: request.source.redacted, stage: stage)
            .failure(
                now: tools.now(),
                store: tools.persistence.configuration.path,
                of: response,
                after: pass.retryAfter,
                longestRetryAfter: tools.policy.longestRetryAfter,
                wasFeed: request.refreshState?.podcastID != nil
            )
            .explained(by: request, after: error)
    }

    func record(_ event: RefreshNote.Event, _ seconds: FeedImportResult.StageSeconds = .init()) {
        guard let state = request.refreshState else { return }
        traffic.weigh(request.windowKey, bytes: 0)
        let note = RefreshNote(event, of: self, state: state)
        note.save(urgency: noteUrgency) { self.end($0, seconds) }
    }

    /// Ends the feed as its note says, or with why that could not be written.
    func end(_ noted: Result<RefreshEnd, any Error>, _ seconds: FeedImportResult.StageSeconds = .init()) {
        switch noted {
        case .success(let end):
            self.end(end, seconds)
        case .failure(let error) where isRemoval(error):
            endRemoved()
        case .failure(let error):
            let error = FeedImportError(error, feed: request.source.redacted, stage: .import)
            let store = tools.persistence.configuration.path
            end(error.failure(now: tools.now(), store: store), seconds: seconds)
        }
    }

    /// Does what is left to do, and ends.
    func end(_ end: RefreshEnd, _ seconds: FeedImportResult.StageSeconds) {
        var result = end.result
        result.seconds.parse = seconds.parse
        keptFeed.withLock { $0 = end.kept }
        guard let followUp = end.followUp, let kept = end.kept else { return self.end(result) }
        leases.keep(kept.subscriptionID)
        switch followUp {
        case .examine(let candidate):
            let look = ExamineMoveOperation(
                candidate: candidate,
                kept: kept,
                request: request,
                pass: pass,
                tools: tools
            )
            finish(look, result)
        case .search:
            finish(SearchSiteOperation(kept: kept, request: request, pass: pass, tools: tools), result)
        case .walk(let walk, let podcastID):
            read(LaterPages(walk: walk, podcastID: podcastID, result: result))
        }
    }

    /// Ends with what a look at another address has brought.
    private func finish(_ look: BaseOperation<MoveUnit.Outcome>, _ result: FeedImportResult) {
        look.whenFinished { outcome in
            var result = result
            switch outcome {
            case .success(let move):
                result.take(move)
            case .failure(let error):
                // The refresh itself is done; the move has time.
                self.tools.logger.notice("another address could not be looked at", metadata: ["error": "\(error)"])
            }
            self.end(result)
        }
        stages.load(look)
    }

    func end(
        _ failure: ImportFailure,
        status: Int? = nil,
        of response: FeedResponse? = nil,
        seconds: FeedImportResult.StageSeconds = .init()
    ) {
        var result = FeedImportResult(feed: request.name, outcome: .failed(failure))
        result.httpStatus = status
        if let response { result.describe(response) }
        result.seconds = seconds
        end(result)
    }

    /// Ends a feed that somebody has removed from the store since the run has taken it: nothing is wrong, and nobody
    /// misses what would have come of it.
    func endRemoved() {
        var result = FeedImportResult(feed: request.name, outcome: .postponed(until: nil))
        result.warnings = [ImportWarning(kind: .removed, detail: "it was removed from the store meanwhile")]
        end(result)
    }

    /// Whether an error of the store says that the feed is not in it any more.
    private func isRemoval(_ error: any Error) -> Bool {
        guard case PersistenceError.notFound(entity: "subscription", id: let id)? = error as? PersistenceError else {
            return false
        }
        return id == request.refreshState?.subscriptionID
    }

    func end(_ result: FeedImportResult) {
        let result = completed(result)
        release { self.ends.end([(self, result)]) }
    }

    /// Ends feeds of which nothing is left to do, all at once.
    static func end(_ ended: [(job: FeedImportJob, result: FeedImportResult)]) {
        guard let ends = ended.first?.job.ends else { return }
        ends.end(ended.map { ($0.job, $0.job.completed($0.result)) })
    }

    /// The result with what is known of the feed besides, logged.
    private func completed(_ result: FeedImportResult) -> FeedImportResult {
        var result = result
        result.subscriptionID = request.refreshState?.subscriptionID
        result.seconds.load = loadSeconds.withLock(\.self)
        result.isCutOff =
            result.outcome.failure?.failureClass == .cancelled && progress.hasAsked && request.source.host != nil
        tools.log(result, of: request)
        return result
    }

    /// Lets others have a feed that was kept while something was left to do.
    private func release(then next: @escaping @Sendable () -> Void) {
        let kept = keptFeed.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let kept else { return next() }
        leases.endKeeping(kept.subscriptionID)
        do {
            try tools.persistence.newBackgroundContext().save(urgency: noteUrgency) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                try kept.release(in: unit)
            } then: { [tools] released in
                if case .failure(let error) = released { tools.logRelease(error) }
                next()
            }
        } catch {
            tools.logRelease(error)
            next()
        }
    }
}

extension ImportTools {
    /// It ends by itself, and before the feed is due.
    fileprivate func logRelease(_ error: any Error) {
        logger.notice("the lease of a feed could not be ended", metadata: ["error": "\(error)"])
    }
}

extension ImportFailure {
    /// The failure with what is known of the feed besides.
    fileprivate func explained(by request: FeedImportRequest, after error: any Error) -> ImportFailure {
        var failure = self
        // Where a redirect, a proxy or another way to log in is the trouble, the password would go out in vain.
        if case .unauthorized(_, _, .password, _)? = error as? FeedLoadingError, request.withholdsCredentials {
            failure.message +=
                "; the credentials-file has some for this machine, which are not sent without TLS: add allow-http to "
                + "them there if that is wanted"
        }
        if kind == .forbidden, case .http(let url) = request.source, url.pathAndQuery.contains("?") {
            failure.message += "; if the address holds a key, that may have been renewed"
        }
        return failure
    }
}
