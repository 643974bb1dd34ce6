import PodcastModel

extension EpisodeFieldDigest {
    mutating func add(_ item: RemoteItem) {
        content.add(145, item.feedGUID)
        content.add(146, item.feedURL)
        content.add(147, item.itemGUID)
        content.add(148, item.medium)
        content.add(149, item.title)
        content.end(145)
    }
}
