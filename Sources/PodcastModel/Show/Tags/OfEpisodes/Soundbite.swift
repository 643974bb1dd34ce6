/// A stretch of an episode worth hearing first (podcast:soundbite).
package struct Soundbite: Hashable, Sendable, Codable {
    /// Seconds from the beginning.
    package var startSeconds: Double
    package var durationSeconds: Double
    package var title: String?

    package init(startSeconds: Double, durationSeconds: Double, title: String? = nil) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.title = title
    }
}
