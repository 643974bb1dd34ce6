import PodcastModel

/// What keys other than guids are made from, over the whole document.
final class KeySources {
    let episodes: [Episode]
    private let channelLink: String?
    private lazy var enclosures = episodes.map { $0.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) } }
    private lazy var titles = episodes.map { CanonicalTitle.make(from: $0.title) }
    private lazy var links = episodes.map { $0.link.flatMap(CanonicalLink.make) }
    private lazy var sharedLinks = linksOfSeveral()

    init(episodes: [Episode], channelLink: String?) {
        self.episodes = episodes
        self.channelLink = channelLink.flatMap(CanonicalLink.make)
    }

    func enclosure(of index: Int) -> String? { enclosures[index] }

    func title(of index: Int) -> String { titles[index] }

    /// The link, if it is the page of this item alone.
    func ownLink(of index: Int) -> String? {
        guard let link = links[index], link != channelLink, !sharedLinks.contains(link) else { return nil }
        return link
    }

    /// The links that are no item's own; an item that stands there twice is one.
    private func linksOfSeveral() -> Set<String> {
        var firsts: [String: Int] = [:]
        var shared: Set<String> = []
        for (index, link) in links.enumerated() {
            guard let link else { continue }
            guard let first = firsts[link] else {
                firsts[link] = index
                continue
            }
            if !isCopy(index, of: first) { shared.insert(link) }
        }
        return shared
    }

    private func isCopy(_ index: Int, of other: Int) -> Bool {
        enclosures[index] == enclosures[other]
            && SyntheticKey.hash(of: episodes[index]) == SyntheticKey.hash(of: episodes[other])
    }

    /// Enclosure, else own link, else title and date (identity C1 5).
    func syntheticKey(of index: Int) -> SyntheticKey.Made {
        if let enclosure = enclosure(of: index) { return SyntheticKey.enclosure(enclosure) }
        if let link = ownLink(of: index) { return SyntheticKey.link(link) }
        return SyntheticKey.hash(of: episodes[index])
    }
}
