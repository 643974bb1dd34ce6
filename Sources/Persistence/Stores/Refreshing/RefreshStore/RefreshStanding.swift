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
    /// Where it is to be asked now.
    package let feedURL: String
    /// What it is to be asked with now.
    package let credentials: FeedCredentials?
    /// The feed's own settings by key, as they are now.
    package let overrides: [String: String]
    /// Whether somebody has asked for it since its lease was taken, or has changed what it may fail for: that is not
    /// granted by a load which had begun before (http polling A5 55).
    package let isRequested: Bool
    /// Who has its lease, be it one that has run out; nil if nobody has.
    package let leaseOwner: String?
    /// When it was last read, or found not to have changed.
    package let lastSuccessAt: Timestamp?

    /// Whether it is never due.
    var isStopped: Bool { state.isStopped }

    /// Whether somebody else is at work on the feed, or has read it, since its lease was taken: what has come of that
    /// lease, of a process that was stopped for longer than it lasts, is older then (http polling A5 55).
    ///
    /// - Parameters:
    ///   - owner: who took it.
    ///   - state: the feed as it was then.
    /// - Returns: false as long as nobody else has.
    package func isTakenOver(from owner: String, since state: RefreshState) -> Bool {
        guard leaseOwner != owner else { return false }
        return leaseOwner != nil || lastSuccessAt != state.lastSuccessAt
    }
}

extension RefreshStore {
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
            let state: SubscriptionState = try row.requiredWord()
            let (podcastID, title, failures) = (row.integer(), row.text(), row.count() ?? 0)
            let (announced, hasPendingMove, hasRemovalDue) = (row.text(), row.requiredFlag(), row.requiredFlag())
            let (feedURL, user, password) = (row.requiredText(), row.text(), row.text())
            return RefreshStanding(
                state: state,
                podcastID: podcastID,
                title: title,
                failures: failures,
                announcedAddress: announced,
                hasPendingMove: hasPendingMove,
                hasRemovalDue: hasRemovalDue,
                feedURL: feedURL,
                credentials: user.map { FeedCredentials(user: $0, password: password ?? "") },
                overrides: row.jsonIfReadable() ?? [:],
                isRequested: row.requiredFlag(),
                leaseOwner: row.text(),
                lastSuccessAt: row.time()
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
            AND removalDueAt IS NOT NULL AND removalDueAt <= ?2),
          subscription.feedURL, user, password, overrides, coalesce(nextDueAt <= ?2 AND \(DueCondition.isRequested), 0),
          (SELECT owner FROM lease WHERE lease.subscriptionId = subscription.id), subscription.lastSuccessAt
        FROM subscription LEFT JOIN podcast ON podcast.id = subscription.podcastId
          LEFT JOIN feedCredential ON feedCredential.subscriptionId = subscription.id
        WHERE subscription.id = ?1
        """
}
