import GRDB

extension RefreshStore {
    /// Notes the later page from which a feed is to be read on if the reading is interrupted; nil if it has come to its end.
    ///
    /// - Parameters:
    ///   - url: the page's address.
    ///   - closesGap: whether what is read there is only what came between two refreshes, up to what is known.
    ///   - failures: how many refreshes in a row it has failed.
    ///   - lostPage: the page that was given up, and those after it with it; nil if none was.
    ///   - podcastID: the podcast of the feed.
    /// - Throws: ``PersistenceError``.
    package func setPendingPage(
        _ url: String?,
        closesGap: Bool = false,
        failures: Int = 0,
        lostPage: String? = nil,
        ofPodcast podcastID: Int64
    ) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET pendingPageURL = ?1, pendingPageFailures = ?2, lostPageURL = ?4,
              pendingPageClosesGap = ?5
            WHERE podcastId = ?3 AND (pendingPageURL IS NOT ?1 OR pendingPageFailures <> ?2 OR lostPageURL IS NOT ?4
              OR pendingPageClosesGap <> ?5)
            """,
            [url, failures, podcastID, lostPage, closesGap && url != nil]
        )
    }
}
