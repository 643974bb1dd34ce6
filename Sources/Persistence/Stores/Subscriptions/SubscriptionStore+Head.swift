import GRDB
import PodcastModel

extension SubscriptionStore {
    /// What most changes need to know of a subscription first.
    struct Head {
        let state: SubscriptionState
        let podcastID: Int64?
        let feedURL: String
        let title: String?
        let failures: Int
        let duplicateOf: Int64?
    }

    func head(of id: Int64) throws(PersistenceError) -> Head {
        let head = try unit.fetchOne(
            """
            SELECT subscription.state, subscription.podcastId, subscription.feedURL,
              coalesce(podcast.title, subscription.title), subscription.failures,
              subscription.duplicateOf
            FROM subscription LEFT JOIN podcast ON podcast.id = subscription.podcastId WHERE subscription.id = ?
            """,
            [id]
        ) { row throws(PersistenceError) in
            Head(
                state: try row.requiredWord(),
                podcastID: row.integer(),
                feedURL: row.requiredText(),
                title: row.text(),
                failures: row.count() ?? 0,
                duplicateOf: row.integer()
            )
        }
        guard let head else { throw .notFound(entity: "subscription", id: id) }
        return head
    }

    /// Puts a change of a subscription into the change log, as it was named before.
    func record(
        _ kind: StoreChange.Kind,
        of id: Int64,
        _ head: Head,
        fields: [String] = [],
        at now: Timestamp
    ) throws(PersistenceError) {
        try unit.changes.record(
            .subscription,
            id,
            podcastID: head.podcastID,
            kind,
            fields: fields,
            title: head.title,
            at: now
        )
    }
}
