package import FeedLoading
import FeedParsing
package import Logging
package import PodcastModel

/// Lists the feeds that an address leads to, for a user to choose from (http
/// polling A11).
package struct FeedPageLister: Sendable {
    /// One feed.
    package struct Found: Sendable, Hashable {
        package let url: String
        package let title: String?
        package let type: String?
        /// Where on the page it was: `link`, `anchor` or `path`; nil if the
        /// address is that of the feed itself.
        package let place: String?
    }

    private let loader: PodcastFeedLoader
    private let options: TransferOptions
    private let spacing: Duration
    private let logger: Logger

    /// Makes a lister.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - options: how transfers are carried out.
    ///   - spacing: the least time between two requests to a host.
    ///   - logger: gets what was looked for in vain, at debug level.
    package init(
        loader: PodcastFeedLoader,
        options: TransferOptions,
        spacing: Duration,
        logger: Logger
    ) {
        self.loader = loader
        self.options = options
        self.spacing = spacing
        self.logger = logger
    }

    /// The feeds, the likeliest first.
    ///
    /// - Parameter address: where a page or a feed is.
    /// - Returns: at least one feed; the likeliest first.
    /// - Throws: ``ImportFailure`` if there is none, with everything secret hidden.
    package func feeds(at address: FeedAddress) async throws -> [Found] {
        let request = FeedImportRequest(lookingAt: address, options: options)
        let reader = FeedDocumentReader()
        // Without a clock any moment counts as one to wait for.
        let now = Timestamp(epochSeconds: 0)
        let discovery = FeedDiscovery(loader: loader, reader: reader, logger: logger, now: { now })
        return try await request.look(with: loader) { page, output in
            let loadRequest = request.loadRequest(for: output.source, nil)
            let clock = PipelineClock(ContinuousClock())
            let turns = LoneTurns(after: page.response.finalURL?.canonicalHost, spacing: spacing, clock: clock)
            let search = FeedSearch(discovery, from: page, request: loadRequest, turns: turns)
            var (naming, guessing) = (search, search)
            if let candidates = try await naming.candidates() {
                let all = candidates.isEmpty ? try await guessing.wellKnownFeeds() : candidates
                if !all.isEmpty { return all.map(Found.init) }
            }
            // It is a feed itself, or this says what else it is.
            let url = page.response.finalURL?.string ?? output.source.feedURL
            let document: FeedDocument
            do throws(FeedParsingError) {
                document = try reader.document(from: page.body, baseURL: url, charset: page.response.charset)
            } catch {
                throw error.hiding(output.secrets)
            }
            let type = page.response.contentType
            return [Found(url: url ?? "-", title: document.podcast.title, type: type, place: nil)]
        }
    }
}

extension FeedPageLister.Found {
    fileprivate init(_ candidate: FeedCandidate) {
        url = candidate.url
        title = candidate.title
        type = candidate.type
        place = candidate.origin.rawValue
    }
}
