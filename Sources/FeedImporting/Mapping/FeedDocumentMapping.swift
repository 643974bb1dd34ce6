import FeedParsing
import PodcastModel

extension FeedDocument {
    /// Makes the document of the model from the parsed feed, keys included.
    init(_ feed: ParsedFeed, feedURL: String?) {
        let podcast = Podcast(feed.channel)
        var warnings = feed.warnings.map {
            ImportWarning(kind: $0.kind.rawValue, line: $0.line, detail: $0.detail)
        }
        var episodes = feed.items.map(Episode.init)
        warnings += EpisodeKeys.assign(to: &episodes, feedURL: feedURL, channelLink: podcast.link)
        self.init(
            format: feed.format,
            encoding: feed.encoding,
            complete: feed.isComplete,
            warnings: warnings,
            podcast: podcast,
            episodes: episodes
        )
    }
}
