/// A reference to an episode's transcript (podcast:transcript); the text itself is never loaded.
package struct Transcript: Hashable, Sendable, Codable {
    package var url: String
    package var type: String?
    package var language: String?
    package var rel: String?

    package init(
        url: String,
        type: String? = nil,
        language: String? = nil,
        rel: String? = nil
    ) {
        self.url = url
        self.type = type
        self.language = language
        self.rel = rel
    }
}
