import FeedLoading
import Foundation
import Operations
import PodcastModel

/// The first stage: brings the bytes of a feed, or the word that they have not
/// changed.
///
/// Runs on a queue as wide as the network allows.
final class LoadFeedOperation: BaseOperation<LoadFeedOperation.Output>, @unchecked Sendable {
    /// What became of the load, and how long it took.
    struct Output: Sendable {
        let result: FeedLoadResult
        /// The source that answered: the alternative if the first did not.
        let source: FeedSource
        let seconds: Double
    }

    private let request: FeedImportRequest
    private let loader: PodcastFeedLoader

    init(request: FeedImportRequest, loader: PodcastFeedLoader) {
        self.request = request
        self.loader = loader
    }

    override func execute() async throws -> Output {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let result = try await loader.load(loadRequest(for: request.source))
            return Output(result: result, source: request.source, seconds: start.duration(to: clock.now).inSeconds)
        } catch let error where error.suggestsOtherScheme {
            guard let alternative = request.alternative, !isCancelled else { throw error }
            let source = FeedSource.http(alternative)
            do {
                let result = try await loader.load(loadRequest(for: source))
                return Output(result: result, source: source, seconds: start.duration(to: clock.now).inSeconds)
            } catch let second where second.suggestsOtherScheme {
                // Neither answered: the address that was meant first says more.
                throw error
            }
        }
    }

    private func loadRequest(for source: FeedSource) -> FeedLoadRequest {
        var options = request.options
        // Whoever names a feed by a private address means that address; the
        // check is against names and redirects that lead there unasked.
        if case .http(let url) = source, let host = url.hostIfLiteralAddress {
            options.addressPolicy.allowedHosts.append(host)
        }
        return FeedLoadRequest(
            source: source,
            validators: request.conditions,
            credentials: request.credentials ?? request.refreshState?.credentials,
            options: options
        )
    }
}

extension FeedLoadingError {
    /// Whether the other of http and https is worth trying for an address that
    /// named neither.
    fileprivate var suggestsOtherScheme: Bool {
        switch self {
        case .unreachable, .tls, .connectionLost, .protocolViolation, .notFound: true
        case .timedOut(_, let phase, _): phase == .connect || phase == .tls
        default: false
        }
    }
}

extension Duration {
    /// The duration as a number of seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
