/// A pointer to another feed or an item of it (podcast:remoteItem).
package struct RemoteItem: Hashable, Sendable, Codable {
    package var feedGUID: String?
    package var feedURL: String?
    package var itemGUID: String?
    package var medium: String?
    package var title: String?

    package init(
        feedGUID: String? = nil,
        feedURL: String? = nil,
        itemGUID: String? = nil,
        medium: String? = nil,
        title: String? = nil
    ) {
        self.feedGUID = feedGUID
        self.feedURL = feedURL
        self.itemGUID = itemGUID
        self.medium = medium
        self.title = title
    }
}
