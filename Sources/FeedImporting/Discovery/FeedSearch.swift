import FeedLoading
import FeedParsing
import Logging
import PodcastModel

/// One search for the feed of a web page.
///
/// What it loads may fail: that only rules a candidate out. Each of its questions throws ``FeedLoadingError`` only when
/// it was `cancelled`, or a host has had enough (429, 503), which ends the search.
struct FeedSearch {
    private let discovery: FeedDiscovery
    private let page: LoadedFeed
    private var request: FeedLoadRequest
    private let turns: (any HostTurns)?
    /// Hosts that could not be reached, or have asked for rest, which are asked for nothing else.
    private var leftHosts: Set<String> = []
    /// What the first load that failed has failed with.
    private var failure: FeedLoadingError?
    /// A feed that was loaded to see what is there, and need not be asked for again (A1 11).
    private var loaded: (url: FeedURL, feed: LoadedFeed)?

    /// How many addresses that the page names are loaded.
    private static let maximumLoads = 5

    /// Begins a search, which asks for nothing yet.
    ///
    /// - Parameters:
    ///   - discovery: what to load and to read with.
    ///   - page: what was loaded instead of a feed.
    ///   - request: what it was loaded by.
    ///   - turns: when each of the addresses may be asked for; nil for at once.
    init(_ discovery: FeedDiscovery, from page: LoadedFeed, request: FeedLoadRequest, turns: (any HostTurns)?) {
        self.discovery = discovery
        self.page = page
        self.request = request
        self.turns = turns
        if let url = page.response.finalURL, asksForRest(page.response.freshness.retryAfter) {
            leftHosts.insert(url.canonicalHost)
        }
    }

    /// The feed to take: the likeliest that has enclosures, else the likeliest
    /// that is a feed at all; nothing if the document is no web page or leads to none.
    mutating func feed() async throws(FeedLoadingError) -> FeedDiscovery.Outcome {
        guard let found = try await candidates() else { return .nothing(nil) }
        failure = nil
        if let finding = try await best(of: found) { return .found(finding) }
        let failureOfNamed = failure
        return try await wellKnown().map(FeedDiscovery.Outcome.found) ?? .nothing(failureOfNamed)
    }

    /// The first feed that a page names and that is the wanted one; nil if it names no such feed.
    ///
    /// For a page that nobody has given, and so without guessing at paths.
    mutating func address(where isWanted: (FeedDocument) -> Bool) async throws(FeedLoadingError) -> FeedURL? {
        for candidate in try await candidates()?.prefix(Self.maximumLoads) ?? [] {
            guard let url = FeedURL(ifValid: candidate.url), let feed = try await load(url),
                let document = document(feed, url), isWanted(document)
            else { continue }
            return url
        }
        return nil
    }

    /// Those of the well-known paths that answer with a feed, without redirects:
    /// a site that sends all to its front page has none of them.
    mutating func wellKnownFeeds() async throws(FeedLoadingError) -> [FeedCandidate] {
        try await wellKnown()?.candidates ?? []
    }

    /// All feeds that a page names, the likeliest first; nil if the document is
    /// no web page.
    mutating func candidates() async throws(FeedLoadingError) -> [FeedCandidate]? {
        guard let pageURL = page.response.finalURL,
            let first = page.body.withBytes({
                FeedPage($0, pageURL: pageURL.string, charset: page.response.charset)
            })
        else { return nil }
        guard first.candidates.isEmpty else { return first.candidates }
        // A page under a strange address may say no more than where the real one is.
        let refresh = first.refreshURL.flatMap(FeedURL.init(ifValid:))
        let canonical = first.canonicalURL.flatMap(FeedURL.init(ifValid:))
        for place in [refresh, canonical == refresh ? nil : canonical].compactMap(\.self) {
            // What is for browsers without scripts, or for who stays for long, leads to no feed.
            let found = try await candidates(at: place)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// What is found where a page leads that names no feed; nothing if that fails.
    private mutating func candidates(at place: FeedURL) async throws(FeedLoadingError) -> [FeedCandidate] {
        guard let loaded = try await load(place) else { return [] }
        let address = loaded.response.finalURL?.string ?? place.string
        let page = loaded.body.withBytes { FeedPage($0, pageURL: address, charset: loaded.response.charset) }
        if let page { return page.candidates }
        // Nor need that be a page: a feed that has moved may leave one behind.
        guard document(loaded, place) != nil else { return [] }
        self.loaded = (place, loaded)
        return [FeedCandidate(url: place.string, origin: .link)]
    }

    private mutating func wellKnown() async throws(FeedLoadingError) -> FeedDiscovery.Finding? {
        request.options.redirects.maximumCount = 0
        let paths = page.response.finalURL.map { FeedPage.wellKnownCandidates(of: $0.string) } ?? []
        return try await best(of: paths)
    }

    private mutating func best(
        of candidates: [FeedCandidate]
    ) async throws(FeedLoadingError) -> FeedDiscovery.Finding? {
        var fallback: FeedDiscovery.Finding?
        // Paths are many and mostly missing; links are few and mostly good.
        let limit = candidates.first?.origin == .path ? candidates.count : Self.maximumLoads
        for candidate in candidates.prefix(limit) {
            guard let url = FeedURL(ifValid: candidate.url), let feed = try await load(url),
                let document = document(feed, url)
            else { continue }
            let all = candidate.origin == .path ? [candidate] : candidates
            let finding = FeedDiscovery.Finding(url: url, feed: feed, candidates: all)
            if document.episodes.contains(where: { !$0.enclosures.isEmpty }) { return finding }
            fallback = fallback ?? finding
        }
        return fallback
    }

    /// Loads what a page leads to, in its turn; nil if that fails.
    private mutating func load(_ url: FeedURL) async throws(FeedLoadingError) -> LoadedFeed? {
        if let loaded, loaded.url == url { return loaded.feed }
        guard !leftHosts.contains(url.canonicalHost) else { return nil }
        var request = request
        // A page does not get to send a password elsewhere (http polling A6 63).
        if case .http(let pageURL) = request.source, pageURL.origin != url.origin { request.credentials = nil }
        request.source = .http(url)
        request.validators = HTTPValidators()
        do {
            try await turns?.take(for: url)
            guard case .loaded(let feed) = try await discovery.loader.load(request) else { return nil }
            if let end = feed.response.finalURL, asksForRest(feed.response.freshness.retryAfter) {
                leftHosts.insert(end.canonicalHost)
            }
            return feed
        } catch {
            if error.endsSearch { throw error }
            failure = failure ?? error
            if error.isConnectivityFailure || error.isTimeout || asksForRest(error.retryAfter) {
                leftHosts.insert(url.canonicalHost)
            }
            discovery.logger.debug("no feed there", metadata: ["feed.url": "\(url.redacted)", "error": "\(error)"])
            return nil
        }
    }

    /// What was loaded, read; nil if it is no feed.
    private func document(_ feed: LoadedFeed, _ url: FeedURL) -> FeedDocument? {
        do {
            let address = feed.response.finalURL?.string ?? url.string
            return try discovery.reader.document(from: feed.body, baseURL: address, charset: feed.response.charset)
        } catch {
            return nil
        }
    }

    /// Whether a host is not to be asked for anything else now (http polling A3 39).
    private func asksForRest(_ retryAfter: RetryAfter?) -> Bool {
        retryAfter.map { $0.seconds(from: discovery.now()) > 0 } ?? false
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
