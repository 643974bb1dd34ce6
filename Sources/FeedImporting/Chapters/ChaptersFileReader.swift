import FeedParsing
import PodcastModel

/// Reads files of chapters into the chapters that feeds have inside, too.
struct ChaptersFileReader: Sendable {
    /// What is in a file.
    struct Contents: Sendable {
        /// The chapters in the order of their start.
        let chapters: [Chapter]
        /// Whether the file was read to its end.
        let isComplete: Bool
    }

    /// The largest file that is read.
    static var maximumBytes: Int { ChaptersReader().maximumBytes }
    /// The most chapters that are read.
    static var maximumChapters: Int { ChaptersReader().maximumChapters }

    /// Reads a file in the JSON format of podcast:chapters (feed formats I).
    ///
    /// - Parameters:
    ///   - bytes: The file, without transfer or content coding.
    ///   - address: Where the file is from; relative addresses in it are relative
    ///     to this.
    /// - Returns: What is in it.
    /// - Throws: `FeedParsingError` when the bytes are no file of chapters.
    func contents(of bytes: [UInt8], at address: String?) throws(FeedParsingError) -> Contents {
        let file = try ChaptersReader().read(bytes, baseURL: address)
        return Contents(chapters: file.chapters.map(Chapter.init(parsed:)), isComplete: file.isComplete)
    }
}

extension Chapter {
    init(parsed: ParsedChapter) {
        self.init(
            startSeconds: parsed.startSeconds,
            endSeconds: parsed.endSeconds,
            title: parsed.title,
            href: parsed.href.map(EscapedAmpersands.removed),
            imageURL: parsed.imageURL.map(EscapedAmpersands.removed),
            isListed: parsed.isListed,
            location: parsed.location.map(Location.init(parsed:))
        )
    }
}
