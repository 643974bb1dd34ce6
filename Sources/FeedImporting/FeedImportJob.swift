import FeedLoading
import Foundation
import Logging
import Operations
import PodcastModel

/// One feed on its way through the pipeline.
///
/// Each stage, when it succeeds, makes the next one, which depends on it and
/// takes its result; stages for which there is nothing to do are never made.
/// Whatever happens, the feed ends in exactly one result.
final class FeedImportJob: Sendable {
    private let request: FeedImportRequest
    private let tools: ImportTools
    private let stages: ImportStages
    private let onWeight: @Sendable (Int) -> Void
    private let onEnd: @Sendable (FeedImportResult) -> Void

    init(
        request: FeedImportRequest,
        tools: ImportTools,
        stages: ImportStages,
        onWeight: @escaping @Sendable (Int) -> Void,
        onEnd: @escaping @Sendable (FeedImportResult) -> Void
    ) {
        var request = request
        if !request.force, let state = request.refreshState {
            request.conditions = tools.policy.validators(of: state, at: tools.now())
        }
        request.options.userAgentSuffixes = tools.policy.userAgentSuffixes
        self.request = request
        self.tools = tools
        self.stages = stages
        self.onWeight = onWeight
        self.onEnd = onEnd
    }

    /// Begins with the first stage.
    func begin() {
        let load = LoadFeedOperation(
            request: request,
            loader: tools.loader,
            discovery: request.discovers ? tools.discovery : nil
        )
        load.whenFinished { [unowned load] result in
            switch result {
            case .success(let output): self.goOn(after: load, output)
            case .failure(let error): self.fail(error, stage: .load, seconds: .init())
            }
        }
        stages.load.enqueue(load)
    }

    private func goOn(after load: LoadFeedOperation, _ output: LoadFeedOperation.Output) {
        var seconds = FeedImportResult.StageSeconds()
        seconds.load = output.seconds
        switch (output.result, request.refreshState) {
        case (.notModified(let response), let state?):
            record(.unchanged(response), state, seconds)
        case (.notModified, nil):
            let error = FeedLoadingError.unsolicitedNotModified(feed: request.source.redacted)
            fail(error, stage: .load, seconds: seconds)
        case (.loaded(let feed), let state?) where isSameBody(feed, state):
            record(.unchanged(feed.response), state, seconds)
        case (.loaded(let feed), _):
            onWeight(feed.body.count)
            parse(load, seconds)
        }
    }

    private func parse(_ load: LoadFeedOperation, _ seconds: FeedImportResult.StageSeconds) {
        let parse = ParseFeedOperation(
            load: load,
            identity: request.identity,
            state: request.refreshState,
            reader: tools.reader
        )
        parse.whenFinished { [unowned parse] result in
            var seconds = seconds
            switch result {
            case .success(let output):
                seconds.parse = output.seconds
                self.importEpisodes(parse, seconds)
            case .failure(let error):
                self.fail(error, stage: .parse, seconds: seconds)
            }
        }
        stages.parse.enqueue(parse)
    }

    private func importEpisodes(_ parse: ParseFeedOperation, _ seconds: FeedImportResult.StageSeconds) {
        let importing = ImportEpisodesOperation(parse: parse, request: request, tools: tools)
        importing.whenFinished { result in
            switch result {
            case .success(var result):
                result.seconds.load = seconds.load
                result.seconds.parse = seconds.parse
                self.end(result)
            case .failure(let error):
                self.fail(error, stage: .import, seconds: seconds)
            }
        }
        stages.import.enqueue(importing)
    }

    /// The same bytes as last time, read by the same parser: nothing to parse
    /// (http polling A1 14).
    ///
    /// The validators are renewed all the same (A1 6).
    private func isSameBody(_ feed: LoadedFeed, _ state: RefreshState) -> Bool {
        guard !request.force, state.podcastID != nil else { return false }
        return state.bodyDigest == feed.digest && state.parserVersion == FeedDocumentReader.version
    }

    private func fail(_ error: any Error, stage: ImportFailure.Stage, seconds: FeedImportResult.StageSeconds) {
        let feed = request.source.redacted
        let failure = FeedImportError(error, feed: feed, stage: stage).failure(now: tools.now())
        let status = (error as? FeedLoadingError)?.status
        let isTheFeedsFault = failure.failureClass == .feed || failure.failureClass == .notAFeed
        if isTheFeedsFault, let state = request.refreshState {
            record(.failed(failure, status: status, RefreshAnswer(error)), state, seconds)
        } else {
            // A feed the store does not know leaves no trace by failing; nor
            // does one whose run was stopped or whose store is full.
            end(failure, status: status, seconds)
        }
    }

    private func record(
        _ event: RecordRefreshOperation.Event,
        _ state: RefreshState,
        _ seconds: FeedImportResult.StageSeconds
    ) {
        let recording = RecordRefreshOperation(event: event, request: request, state: state, tools: tools)
        recording.whenFinished { result in
            switch result {
            case .success(var result):
                result.seconds.load = seconds.load
                result.seconds.parse = seconds.parse
                self.end(result)
            case .failure(let error):
                let error = FeedImportError(error, feed: self.request.source.redacted, stage: .import)
                self.end(error.failure(now: self.tools.now()), status: nil, seconds)
            }
        }
        stages.import.enqueue(recording)
    }

    private func end(_ failure: ImportFailure, status: Int?, _ seconds: FeedImportResult.StageSeconds) {
        var result = FeedImportResult(feed: request.name, outcome: .failed(failure))
        result.httpStatus = status
        result.seconds = seconds
        end(result)
    }

    private func end(_ result: FeedImportResult) {
        tools.log(result, source: request.source)
        onEnd(result)
    }
}
