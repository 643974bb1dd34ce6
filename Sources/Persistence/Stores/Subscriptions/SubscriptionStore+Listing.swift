package import PodcastModel

extension SubscriptionStore {
    /// The feeds that are followed, as a list of subscriptions has them: folder
    /// by folder, in a folder by title.
    ///
    /// A folder's own feeds and those of the folders in it follow each other.
    package func listedFeeds() throws(PersistenceError) -> [ListedFeed] {
        try unit.fetch(
            """
            SELECT subscription.feedURL, coalesce(podcast.title, subscription.title),
              coalesce(podcast.link, subscription.link), subscription.folder,
              feedCredential.user, feedCredential.password
            FROM subscription
            LEFT JOIN podcast ON podcast.id = subscription.podcastId
            LEFT JOIN feedCredential ON feedCredential.subscriptionId = subscription.id
            WHERE subscription.state <> 'unfollowed'
            ORDER BY subscription.folder, coalesce(podcast.title, subscription.title, subscription.feedURL) COLLATE NOCASE,
              subscription.id
            """
        ) { row in
            let (feedURL, title, link) = (row.requiredText(), row.text(), row.text())
            let folder: [String] = row.list()
            let (user, password) = (row.text(), row.text())
            return ListedFeed(
                feedURL: feedURL,
                title: title,
                link: link,
                folder: folder,
                credentials: user.map { FeedCredentials(user: $0, password: password ?? "") }
            )
        }
    }
}
