package import PodcastModel

/// The chapters of an episode, and where they are from.
package struct EpisodeChapterList: Sendable, Encodable {
    /// Where chapters can be from.
    package enum Source: String, Sendable, Encodable {
        /// The file that the episode points at.
        case file
        /// The feed itself.
        case feed
    }

    /// The episode's number.
    package let id: Int64
    /// Where the file of chapters is; nil if the episode has none.
    package let chaptersURL: String?
    /// The media type of the file, as the feed gives it.
    package let chaptersType: String?
    /// Where ``chapters`` are from; nil if there are none.
    package let source: Source?
    /// When they were loaded, if they are from the file.
    package let fetchedAt: Timestamp?
    /// Why these are not, or may not be, the chapters that the file has now; nil if they are.
    package let problem: String?
    /// The chapters in the order of their start.
    package let chapters: [Chapter]

    /// Takes the chapters of the file, or those of the feed where it has none (feed formats I).
    ///
    /// - Parameters:
    ///   - stored: the episode.
    ///   - file: what is kept of its file; nil if nothing is.
    ///   - problem: what is wrong; nil for what the file says of that.
    init(of stored: StoredEpisode, file: StoredChaptersFile?, problem: String? = nil) {
        let inFile = file?.chapters ?? []
        chapters = inFile.isEmpty ? stored.episode.chapters : inFile
        source = chapters.isEmpty ? nil : (inFile.isEmpty ? .feed : .file)
        id = stored.id
        chaptersURL = stored.episode.chaptersURL
        chaptersType = stored.episode.chaptersType
        fetchedAt = source == .file ? file?.fetchedAt : nil
        self.problem = problem ?? file?.problem
    }
}
