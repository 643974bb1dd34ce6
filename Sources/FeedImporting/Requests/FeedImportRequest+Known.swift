import FeedLoading
import Persistence
import PodcastModel

extension FeedImportRequest {
    /// The result of a feed that is not asked, with what the store knew of it.
    ///
    /// - Parameters:
    ///   - outcome: what became of it.
    ///   - warnings: why.
    ///   - store: where its episodes are counted; nil if nobody wants to know how many there are.
    /// - Returns: the result.
    /// - Throws: ``PersistenceError`` if they cannot be counted.
    func result(
        _ outcome: ImportOutcome,
        warnings: [ImportWarning] = [],
        countedIn store: PersistenceManager?
    ) throws(PersistenceError) -> FeedImportResult {
        var result = FeedImportResult(feed: name, outcome: outcome, warnings: warnings)
        result.podcastID = refreshState?.podcastID
        result.subscriptionID = refreshState?.subscriptionID
        result.title = refreshState?.title
        if let store, let podcast = result.podcastID {
            result.episodeCount = try store.mainContext().performAndWait { unit throws(PersistenceError) in
                try unit.episodes.count(ofPodcast: podcast)
            }
        }
        return result
    }

    /// The request for a feed that the store did not know when it was made,
    /// with what the store knows of it now: another process may have added it.
    ///
    /// - Parameters:
    ///   - persistence: the store, loaded.
    ///   - now: the time.
    /// - Returns: the request. If the feed is still not known, so that no lease is taken on it, also the pause that its
    ///   host has asked another process for; nil if there is none.
    /// - Throws: ``PersistenceError``.
    func withWhatIsKnownNow(
        in persistence: PersistenceManager,
        at now: Timestamp
    ) throws -> (request: FeedImportRequest, pause: HostPause?) {
        let (feedURL, host) = (windowKey, source.host)
        let (state, pause) = try persistence.mainContext().performAndWait {
            unit throws(PersistenceError) -> (RefreshState?, HostPause?) in
            if let state = try unit.refreshes.state(forFeedURL: feedURL) { return (state, nil) }
            guard let host, let known = try unit.hosts.host(named: host) else { return (nil, nil) }
            return (nil, HostPause(known, at: now))
        }
        // Who does not answer is tried all the same: somebody has named the feed.
        guard let state else { return (self, pause.flatMap { $0.reason.isRequested ? $0 : nil }) }
        var request = self
        request.refreshState = state
        // The address may be that of a web page, which has led to the feed.
        if identity == nil { request.source = try FeedSource(storedURL: state.feedURL) }
        request.discovers = false
        return (request, nil)
    }

    /// The feed that the store knows where an answer comes from, if the address has brought nothing yet: the address is
    /// another name of it, or it is seen to move there, and it is not to be followed twice (http polling A4 46g).
    ///
    /// - Parameters:
    ///   - response: the answer, with the redirects to it.
    ///   - isOfPage: whether the address is that of a web page, and the answer that of the feed it has led to, which
    ///     may not have been asked with what was given for the page.
    ///   - tools: what the stages work with.
    /// - Returns: the feed; nil if there is none.
    /// - Throws: ``PersistenceError``.
    func knownFeed(
        behind response: FeedResponse,
        isOfPage: Bool,
        _ tools: ImportTools
    ) async throws -> KnownFeed? {
        guard refreshState?.podcastID == nil, !isOfPage || ownCredentials == nil else { return nil }
        return try await tools.persistence.mainContext().perform { unit throws(PersistenceError) -> KnownFeed? in
            if let request = try self.forFeed(behind: response, in: unit) { return KnownFeed(request: request) }
            return try self.feedMovingHere(response, in: unit)
        }
    }

    /// The request for the feed that the store knows where this one leads for good.
    ///
    /// What was given with the one address goes to the other only within a server (A6 63), and nobody vouches for a
    /// private address by naming one that leads there (A7 67).
    ///
    /// - Parameters:
    ///   - response: the answer, with the redirects to it.
    ///   - unit: the unit of work.
    /// - Returns: the request; nil if nobody follows a feed there, or what was sent is not what that feed is sent.
    /// - Throws: ``PersistenceError``.
    func forFeed(
        behind response: FeedResponse,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> FeedImportRequest? {
        guard mayBeKnown else { return nil }
        for url in response.permanentAddresses.reversed() {
            if let request = try forFeed(at: url, in: unit) { return request }
        }
        return nil
    }

    /// Whether the address has brought nothing yet and may stand for a feed that is followed at another, which is not
    /// sent its password.
    private var mayBeKnown: Bool {
        source.host != nil && identity == nil && refreshState?.podcastID == nil && refreshState?.credentials == nil
    }

    private func forFeed(at url: FeedURL, in unit: UnitOfWork) throws(PersistenceError) -> FeedImportRequest? {
        guard case .http(let own) = source, let state = try unit.refreshes.state(forFeedURL: url.string),
            // It may lead to another spelling of itself: over https, or with a slash at its end.
            state.subscriptionID != refreshState?.subscriptionID,
            // It may have left that address, which need not lead to where it is now.
            NewSubscription.dedupKey(of: state.feedURL) == url.dedupKey
        else { return nil }
        // Nobody would ask for the feed if a duplicate of one that is paused stopped.
        guard refreshState == nil || state.state != .paused else { return nil }
        // What is followed under the key of a web address is one.
        guard let address = FeedURL(ifValid: state.feedURL) else { return nil }
        var request = self
        request.duplicate = refreshState.map { ($0.subscriptionID, $0.feedURL) }
        if own.origin != address.origin { request.credentials = nil }
        guard request.credentials != nil || state.credentials == nil else { return nil }
        request.source = .http(address)
        request.refreshState = state
        request.provenance = state.provenance
        return request
    }

    /// Whether what the store knows now would make another request: of another address, with other settings of the feed
    /// or other credentials.
    ///
    /// - Parameter state: what the store knows now.
    /// - Returns: true if it would.
    func isOutdated(by state: RefreshState) -> Bool {
        guard let known = refreshState else { return false }
        return known.feedURL != state.feedURL || known.credentials != state.credentials
            || known.overrides != state.overrides
    }

    /// What somebody has said of the feed since its lease was taken, so that what has come of the load says nothing of
    /// the feed as it is wanted now (http polling A5 55).
    ///
    /// An answer is the feed's own whatever it was asked with; a failure may well be that of what was replaced since.
    ///
    /// - Parameters:
    ///   - standing: how the feed stands now.
    ///   - hasFailed: whether the load has.
    /// - Returns: what was said, for `subscription explain`; nil if nothing was.
    func change(to standing: RefreshStanding, hasFailed: Bool) -> String? {
        guard let known = refreshState else { return nil }
        if known.feedURL != standing.feedURL { return DueReason.otherAddress }
        guard hasFailed else { return nil }
        if known.credentials != standing.credentials { return DueReason.otherCredentials }
        let before = known.overrides.filter { $0.key != RefreshOverride.interval }
        let now = standing.overrides.filter { $0.key != RefreshOverride.interval }
        return before == now ? nil : "its settings were changed"
    }

    /// Another request for the same feed, which takes the place of this one among those that wait.
    ///
    /// - Parameter request: what is to be asked now.
    /// - Returns: that, under the name of this one.
    func replaced(by request: FeedImportRequest) -> FeedImportRequest {
        var other = request
        other.name = name
        other.fixWindowKey(as: self)
        return other
    }
}

extension FeedResponse {
    /// Where each of the unbroken run of permanent redirects leads, in order.
    var permanentAddresses: [FeedURL] {
        guard let end = permanentURL, let last = redirects.firstIndex(where: { $0.location == end }) else { return [] }
        return redirects[...last].map(\.location)
    }
}
