import FeedLoading
import Logging
import PodcastModel

/// Loading what a page leads to, each host in its turn and none that wants rest.
extension FeedDiscovery {
    /// A search on its way.
    struct Search {
        var request: FeedLoadRequest
        let turns: (any HostTurns)?
        /// Hosts that could not be reached, or have asked for rest, which are asked for nothing else.
        var leftHosts: Set<String> = []
        /// What the first load that failed has failed with.
        var failure: FeedLoadingError?
        /// A feed that was loaded to see what is there, and need not be asked for again (A1 11).
        var loaded: (url: FeedURL, feed: LoadedFeed)?
    }

    /// Begins a search with a page that was loaded.
    func search(from page: LoadedFeed, _ request: FeedLoadRequest, _ turns: (any HostTurns)?) -> Search {
        var search = Search(request: request, turns: turns)
        if let url = page.response.finalURL, asksForRest(page.response.freshness.retryAfter) {
            search.leftHosts.insert(url.canonicalHost)
        }
        return search
    }

    /// Loads what a page leads to, in its turn; nil if that fails.
    func load(_ url: FeedURL, _ search: inout Search) async throws(FeedLoadingError) -> LoadedFeed? {
        if let loaded = search.loaded, loaded.url == url { return loaded.feed }
        guard !search.leftHosts.contains(url.canonicalHost) else { return nil }
        var request = search.request
        // A page does not get to send a password elsewhere (http polling A6 63).
        if case .http(let pageURL) = request.source, pageURL.origin != url.origin { request.credentials = nil }
        request.source = .http(url)
        request.validators = HTTPValidators()
        do {
            try await search.turns?.take(for: url)
            guard case .loaded(let feed) = try await loader.load(request) else { return nil }
            if let end = feed.response.finalURL, asksForRest(feed.response.freshness.retryAfter) {
                search.leftHosts.insert(end.canonicalHost)
            }
            return feed
        } catch {
            if error.endsSearch { throw error }
            search.failure = search.failure ?? error
            if error.isConnectivityFailure || error.isTimeout || asksForRest(error.retryAfter) {
                search.leftHosts.insert(url.canonicalHost)
            }
            logger.debug("no feed there", metadata: ["feed.url": "\(url.redacted)", "error": "\(error)"])
            return nil
        }
    }

    /// What was loaded, read; nil if it is no feed.
    func document(_ feed: LoadedFeed, _ url: FeedURL) -> FeedDocument? {
        do {
            let address = feed.response.finalURL?.string ?? url.string
            return try reader.document(from: feed.body, baseURL: address, charset: feed.response.charset)
        } catch {
            return nil
        }
    }

    /// Whether a host is not to be asked for anything else now (http polling A3 39).
    private func asksForRest(_ retryAfter: RetryAfter?) -> Bool {
        retryAfter.map { $0.seconds(from: now()) > 0 } ?? false
    }
}

extension FeedLoadingError {
    /// Whether nothing more is to be asked for, of this host or at all: what a
    /// page leads to is often all on one host (http polling A3 40).
    fileprivate var endsSearch: Bool {
        switch self {
        case .cancelled, .rateLimited, .unavailable: true
        default: false
        }
    }

    fileprivate var isTimeout: Bool {
        if case .timedOut = self { true } else { false }
    }
}
