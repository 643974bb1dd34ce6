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
        /// All that the page leads to, this one included.
        let candidates: [FeedCandidate]
    }

    let loader: PodcastFeedLoader
    let reader: FeedDocumentReader
    let logger: Logger

    /// How many addresses that the page names are loaded.
    private static let maximumLoads = 5

    /// The feed to take: the likeliest that has enclosures, else the likeliest
    /// that is a feed at all; nil if the document is no web page or leads to none.
    ///
    /// - Parameters:
    ///   - page: what was loaded instead of a feed.
    ///   - request: what it was loaded by.
    /// - Returns: what was found.
    /// - Throws: ``FeedLoadingError/cancelled(feed:)``; any other failure only rules a candidate out.
    func feed(
        on page: LoadedFeed,
        request: FeedLoadRequest
    ) async throws(FeedLoadingError) -> Finding? {
        guard let found = try await candidates(on: page, request: request) else { return nil }
        if let finding = try await best(of: found, request: request) { return finding }
        return try await best(of: wellKnown(page), request: request.withoutRedirects)
    }

    /// All feeds that a page names, the likeliest first; nil if the document is
    /// no web page.
    func candidates(
        on page: LoadedFeed,
        request: FeedLoadRequest
    ) async throws(FeedLoadingError) -> [FeedCandidate]? {
        guard let pageURL = page.response.finalURL,
            let first = page.body.withBytes({
                FeedPage($0, pageURL: pageURL.string, charset: page.response.charset)
            })
        else { return nil }
        guard first.candidates.isEmpty, let canonical = first.canonicalURL.flatMap(Self.address) else {
            return first.candidates
        }
        // A page under a strange address may say no more than where the real one is.
        guard let second = try await load(canonical, request) else { return [] }
        let address = second.response.finalURL?.string ?? canonical.string
        let found = second.body.withBytes { FeedPage($0, pageURL: address, charset: second.response.charset) }
        return found?.candidates ?? []
    }

    /// The first feed that a page names and that is the wanted one.
    ///
    /// For a page that nobody has given, and so without guessing at paths.
    ///
    /// - Parameters:
    ///   - page: what was loaded.
    ///   - request: what it was loaded by.
    ///   - isWanted: whether a document is the wanted one.
    /// - Returns: its address; nil if the page names no such feed.
    /// - Throws: ``FeedLoadingError/cancelled(feed:)``.
    func address(
        on page: LoadedFeed,
        request: FeedLoadRequest,
        where isWanted: (FeedDocument) -> Bool
    ) async throws(FeedLoadingError) -> FeedURL? {
        for candidate in try await candidates(on: page, request: request)?.prefix(Self.maximumLoads) ?? [] {
            guard let url = Self.address(candidate.url), let feed = try await load(url, request),
                let document = document(feed, url), isWanted(document)
            else { continue }
            return url
        }
        return nil
    }

    /// Those of the well-known paths that answer with a feed, without redirects:
    /// a site that sends all to its front page has none of them.
    func wellKnownFeeds(of page: LoadedFeed, request: FeedLoadRequest) async throws(FeedLoadingError) -> [FeedCandidate]
    {
        try await best(of: wellKnown(page), request: request.withoutRedirects).map { finding in
            finding.candidates.filter { $0.url == finding.url.string }
        } ?? []
    }

    private func wellKnown(_ page: LoadedFeed) -> [FeedCandidate] {
        page.response.finalURL.map { FeedPage.wellKnownCandidates(of: $0.string) } ?? []
    }

    private func best(
        of candidates: [FeedCandidate],
        request: FeedLoadRequest
    ) async throws(FeedLoadingError) -> Finding? {
        var fallback: Finding?
        // Paths are many and mostly missing; links are few and mostly good.
        let limit = candidates.first?.origin == .path ? candidates.count : Self.maximumLoads
        for candidate in candidates.prefix(limit) {
            guard let url = Self.address(candidate.url), let feed = try await load(url, request),
                let document = document(feed, url)
            else { continue }
            let finding = Finding(url: url, feed: feed, candidates: candidates)
            if document.episodes.contains(where: { !$0.enclosures.isEmpty }) { return finding }
            fallback = fallback ?? finding
        }
        return fallback
    }

    /// An address as written on a page; nil if it is none.
    private static func address(_ text: String) -> FeedURL? {
        do {
            return try FeedURL(text)
        } catch {
            return nil
        }
    }

    /// Loads what a page leads to; nil if that fails.
    private func load(_ url: FeedURL, _ request: FeedLoadRequest) async throws(FeedLoadingError) -> LoadedFeed? {
        var request = request
        // A page does not get to send a password elsewhere (http polling A6 63).
        if case .http(let pageURL) = request.source, pageURL.origin != url.origin { request.credentials = nil }
        request.source = .http(url)
        request.validators = HTTPValidators()
        do {
            // Often it is another host than that of the page.
            try await request.beforeHop?(url)
            guard case .loaded(let feed) = try await loader.load(request) else { return nil }
            return feed
        } catch .cancelled(let feed) {
            throw .cancelled(feed: feed)
        } catch {
            logger.debug("no feed there", metadata: ["feed.url": "\(url.redacted)", "error": "\(error)"])
            return nil
        }
    }

    /// What was loaded, read; nil if it is no feed.
    private func document(_ feed: LoadedFeed, _ url: FeedURL) -> FeedDocument? {
        do {
            let address = feed.response.finalURL?.string ?? url.string
            return try reader.document(from: feed.body, baseURL: address, charset: feed.response.charset)
        } catch {
            return nil
        }
    }
}

extension FeedLoadRequest {
    fileprivate var withoutRedirects: FeedLoadRequest {
        var request = self
        request.options.redirects.maximumCount = 0
        return request
    }
}

extension FeedDiscovery {
    /// The kind of the warning that a web page was given.
    static let warningKind = "web-page"

    /// Says which feed was taken, and how to see the others.
    static func warning(took source: FeedSource, among count: Int) -> ImportWarning {
        ImportWarning(
            kind: warningKind,
            detail:
                "the address is that of a web page; of the feeds it leads to (\(count)), \(source.redacted) was taken; "
                + "`podimport subscription add --list` shows all"
        )
    }
}
