/// One picture of a podcast or episode with what is known of it (podcast:image, podcast:images, media:thumbnail).
package struct SizedImage: Hashable, Sendable, Codable {
    package var url: String
    package var alt: String?
    package var aspectRatio: String?
    /// Pixels.
    package var width: Int?
    /// Pixels.
    package var height: Int?
    package var type: String?
    package var purpose: String?

    package init(
        url: String,
        alt: String? = nil,
        aspectRatio: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        type: String? = nil,
        purpose: String? = nil
    ) {
        self.url = url
        self.alt = alt
        self.aspectRatio = aspectRatio
        self.width = width
        self.height = height
        self.type = type
        self.purpose = purpose
    }
}
