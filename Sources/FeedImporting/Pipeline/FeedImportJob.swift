import FeedLoading
import Foundation
import Logging
import Operations
import Persistence
import PodcastModel

/// One feed on its way through the pipeline.
///
/// Each stage, when it succeeds, makes the next one, which depends on it and
/// takes its result; stages for which there is nothing to do are never made.
/// Whatever happens, the feed ends in exactly one result.
final class FeedImportJob: Sendable {
    let request: FeedImportRequest
    let tools: ImportTools
    let stages: ImportStages
    let traffic: ImportTraffic
    let pass: HostPass
    let leases: ImportLeases
    /// Whether somebody wants to know how many episodes a feed without news has.
    let countsEpisodes: Bool
    /// Whether so many feeds are in flight that the saves of this one may wait to share a commit with theirs.
    private let isOneOfMany: @Sendable () -> Bool
    /// How long the load took, whatever came of it.
    private let loadSeconds = Locked(0.0)
    /// How far the load came, whatever became of it.
    private let loadProgress = Locked(LoadProgress())
    /// The feed, while something is done of which its refresh did not have to wait.
    private let keptFeed = Locked<KeptFeed?>(nil)
    private let ends: FeedEnds

    init(
        request: consuming FeedImportRequest,
        tools: ImportTools,
        stages: ImportStages,
        traffic: ImportTraffic,
        pass: HostPass,
        leases: ImportLeases,
        countsEpisodes: Bool,
        isOneOfMany: @escaping @Sendable () -> Bool,
        ends: FeedEnds
    ) {
        if !request.readsAgain, let state = request.refreshState {
            let sent = request.credentialsToSend(to: state.validators.url, from: request.source)
            if state.validatorsMark == request.validatorsMark(sent: sent, isCut: state.lastDocumentIsCut) {
                request.conditions = tools.policy.validators(of: state, at: tools.now())
            }
        }
        let suffixes = tools.policy.userAgentSuffixes
        if request.options.userAgentSuffixes != suffixes { request.options.userAgentSuffixes = suffixes }
        self.request = request
        self.tools = tools
        self.stages = stages
        self.traffic = traffic
        self.pass = pass
        self.leases = leases
        self.countsEpisodes = countsEpisodes
        self.isOneOfMany = isOneOfMany
        self.ends = ends
    }

    /// The name under which its feed is leased.
    var leaseOwner: String { leases.owner }

    /// The feed, while something is left to do.
    var kept: KeptFeed? { keptFeed.withLock(\.self) }

    /// How far the load came; nowhere before it has ended.
    var progress: LoadProgress { loadProgress.withLock(\.self) }

    /// How soon the note of a refresh without a document has to be durable: nobody waits for that.
    var noteUrgency: SaveUrgency { isOneOfMany() ? .patient : .immediate }

    /// Begins with the first stage.
    ///
    /// - Parameters:
    ///   - first: what the first request has brought, if it was made before (``AskedFeeds``).
    ///   - seconds: how long that took.
    ///   - answersBefore: how many answers there had been by then; nil to look.
    func begin(after first: FirstRequest? = nil, seconds: Double = 0, answersBefore: Int? = nil) {
        let load = LoadFeedOperation(
            request: request,
            loader: tools.loader,
            discovery: request.discovers ? tools.discovery : nil,
            pass: pass,
            first: first
        )
        let answersBefore = answersBefore ?? tools.outages.answerCount
        load.whenFinished { [unowned load] result in
            self.noteLoad(seconds: seconds + load.seconds)
            self.loadProgress.withLock { $0 = load.progress }
            switch result {
            case .success(let output):
                if self.pass.host != nil { self.tools.outages.answered() }
                self.pass.end(hasAnswered: true)
                self.goOn(after: load, output)
            case .failure(let error):
                self.tools.outages.judging { self.judge(error, answersBefore: answersBefore) }
            }
        }
        stages.load(load)
    }

    /// Notes how long the load took.
    func noteLoad(seconds: Double) {
        loadSeconds.withLock { $0 = seconds }
    }

    private func goOn(after load: LoadFeedOperation, _ output: LoadFeedOperation.Output) {
        switch (output.result, request.refreshState) {
        case (.notModified(let response), _?):
            record(.unchanged(response))
        case (.notModified, nil):
            let error = FeedLoadingError.unsolicitedNotModified(feed: request.source.redacted)
            fail(error, stage: .load)
        case (.loaded(let feed), let state?) where isSameBody(feed, state):
            record(.unchanged(feed.response))
        case (.loaded(let feed), _):
            traffic.weigh(request, bytes: feed.body.count)
            parse(load, feed.response)
        }
    }

    private func parse(_ load: LoadFeedOperation, _ response: FeedResponse) {
        let parse = ParseFeedOperation(
            load: load,
            identity: request.identity,
            state: request.refreshState,
            reader: tools.reader,
            items: request.itemReading(tools.persistence),
            episodesAhead: { [tools] in try EpisodesAhead(ofPodcast: $0, in: tools.persistence) },
            discovered: { [tools] in try await tools.refreshState(forFeedURL: $0) },
            known: { [tools, request] in try await request.knownFeed(behind: $0, isOfPage: $1, tools) }
        )
        parse.whenFinished { [unowned parse] result in
            switch result {
            case .success(let output):
                var seconds = FeedImportResult.StageSeconds()
                seconds.parse = output.seconds
                self.importEpisodes(parse, output.response, seconds)
            case .failure(let error):
                self.fail(error, stage: .parse, of: response)
            }
        }
        stages.parse(parse)
    }

    private func importEpisodes(
        _ parse: ParseFeedOperation,
        _ response: FeedResponse,
        _ seconds: FeedImportResult.StageSeconds
    ) {
        // A first import keeps the writer busy for longer than a disk sync takes: sharing a commit would gain nothing.
        let hasFewNews = request.refreshState?.podcastID != nil
        let importing = ImportEpisodesOperation(
            parse: parse,
            request: request,
            host: pass.host,
            leaseOwner: leaseOwner,
            urgency: { [isOneOfMany] in hasFewNews && isOneOfMany() ? .soon : .immediate },
            tools: tools
        )
        importing.whenFinished { result in
            switch result {
            case .success(let end):
                self.end(end, seconds)
            case .failure(let error):
                self.fail(error, stage: .import, of: response, seconds: seconds)
            }
        }
        stages.write(importing)
    }

    /// Whether these are the bytes of last time in the same charset, and the same parser has read them:
    /// then there is nothing to parse (http polling A1 14).
    ///
    /// The validators are renewed all the same (A1 6).
    private func isSameBody(_ feed: LoadedFeed, _ state: RefreshState) -> Bool {
        // A document that was cut off is read each time, because it is warned about each time.
        guard !request.readsAgain, state.podcastID != nil, !state.lastDocumentIsCut else { return false }
        return state.bodyDigest == feed.digest && state.parserVersion == FeedDocumentReader.version
    }

    // MARK: - Ends

    /// Ends the feed with an error; charged to it if it is its own fault.
    func fail(
        _ error: any Error,
        stage: ImportFailure.Stage,
        of response: FeedResponse? = nil,
        seconds: FeedImportResult.StageSeconds = .init()
    ) {
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

    /// Ends the feed without its document, and puts it off.
    func postpone(_ reason: DueReason, until: Timestamp) {
        let delay = delay(for: reason, until: until)
        if request.refreshState != nil {
            record(.postponed(delay))
        } else {
            follow(delay)
        }
    }

    /// Ends a feed that failed although it may be as good as ever.
    func fail(_ failure: ImportFailure, _ reason: DueReason, until: Timestamp) {
        if request.refreshState != nil {
            record(.uncharged(failure, delay(for: reason, until: until)))
        } else {
            end(failure)
        }
    }

    private func record(_ event: RefreshNote.Event, _ seconds: FeedImportResult.StageSeconds = .init()) {
        guard let state = request.refreshState else { return }
        traffic.weigh(request, bytes: 0)
        let note = RefreshNote(event, of: self, state: state)
        note.save(urgency: noteUrgency) { self.end($0, seconds) }
    }

    /// Ends the feed as its note says, or with why that could not be written.
    func end(_ noted: Result<RefreshEnd, any Error>, _ seconds: FeedImportResult.StageSeconds = .init()) {
        switch noted {
        case .success(let end):
            self.end(end, seconds)
        case .failure(let error):
            let error = FeedImportError(error, feed: request.source.redacted, stage: .import)
            let store = tools.persistence.configuration.path
            end(error.failure(now: tools.now(), store: store), seconds: seconds)
        }
    }

    /// Does what is left to do, and ends.
    private func end(_ end: RefreshEnd, _ seconds: FeedImportResult.StageSeconds) {
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
            self.walk(walk, podcastID: podcastID, result)
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
        if let response { result.describe(response, of: request) }
        result.seconds = seconds
        end(result)
    }

    func end(_ result: FeedImportResult) {
        let result = completed(result)
        release { self.ends.end([(self.request, result)]) }
    }

    /// Ends feeds of which nothing is left to do, all at once.
    static func end(_ ended: [(job: FeedImportJob, result: FeedImportResult)]) {
        guard let ends = ended.first?.job.ends else { return }
        ends.end(ended.map { ($0.job.request, $0.job.completed($0.result)) })
    }

    /// The result with what is known of the feed besides, logged.
    private func completed(_ result: FeedImportResult) -> FeedImportResult {
        var result = result
        result.subscriptionID = request.refreshState?.subscriptionID
        result.seconds.load = loadSeconds.withLock(\.self)
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
        if kind == "forbidden", case .http(let url) = request.source, url.pathAndQuery.contains("?") {
            failure.message += "; if the address holds a key, that may have been renewed"
        }
        return failure
    }
}
