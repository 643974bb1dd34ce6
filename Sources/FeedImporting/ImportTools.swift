import FeedLoading
import Logging
import Persistence
import PodcastModel

/// What the stages of an import work with.
struct ImportTools: Sendable {
    let loader: PodcastFeedLoader
    let persistence: PersistenceManager
    let reader: FeedDocumentReader
    let policy: RefreshPolicy
    /// How many old values are kept of one episode.
    let editHistoryLimit: Int
    let outages: OutageWatch
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// Finds the feed of a web page.
    var discovery: FeedDiscovery { FeedDiscovery(loader: loader, reader: reader, logger: logger) }

    /// Writes the one line that each feed leaves in the log.
    func log(_ result: FeedImportResult, source: FeedSource) {
        logger.info(
            "feed refreshed",
            metadata: [
                "feed.url": "\(source.redacted)", "import.outcome": "\(result.outcome.word)",
                "http.status": "\(result.httpStatus ?? 0)", "feed.bytes": "\(result.byteCount)",
            ]
        )
    }

    /// Says why nothing happens.
    func logWaiting(for source: FeedSource) {
        logger.notice(
            "another process is importing the feed; waiting until it has done",
            metadata: ["feed.url": "\(source.redacted)"]
        )
    }

    /// Notes that a server asked for a rest that nobody can mean.
    func logRetryAfter(_ seconds: Int64, source: FeedSource) {
        logger.notice(
            "a Retry-After was cut down",
            metadata: ["feed.url": "\(source.redacted)", "http.retry-after": "\(seconds)"]
        )
    }
}
