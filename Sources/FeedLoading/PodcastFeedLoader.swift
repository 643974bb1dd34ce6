package import Logging
import PodcastModel

/// Gets the bytes of feeds: over HTTP, from files, from standard input.
///
/// One loader serves the whole process; any task may load at any time. Each load
/// is carried out as its request says, and nothing but connections is kept
/// between them: when to load, and what to keep of an answer, is decided
/// elsewhere. When no more loads are to come, it is shut down or released.
package final class PodcastFeedLoader: Sendable {
    let loop: TransferLoop
    let decoder = ContentDecoder()
    private let standardInput: Int32
    let logger: Logger

    /// Makes a loader and starts its network thread.
    ///
    /// - Parameters:
    ///   - maximumTransfers: how many transfers are on the wire at once; a hundred are more than two cores can parse.
    ///   - standardInput: the file descriptor that stands for standard input.
    ///   - logger: gets each response and redirect at debug level; silent by default.
    /// - Throws: ``FeedLoadingError/internalFailure(feed:reason:)`` if the system lacks the resources for that thread.
    package init(
        maximumTransfers: Int = 128,
        standardInput: Int32 = 0,
        logger: Logger = Logger(label: "feed-loading", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws(FeedLoadingError) {
        loop = try TransferLoop(maximumTransfers: maximumTransfers)
        self.standardInput = standardInput
        self.logger = logger
    }

    /// Loads a feed, or learns that it has not changed.
    ///
    /// Redirects are followed within the rules of the request's options.
    ///
    /// - Parameter request: what to load, what is known of it, and how the transfer is carried out.
    /// - Returns: the document, or that it is the one the request's validators stand for.
    /// - Throws: ``FeedLoadingError``; at once ``FeedLoadingError/cancelled(feed:)`` if the task is cancelled.
    package func load(_ request: FeedLoadRequest) async throws(FeedLoadingError) -> FeedLoadResult {
        let result: FeedLoadResult
        switch request.source {
        case .http(let url):
            let load = HTTPLoad(url: url, request: request, loop: loop, decoder: decoder, logger: logger)
            result = try await load.run()
        case .file(let path):
            let load = FileLoad(
                path: path,
                waitsForPipes: request.waitsForPipes,
                limits: request.options.sizeLimits,
                decoder: decoder
            )
            result = .loaded(try await load.run())
        case .standardInput:
            let load = FileLoad(descriptor: standardInput, limits: request.options.sizeLimits, decoder: decoder)
            result = .loaded(try await load.run())
        }
        log(result.response, to: request)
        return result
    }

    /// Logs that a load has brought something.
    func log(_ response: FeedResponse, to request: FeedLoadRequest) {
        guard logger.logLevel <= .debug else { return }
        var metadata: Logger.Metadata = [
            "feed.url": "\(request.source.redacted)", "feed.wire-bytes": "\(response.wireBytes)",
        ]
        // A file has none.
        if let status = response.status { metadata["http.status"] = "\(status)" }
        logger.debug("loaded", metadata: metadata)
    }

    /// Cancels the loads over HTTP, and returns when all have ended.
    ///
    /// They throw ``FeedLoadingError/cancelled(feed:)``, and so does a later one. Loads from files
    /// are not affected: they end with their tasks.
    package func shutdown() async {
        await loop.shutdown()
    }
}
