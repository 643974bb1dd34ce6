import FeedLoading
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
    let loadSeconds = Locked(0.0)
    /// How far the load came, whatever became of it.
    private let loadProgress = Locked(LoadProgress())
    /// The feed, while something is done of which its refresh did not have to wait.
    let keptFeed = Locked<KeptFeed?>(nil)
    let ends: FeedEnds

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
        if let state = request.refreshState, let passing = TemporaryHTTP1(in: state.overrides),
            passing.isOver(at: tools.now())
        {
            request.triesHTTP2Again = true
            request.options.httpVersion = .http2
        }
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

    /// The same for a note that says no more than that nothing has changed: if the power fails over it, the feed is
    /// asked once more whether it has, so the disk is not synced for one alone.
    var unchangedUrgency: SaveUrgency { isOneOfMany() ? .patient : .gathering }

    /// Begins with the first stage.
    ///
    /// - Parameters:
    ///   - first: what the first request has brought, if it was made before (``AskedFeeds``).
    ///   - answersBefore: how many answers there had been by then; nil to look.
    func begin(after first: FirstRequest? = nil, answersBefore: Int? = nil) {
        let load = LoadFeedOperation(
            request: request,
            loader: tools.loader,
            discovery: request.discovers ? tools.discovery : nil,
            pass: pass,
            first: first
        )
        let answersBefore = answersBefore ?? tools.outages.answerCount
        load.whenFinished { [unowned load] result in
            self.noteLoad(seconds: load.seconds + (first?.duration.inSeconds ?? 0))
            self.loadProgress.withLock { progress in
                progress = load.progress
                // One that was stopped before it began has nothing to say of what was made before it.
                if first?.wasAsked == true { progress.hasAsked = true }
            }
            switch result {
            case .success(let output):
                if self.pass.host != nil { self.tools.outages.answered() }
                self.pass.end(hasAnswered: true)
                self.goOn(after: load, output)
            case .failure(let error):
                self.tools.outages.judging { self.judge(error, answersBefore: answersBefore) }
            }
        }
        stages.load(load, isUnderWay: first != nil)
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
            traffic.weigh(request.windowKey, bytes: feed.body.count)
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
            episodesAhead: { [tools] in
                try EpisodesAhead(ofPodcast: $0, followedBy: $1, at: tools.now(), in: tools.persistence)
            },
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
}
