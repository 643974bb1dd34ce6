/// A feed as it was read, before anything is stored: what `feed inspect` shows.
package struct FeedDocument: Hashable, Sendable {
    /// Format and version, such as `rss 2.0` or `atom 1.0`.
    package var format: String
    /// The encoding of the bytes, such as `utf-8`.
    package var encoding: String
    /// False when the document ends before it is finished, and the last, partial
    /// item is left out, or is so damaged that items may have been lost.
    package var complete: Bool
    package var warnings: [ImportWarning]
    package var podcast: Podcast
    package var episodes: [Episode]

    package init(
        format: String,
        encoding: String,
        complete: Bool,
        warnings: [ImportWarning],
        podcast: Podcast,
        episodes: [Episode]
    ) {
        self.format = format
        self.encoding = encoding
        self.complete = complete
        self.warnings = warnings
        self.podcast = podcast
        self.episodes = episodes
    }
}

extension FeedDocument: Encodable {}
