package import FeedLoading
import FeedParsing
package import PodcastModel

/// A list of subscriptions in OPML, read line by line.
package final class FeedList {
    /// One line of the list: a feed, or something without an address.
    package struct Line: Hashable, Sendable {
        /// Where in the document it begins, counted from 1.
        package let number: Int
        /// The address as it was written, but for ampersands that were escaped twice; nil for none.
        package let feed: String?
        package let title: String?
        package let link: String?
        /// The folders it stands in, the outermost first.
        package let folder: [String]
        /// Whether the list has it as a comment only.
        package let isComment: Bool
    }

    private let outlines: OutlineReader

    private init(_ outlines: OutlineReader) {
        self.outlines = outlines
    }

    /// Loads a list and begins to read it.
    ///
    /// - Parameters:
    ///   - source: where it is.
    ///   - loader: loads it.
    ///   - options: limits of the transfer.
    /// - Returns: the list, at its beginning.
    /// - Throws: ``ImportFailure``; its class is `notAFeed` if it is no list.
    package static func load(
        _ source: FeedSource,
        with loader: PodcastFeedLoader,
        options: TransferOptions
    ) async throws -> FeedList {
        var request = FeedImportRequest(name: source.redacted, source: source, provenance: .user, options: options)
        // A list that is written by another program may come through a pipe with a name.
        request.isNamed = true
        return try await request.look(with: loader) { document, _ in
            FeedList(try OutlineReader(document.body.bytes))
        }
    }

    /// Whether the list's end was there; without it the list may have been cut off.
    package var isComplete: Bool { outlines.isComplete }

    /// The next lines, as many as there are up to a number; none at the end.
    package func lines(upTo count: Int) -> [Line] {
        var lines: [Line] = []
        while lines.count < count, let outline = outlines.next() {
            lines.append(
                Line(
                    number: outline.line,
                    feed: outline.feedURL.map(EscapedAmpersands.removed),
                    title: outline.title,
                    link: outline.pageURL.map(EscapedAmpersands.removed),
                    folder: outline.folders,
                    isComment: outline.isComment
                )
            )
        }
        return lines
    }
}
