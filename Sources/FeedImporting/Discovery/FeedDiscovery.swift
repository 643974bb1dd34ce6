import FeedLoading
import FeedParsing
import Logging
import PodcastModel

/// Finds the feed of a web page that was given instead of one (http polling A11).
///
/// Only when a feed is added, never when it is refreshed: a feed that becomes
/// a web page has failed, and must not be taken for another (A3 31). A feed that
/// is lost is looked for on the site of its show (``SearchSiteOperation``).
struct FeedDiscovery: Sendable {
    /// A feed that was found, loaded once: its document is the one to import
    /// (A1 11).
    struct Finding: Sendable {
        let url: FeedURL
        let feed: LoadedFeed
        /// All that the page names, this one included; that alone if it was guessed.
        let candidates: [FeedCandidate]
        /// Whether the page does not name it, and it was found at a path that feeds often have.
        var isGuessed: Bool { candidates.first?.origin == .path }
    }

    /// What a search has come to.
    enum Outcome: Sendable {
        /// There is a feed.
        case found(Finding)
        /// There is none, or none that can be had; with what the likeliest of those that the page names has failed.
        case nothing(FeedLoadingError?)
    }

    let loader: PodcastFeedLoader
    let reader: FeedDocumentReader
    let logger: Logger
    /// What time it is by which a Retry-After counts.
    let now: @Sendable () -> Timestamp

    /// How many addresses that the page names are loaded.
    private static let maximumLoads = 5

    /// The feed to take: the likeliest that has enclosures, else the likeliest
    /// that is a feed at all; nothing if the document is no web page or leads to none.
    ///
    /// - Parameters:
    ///   - page: what was loaded instead of a feed.
    ///   - request: what it was loaded by.
    ///   - turns: when each of the addresses may be asked for; nil for at once.
    /// - Returns: what was found.
    /// - Throws: ``FeedLoadingError``: `cancelled`, or the answer of a host that has had enough (429, 503), which ends
    ///   the search; any other failure only rules a candidate out.
    func feed(
        on page: LoadedFeed,
        request: FeedLoadRequest,
        turns: (any HostTurns)?
    ) async throws(FeedLoadingError) -> Outcome {
        var search = search(from: page, request, turns)
        guard let found = try await candidates(on: page, &search) else { return .nothing(nil) }
        search.failure = nil
        if let finding = try await best(of: found, &search) { return .found(finding) }
        let failure = search.failure
        return try await wellKnown(page, &search).map(Outcome.found) ?? .nothing(failure)
    }

    /// All feeds that a page names, the likeliest first; nil if the document is
    /// no web page.
    ///
    /// - Throws: as `feed(on:request:turns:)`.
    func candidates(
        on page: LoadedFeed,
        request: FeedLoadRequest,
        turns: (any HostTurns)?
    ) async throws(FeedLoadingError) -> [FeedCandidate]? {
        var search = search(from: page, request, turns)
        return try await candidates(on: page, &search)
    }

    /// The first feed that a page names and that is the wanted one.
    ///
    /// For a page that nobody has given, and so without guessing at paths.
    ///
    /// - Parameters:
    ///   - page: what was loaded.
    ///   - request: what it was loaded by.
    ///   - turns: when each of the addresses may be asked for; nil for at once.
    ///   - isWanted: whether a document is the wanted one.
    /// - Returns: its address; nil if the page names no such feed.
    /// - Throws: as `feed(on:request:turns:)`.
    func address(
        on page: LoadedFeed,
        request: FeedLoadRequest,
        turns: (any HostTurns)?,
        where isWanted: (FeedDocument) -> Bool
    ) async throws(FeedLoadingError) -> FeedURL? {
        var search = search(from: page, request, turns)
        for candidate in try await candidates(on: page, &search)?.prefix(Self.maximumLoads) ?? [] {
            guard let url = FeedURL(ifValid: candidate.url), let feed = try await load(url, &search),
                let document = document(feed, url), isWanted(document)
            else { continue }
            return url
        }
        return nil
    }

    /// Those of the well-known paths that answer with a feed, without redirects:
    /// a site that sends all to its front page has none of them.
    ///
    /// - Throws: as `feed(on:request:turns:)`.
    func wellKnownFeeds(
        of page: LoadedFeed,
        request: FeedLoadRequest,
        turns: (any HostTurns)?
    ) async throws(FeedLoadingError) -> [FeedCandidate] {
        var search = search(from: page, request, turns)
        return try await wellKnown(page, &search)?.candidates ?? []
    }

    private func candidates(
        on page: LoadedFeed,
        _ search: inout Search
    ) async throws(FeedLoadingError) -> [FeedCandidate]? {
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
            let found = try await candidates(at: place, &search)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// What is found where a page leads that names no feed; nothing if that fails.
    private func candidates(
        at place: FeedURL,
        _ search: inout Search
    ) async throws(FeedLoadingError) -> [FeedCandidate] {
        guard let loaded = try await load(place, &search) else { return [] }
        let address = loaded.response.finalURL?.string ?? place.string
        let page = loaded.body.withBytes { FeedPage($0, pageURL: address, charset: loaded.response.charset) }
        if let page { return page.candidates }
        // Nor need that be a page: a feed that has moved may leave one behind.
        guard document(loaded, place) != nil else { return [] }
        search.loaded = (place, loaded)
        return [FeedCandidate(url: place.string, origin: .link)]
    }

    private func wellKnown(
        _ page: LoadedFeed,
        _ search: inout Search
    ) async throws(FeedLoadingError) -> Finding? {
        search.request.options.redirects.maximumCount = 0
        let paths = page.response.finalURL.map { FeedPage.wellKnownCandidates(of: $0.string) } ?? []
        return try await best(of: paths, &search)
    }

    private func best(
        of candidates: [FeedCandidate],
        _ search: inout Search
    ) async throws(FeedLoadingError) -> Finding? {
        var fallback: Finding?
        // Paths are many and mostly missing; links are few and mostly good.
        let limit = candidates.first?.origin == .path ? candidates.count : Self.maximumLoads
        for candidate in candidates.prefix(limit) {
            guard let url = FeedURL(ifValid: candidate.url), let feed = try await load(url, &search),
                let document = document(feed, url)
            else { continue }
            let all = candidate.origin == .path ? [candidate] : candidates
            let finding = Finding(url: url, feed: feed, candidates: all)
            if document.episodes.contains(where: { !$0.enclosures.isEmpty }) { return finding }
            fallback = fallback ?? finding
        }
        return fallback
    }
}
