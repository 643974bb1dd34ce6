import GRDB
package import PodcastModel

extension SubscriptionStore {
    /// Notes the later page from which a feed is to be read on if the reading is interrupted; nil if it has come to its end.
    ///
    /// - Parameters:
    ///   - url: the page's address.
    ///   - failures: how many refreshes in a row it has failed.
    ///   - podcastID: the podcast of the feed.
    /// - Throws: ``PersistenceError``.
    package func setPendingPage(
        _ url: String?,
        failures: Int = 0,
        ofPodcast podcastID: Int64
    ) throws(PersistenceError) {
        try unit.execute(
            "UPDATE subscription SET pendingPageURL = ?1 WHERE podcastId = ?2 AND pendingPageURL IS NOT ?1",
            [url.map { failures > 0 ? "\($0)#\(failures)" : $0 }, podcastID]
        )
    }
}

extension RefreshState {
    /// Takes the page as it is stored: the address, which has no fragment, and in the place of one the count of failures.
    mutating func takePendingPage(_ stored: String?) {
        guard let stored, let mark = stored.lastIndex(of: "#") else { return pendingPage = stored }
        pendingPage = String(stored[..<mark])
        pendingPageFailures = Int(stored[stored.index(after: mark)...]) ?? 0
    }
}
