/// What is kept of the file of chapters that an episode points at (feed formats I).
package struct StoredChaptersFile: Hashable, Sendable {
    /// The address of the file, as the episode gives it.
    package let url: String
    /// What the server gave with the chapters that are kept.
    package var validators = HTTPValidators()
    /// When the file was last asked for, whatever came of it.
    package var askedAt: Timestamp
    /// Until when the file need not be asked for again, according to its server.
    package var freshUntil: Timestamp?
    /// What was wrong with the last answer; nil if nothing was.
    package var problem: String?
    /// When the chapters were loaded; nil as long as the file could not be had.
    package var fetchedAt: Timestamp?
    /// The chapters in the order of their start; nil as long as the file could not be had.
    package var chapters: [Chapter]?

    /// Makes what is known of a file that is asked for the first time.
    package init(url: String, askedAt: Timestamp) {
        self.url = url
        self.askedAt = askedAt
    }
}
