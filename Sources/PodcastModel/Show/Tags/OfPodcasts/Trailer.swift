/// A trailer of the podcast or of a season (podcast:trailer).
package struct Trailer: Hashable, Sendable, Codable {
    package var url: String
    package var title: String?
    package var publishedAt: Timestamp?
    /// Bytes.
    package var length: Int64?
    package var type: String?
    package var season: Int?

    package init(
        url: String,
        title: String? = nil,
        publishedAt: Timestamp? = nil,
        length: Int64? = nil,
        type: String? = nil,
        season: Int? = nil
    ) {
        self.url = url
        self.title = title
        self.publishedAt = publishedAt
        self.length = length
        self.type = type
        self.season = season
    }
}
