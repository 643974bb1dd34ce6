import FeedLoading
import FeedParsing
import PodcastModel

/// What is said of a web page that was given instead of a feed.
extension FeedDiscovery {
    /// Says which feed was taken, and how to see the others.
    ///
    /// - Parameters:
    ///   - source: the feed.
    ///   - count: how many feeds the page names; 0 if the feed was guessed.
    /// - Returns: the warning.
    static func warning(took source: FeedSource, among count: Int) -> ImportWarning {
        let detail =
            count == 0
            ? "the address is that of a web page; it names no feed that can be read, and \(source.redacted) was found "
                + "at a path that feeds often have"
            : "the address is that of a web page; of the feeds it leads to (\(count)), \(source.redacted) was taken; "
                + "`podimport subscription add --list` shows all"
        return ImportWarning(kind: .webPage, detail: detail)
    }

    /// Says that there was a web page instead of a feed, and why that which it names was not taken.
    static func failure(
        _ error: FeedParsingError,
        at source: FeedSource,
        naming failure: FeedLoadingError
    ) -> ImportFailure {
        ImportFailure(
            stage: .parse,
            kind: ImportFailure.Kind(rawValue: error.shortDescription),
            message: "\(source.redacted): \(error.description); the one that the page names could not be loaded "
                + "(\(failure.description))",
            failureClass: .notAFeed
        )
    }
}
