/// A chapter mark written in the feed itself (Podlove simple chapters).
package struct Chapter: Hashable, Sendable, Codable {
    /// Seconds from the beginning.
    package var startSeconds: Double
    package var title: String?
    package var href: String?
    package var imageURL: String?

    package init(
        startSeconds: Double,
        title: String? = nil,
        href: String? = nil,
        imageURL: String? = nil
    ) {
        self.startSeconds = startSeconds
        self.title = title
        self.href = href
        self.imageURL = imageURL
    }
}
