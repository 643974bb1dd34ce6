import Persistence
import PodcastModel

extension FeedImportRequest {
    /// The request for a feed that the store did not know when it was made,
    /// with what the store knows of it now: another process may have added it.
    ///
    /// - Parameter persistence: the store, loaded.
    /// - Returns: the request.
    /// - Throws: ``PersistenceError``.
    func withWhatIsKnownNow(in persistence: PersistenceManager) throws -> FeedImportRequest {
        let feedURL = windowKey
        let state = try persistence.mainContext().performAndWait { unit throws(PersistenceError) in
            try unit.subscriptions.refreshState(forFeedURL: feedURL)
        }
        guard let state else { return self }
        var request = self
        request.refreshState = state
        // The address may be that of a web page, which has led to the feed.
        if identity == nil { request.source = try FeedSource(storedURL: state.feedURL) }
        request.discovers = false
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
