/// A file of chapters, as podcast:chapters points at.
package struct ParsedChapters: Sendable, Equatable {
    /// The version of the format.
    package var version: String?
    /// The title of the episode.
    package var title: String?
    /// The author of the episode.
    package var author: String?
    /// The name of the show.
    package var podcastName: String?
    /// The description of the episode.
    package var description: String?
    /// The name of the media file.
    package var fileName: String?
    /// Whether the locations of the chapters are meant to be shown as a way.
    package var hasWaypoints = false
    /// The chapters in the order of their start.
    package var chapters: [ParsedChapter] = []
    /// Whether the file was read to its end.
    package var isComplete = true
}
