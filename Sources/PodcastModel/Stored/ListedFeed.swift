/// A feed in a list of subscriptions.
package struct ListedFeed: Hashable, Sendable {
    /// The address as the store keeps it.
    package var feedURL: String
    package var title: String?
    /// The web page of the podcast.
    package var link: String?
    /// The folders it stands in, the outermost first.
    package var folder: [String]
    package var credentials: FeedCredentials?

    package init(
        feedURL: String,
        title: String? = nil,
        link: String? = nil,
        folder: [String] = [],
        credentials: FeedCredentials? = nil
    ) {
        self.feedURL = feedURL
        self.title = title
        self.link = link
        self.folder = folder
        self.credentials = credentials
    }
}
