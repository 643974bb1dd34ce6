import GRDB
package import PodcastModel

/// What a refresh has to know of its feed at its end, read in one query.
package struct RefreshStanding: Sendable, Hashable {
    package let state: SubscriptionState
    package let podcastID: Int64?
    package let title: String?
    /// How many refreshes in a row have failed.
    package let failures: Int
    /// The address that the stored document announces for the feed.
    package let announcedAddress: String?
    /// Whether a move has been seen and not been made yet.
    package let hasPendingMove: Bool
    /// Whether an episode that is no longer listed is to be marked as removed by now.
    package let hasRemovalDue: Bool
}

extension SubscriptionStore {
    /// How a feed stands at the end of a refresh.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - now: the moment that removals are due by.
    /// - Returns: how it stands; only in a unit that may write.
    /// - Throws: ``PersistenceError``, ``PersistenceError/notFound(entity:id:)`` if it was removed.
    package func standing(of id: Int64, at now: Timestamp) throws(PersistenceError) -> RefreshStanding {
        let query = try unit.writer(.standing)
        query.integer(id)
        query.time(now)
        let standing = try query.first { row throws(PersistenceError) in
            RefreshStanding(
                state: try row.requiredWord(),
                podcastID: row.integer(),
                title: row.text(),
                failures: row.count() ?? 0,
                announcedAddress: row.text(),
                hasPendingMove: row.requiredFlag(),
                hasRemovalDue: row.requiredFlag()
            )
        }
        guard let standing else { throw .notFound(entity: "subscription", id: id) }
        return standing
    }

    /// Reads ``standing(of:at:)``.
    static let standingQuery = """
        SELECT subscription.state, subscription.podcastId, coalesce(podcast.title, subscription.title),
          subscription.failures, podcast.newFeedURL, subscription.pendingMoveURL IS NOT NULL,
          EXISTS (SELECT 1 FROM episode WHERE episode.podcastId = subscription.podcastId
            AND removalDueAt IS NOT NULL AND removalDueAt <= ?2)
        FROM subscription LEFT JOIN podcast ON podcast.id = subscription.podcastId WHERE subscription.id = ?1
        """
}
