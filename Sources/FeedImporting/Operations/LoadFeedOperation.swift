import FeedLoading
import Foundation
import Operations
import PodcastModel

/// The first stage: loads the bytes of a feed, or learns that they have not
/// changed.
///
/// Runs on a queue as wide as the network allows.
final class LoadFeedOperation: BaseOperation<LoadFeedOperation.Output>, @unchecked Sendable {
    /// What became of the load.
    struct Output: Sendable {
        let result: FeedLoadResult
        /// The source that answered: the alternative if the first did not.
        let source: FeedSource
        /// How many feeds the web page names that was given instead of one, 0 if
        /// the feed was guessed; nil if a feed was given.
        var candidateCount: Int?
        /// Why the feed could not be loaded that such a page names.
        var candidateFailure: FeedLoadingError?
        /// What was sent along, if it was asked for.
        var credentials: FeedCredentials?

        /// What is not to be repeated from the document.
        var secrets: KnownSecrets {
            var addresses = result.response.redirects.map(\.location)
            if case .http(let url) = source { addresses.append(url) }
            return KnownSecrets(addresses: addresses, credentials: credentials)
        }
    }

    private let request: FeedImportRequest
    private let loader: PodcastFeedLoader
    private let discovery: FeedDiscovery?
    private let pass: HostPass?
    private let first: FirstRequest?
    private let spent = Locked(0.0)
    private let steps = Locked(LoadProgress())

    /// How long the network was used, also by a load that failed; 0 before it has ended.
    var seconds: Double { spent.withLock(\.self) }

    /// How far it has come.
    var progress: LoadProgress { steps.withLock(\.self) }

    /// Makes the stage.
    ///
    /// - Parameters:
    ///   - request: the feed.
    ///   - loader: brings the bytes.
    ///   - discovery: lets a web page stand for its feed.
    ///   - pass: the right to ask the feed's host, held by now; nil for a
    ///     single load that need not wait for anybody.
    ///   - first: what the first request has brought, if it was made before.
    init(
        request: FeedImportRequest,
        loader: PodcastFeedLoader,
        discovery: FeedDiscovery? = nil,
        pass: HostPass? = nil,
        first: FirstRequest? = nil
    ) {
        self.request = request
        self.loader = loader
        self.discovery = discovery
        self.pass = pass
        self.first = first
    }

    override func execute() async throws -> Output {
        let clock = ContinuousClock()
        if request.isPage, let pass, case .http(let url) = request.source { try await pass.follow(to: url) }
        let start = clock.now
        defer { spent.withLock { $0 = start.duration(to: clock.now).inSeconds } }
        let (result, source) = try await load()
        if case .loaded(let page) = result, let discovery {
            let request = request.loadRequest(for: source, pass)
            var search = FeedSearch(discovery, from: page, request: request, turns: pass)
            switch try await search.feed() {
            case .found(let finding):
                return Output(
                    result: .loaded(finding.feed),
                    source: .http(finding.url),
                    candidateCount: finding.isGuessed ? 0 : finding.candidates.count,
                    credentials: credentials
                )
            case .nothing(let failure):
                return Output(result: result, source: source, candidateFailure: failure, credentials: credentials)
            }
        }
        return Output(result: result, source: source, credentials: credentials)
    }

    private func load() async throws -> (FeedLoadResult, FeedSource) {
        let failure: FeedLoadingError
        do throws(FeedLoadingError) {
            return (try await load(request.source, first), request.source)
        } catch {
            failure = error
        }
        // A feed that is followed is asked for ever: one that https knows nothing of is not asked twice each time.
        guard failure.suggestsOtherScheme(isFollowed: request.refreshState != nil),
            let alternative = request.addressWithoutTLS, !isCancelled
        else { throw failure }
        let source = FeedSource.http(alternative)
        do throws(FeedLoadingError) {
            try await pass?.take(for: alternative)
            return (try await load(source), source)
        } catch {
            // Where neither answers, the address that was meant first says more.
            let isLeftAlone = pass?.pause != nil
            throw isLeftAlone || error.suggestsOtherScheme(isFollowed: false) ? failure : error
        }
    }

    private func load(
        _ source: FeedSource,
        _ first: FirstRequest? = nil
    ) async throws(FeedLoadingError) -> FeedLoadResult {
        var load = request.loadRequest(for: source, pass)
        load.first = first
        load.onFailure = { [steps] progress in steps.withLock { $0 = progress } }
        let result = try await loader.load(load)
        // One that came before it, and failed, says nothing any more.
        steps.withLock { steps in
            steps = LoadProgress()
            steps.hasAsked = true
        }
        return result
    }

    private var credentials: FeedCredentials? { request.credentialsToSend }
}

extension FeedLoadingError {
    /// Whether the other of http and https is worth trying for an address that
    /// named neither.
    fileprivate func suggestsOtherScheme(isFollowed: Bool) -> Bool {
        switch self {
        case .unreachable, .tls, .connectionLost, .protocolViolation: true
        case .notFound: !isFollowed
        case .timedOut(_, let phase, _, _): phase == .connect || phase == .tls
        default: false
        }
    }
}
