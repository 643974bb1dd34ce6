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
}
