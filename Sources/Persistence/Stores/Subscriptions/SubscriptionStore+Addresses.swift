import GRDB

extension SubscriptionStore {
    /// The address of another subscription to this feed, in the spelling that is stored; nil if there is none.
    ///
    /// A move to that address would make the one that moves its duplicate.
    package func subscription(at feedURL: String, otherThan id: Int64) throws(PersistenceError) -> String? {
        try unit.fetchOne(
            "SELECT feedURL FROM subscription WHERE (dedupKey = ? OR feedURL = ?) AND id <> ? LIMIT 1",
            [NewSubscription.dedupKey(of: feedURL), feedURL, id]
        ) { row in row.requiredText() }
    }

    /// Another subscription that follows this feed, so that a move to it would be refused; nil if there is none.
    package func follower(of feedURL: String, otherThan id: Int64) throws(PersistenceError) -> Int64? {
        try unit.fetchOne(
            """
            SELECT id FROM subscription WHERE (dedupKey = ? OR feedURL = ?) AND id <> ? AND state <> 'unfollowed' LIMIT 1
            """,
            [NewSubscription.dedupKey(of: feedURL), feedURL, id]
        ) { row in row.requiredInteger() }
    }
}
