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
            """
            UPDATE subscription SET pendingPageURL = ?1, pendingPageFailures = ?2
            WHERE podcastId = ?3 AND (pendingPageURL IS NOT ?1 OR pendingPageFailures <> ?2)
            """,
            [url, failures, podcastID]
        )
    }
}
