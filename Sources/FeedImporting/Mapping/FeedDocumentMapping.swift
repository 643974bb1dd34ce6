import FeedParsing
import PodcastModel

extension FeedDocument {
    /// Makes the document of the model from the parsed feed, keys included.
    init(_ feed: consuming ParsedFeed, feedURL: String?, guidsAreUnreliable: Bool) {
        var podcast = Podcast(feed.channel, feedURL: feedURL)
        podcast.liveItems = podcast.liveItems.keyed()
        var warnings = feed.warnings.map {
            ImportWarning(kind: ImportWarning.Kind($0.kind), line: $0.line, detail: $0.detail)
        }
        // Taken out one by one, and not copied: what was parsed is freed as it is mapped.
        var items = feed.items
        feed.items = []
        var episodes: [Episode] = []
        episodes.reserveCapacity(items.count)
        let bases = [podcast.link, feedURL].compactMap { $0 }
        for index in items.indices {
            episodes.append(Episode(Self.taken(from: &items[index]), bases: bases))
        }
        warnings += EpisodeKeys.assign(
            to: &episodes,
            feedURL: feedURL,
            channelLink: podcast.link,
            guidsAreUnreliable: guidsAreUnreliable
        )
        self.init(
            format: feed.format,
            encoding: feed.encoding,
            complete: feed.isComplete,
            warnings: warnings,
            podcast: podcast,
            episodes: episodes
        )
    }

    /// Whether the guids were found not to tell the episodes apart.
    var hasUnreliableGuids: Bool { warnings.contains { $0.kind == .unreliableGuids } }

    /// Moves an item out of its place: a variable would be copied again, sixty fields, when it is handed on.
    private static func taken(from place: inout ParsedItem) -> ParsedItem {
        var item = ParsedItem()
        swap(&item, &place)
        return item
    }
}

extension ImportWarning.Kind {
    /// The parser's word for it.
    init(_ kind: FeedWarning.Kind) {
        self.init(rawValue: kind.rawValue)
    }
}

extension [LiveItem] {
    /// With the keys of their items, which are in a space of their own: the guids of episodes say nothing here.
    ///
    /// The items are as the store gives them back, which has them as JSON: otherwise they would seem to have changed
    /// whenever the show has.
    func keyed() -> [LiveItem] {
        var items = map(\.item)
        _ = EpisodeKeys.assign(to: &items, feedURL: nil, channelLink: nil)
        var keyed = self
        for index in indices { keyed[index].item = items[index].asWritten }
        return keyed
    }
}
