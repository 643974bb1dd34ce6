import FeedParsing
package import PodcastModel

/// Reads files of chapters into the chapters that feeds have inside, too.
package struct ChaptersFileReader: Sendable {
    /// Makes a reader.
    package init() {}

    /// Reads a file in the JSON format of podcast:chapters (feed formats I).
    ///
    /// - Parameters:
    ///   - bytes: The file, without transfer or content coding.
    ///   - address: Where the file is from; relative addresses in it are relative
    ///     to this.
    /// - Returns: The chapters in the order of their start.
    /// - Throws: `FeedParsingError` when the bytes are no file of chapters.
    package func chapters(from bytes: [UInt8], at address: String?) throws -> [Chapter] {
        try ChaptersReader().read(bytes, baseURL: address).chapters.map(Chapter.init(parsed:))
    }
}

extension Chapter {
    init(parsed: ParsedChapter) {
        self.init(
            startSeconds: parsed.startSeconds,
            endSeconds: parsed.endSeconds,
            title: parsed.title,
            href: parsed.href,
            imageURL: parsed.imageURL,
            isListed: parsed.isListed,
            location: parsed.location.map(Location.init(parsed:))
        )
    }
}
