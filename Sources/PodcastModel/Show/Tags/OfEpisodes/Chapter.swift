/// A chapter mark, written in the feed itself (Podlove simple chapters) or in
/// the file that podcast:chapters points at.
///
/// The last three fields exist in such files only.
package struct Chapter: Hashable, Sendable, Codable {
    /// Seconds from the beginning.
    package var startSeconds: Double
    package var title: String?
    package var href: String?
    package var imageURL: String?
    /// Seconds from the beginning; nil where the next chapter begins.
    package var endSeconds: Double?
    /// Whether the chapter belongs in the table of contents; silent ones change
    /// picture or link only.
    package var isListed: Bool
    package var location: Location?

    package init(
        startSeconds: Double,
        endSeconds: Double? = nil,
        title: String? = nil,
        href: String? = nil,
        imageURL: String? = nil,
        isListed: Bool = true,
        location: Location? = nil
    ) {
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
        self.title = title
        self.href = href
        self.imageURL = imageURL
        self.isListed = isListed
        self.location = location
    }
}
