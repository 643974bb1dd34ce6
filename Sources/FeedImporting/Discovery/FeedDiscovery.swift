import FeedLoading
import FeedParsing
import Logging
import PodcastModel

/// Finds the feed of a web page that was given instead of one (http polling A11).
///
/// Only when a feed is added, never when it is refreshed: a feed that becomes
/// a web page has failed, and must not be taken for another (A3 31). A feed that
/// is lost is looked for on the site of its show (``SearchSiteOperation``).
struct FeedDiscovery: Sendable {
    /// A feed that was found, loaded once: its document is the one to import
    /// (A1 11).
    struct Finding: Sendable {
        let url: FeedURL
        let feed: LoadedFeed
        /// All that the page names, this one included; that alone if it was guessed.
        let candidates: [FeedCandidate]
        /// Whether the page does not name it, and it was found at a path that feeds often have.
        var isGuessed: Bool { candidates.first?.origin == .path }
    }

    /// What a search has come to.
    enum Outcome: Sendable {
        /// There is a feed.
        case found(Finding)
        /// There is none, or none that can be had; with what the likeliest of those that the page names has failed.
        case nothing(FeedLoadingError?)
    }

    let loader: PodcastFeedLoader
    let reader: FeedDocumentReader
    let logger: Logger
    /// What time it is by which a Retry-After counts.
    let now: @Sendable () -> Timestamp
}
