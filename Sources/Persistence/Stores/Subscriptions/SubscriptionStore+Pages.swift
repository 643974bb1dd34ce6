import GRDB

extension SubscriptionStore {
    /// Notes the later page from which a feed is to be read on if the reading is interrupted; nil if it has come to its end.
    package func setPendingPage(_ url: String?, ofPodcast podcastID: Int64) throws(PersistenceError) {
        try unit.execute(
            "UPDATE subscription SET pendingPageURL = ?1 WHERE podcastId = ?2 AND pendingPageURL IS NOT ?1",
            [url, podcastID]
        )
    }
}
