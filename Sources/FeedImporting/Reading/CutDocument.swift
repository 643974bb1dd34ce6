import FeedLoading
import FeedParsing
import PodcastModel

/// Documents that are longer than anybody wants to read.
extension LoadedFeed {
    /// What to tell of a document of which the rest was left at a limit.
    ///
    /// - Parameter document: what was read of it.
    /// - Returns: the warning; nil if it is whole.
    func cutWarning(_ document: FeedDocument) -> ImportWarning? {
        // What followed the end of the document would not have been read anyway.
        guard let limit = response.cutAt, !document.complete else { return nil }
        return ImportWarning(
            kind: .sizeLimit,
            detail: "the document was read up to a limit, and the rest of it left: \(limit.explanation)"
        )
    }

    /// Why it was not read as a feed.
    ///
    /// - Parameters:
    ///   - error: what the parser said.
    ///   - feed: its address, secrets hidden.
    /// - Returns: that it was cut off, or else what the parser said.
    func failure(_ error: FeedParsingError, feed: String) -> any Error {
        FeedLoadingError(cuttingOff: response, feed: feed) ?? error
    }
}
