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
    /// How many pages of a feed are read at a time.
    let pageLimit: Int
    let outages: OutageWatch
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// Finds the feed of a web page.
    var discovery: FeedDiscovery { FeedDiscovery(loader: loader, reader: reader, logger: logger, now: now) }

    /// What the store remembers of the feed at an address; nil if it does not know it.
    func refreshState(forFeedURL feedURL: String) async throws -> RefreshState? {
        try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: feedURL)
        }
    }

    /// The pause that a host has asked for, whichever process it has told; nil if there is none.
    func pauseAskedFor(by host: String) async -> HostPause? {
        let now = now()
        do {
            let known = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.hosts.host(named: host)
            }
            return known.flatMap { HostPause($0, at: now) }.flatMap { $0.reason.isRequested ? $0 : nil }
        } catch {
            // What is wrong with the store is reported when the outcome of the feed is written.
            return nil
        }
    }

    /// Writes the one line that each feed leaves in the log.
    ///
    /// Of the address only the host is logged, for the rest may be a secret; the number of the subscription tells which
    /// feed it was.
    func log(_ result: FeedImportResult, of request: FeedImportRequest) {
        guard logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "feed.url": "\(request.source.redacted)", "import.outcome": "\(result.outcome.word.rawValue)",
            "feed.bytes": "\(result.byteCount)",
        ]
        if let status = result.httpStatus { metadata["http.status"] = "\(status)" }
        if !result.warnings.isEmpty {
            metadata["import.warnings"] = "\(Set(result.warnings.map(\.kind.rawValue)).sorted().joined(separator: " "))"
        }
        if let id = request.refreshState?.subscriptionID { metadata["subscription.id"] = "\(id)" }
        switch result.outcome {
        case .imported(let counts):
            metadata["import.inserted"] = "\(counts.inserted)"
            metadata["import.updated"] = "\(counts.updated)"
        case .failed(let failure) where failure.failureClass == .cancelled:
            // Given up because the program ends, not because anything went wrong.
            metadata["import.outcome"] = "cancelled"
        case .failed(let failure), .gone(let failure):
            metadata["error.kind"] = "\(failure.kind.rawValue)"
            metadata["error.message"] = "\(failure.message)"
        case .postponed(let until?): metadata["import.until"] = "\(until.rfc3339)"
        case .unchanged, .moved, .postponed(nil): break
        }
        logger.info("feed refreshed", metadata: metadata)
    }

    /// Logs that a feed waits for another process, so that it is seen why nothing happens.
    func logWaiting(for source: FeedSource) {
        logger.notice(
            "another process is importing the feed; waiting until it has done",
            metadata: ["feed.url": "\(source.redacted)"]
        )
    }

    /// Logs it if a server that has answered well asks for a longer rest than is believed.
    func logRetryAfter(of response: FeedResponse, source: FeedSource) {
        let now = now()
        guard let seconds = response.longestRetryAfter(from: now)?.seconds(from: now),
            seconds > policy.longestRetryAfter
        else { return }
        logRetryAfter(seconds, source: source)
    }

    /// Logs that a server asked for a longer rest than is believed.
    func logRetryAfter(_ seconds: Int64, source: FeedSource) {
        logger.notice(
            "a Retry-After was cut down",
            metadata: ["feed.url": "\(source.redacted)", "http.retry-after": "\(seconds)"]
        )
    }
}
