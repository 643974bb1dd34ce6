import PodcastModel

/// Finds, among all episodes of a podcast that were deleted here, the one that an item under a former guid of one of
/// them is most like (identity C6 36).
struct DeletedEpisodeFinder {
    /// A deleted episode that an item is like.
    struct Found {
        /// The key under which it is described.
        let key: String
        /// Whether the document lists that one as well.
        let isListed: Bool
        /// How many of title, file and time agree.
        let count: Int
    }

    private static let mostCandidates = 500

    /// As they are remembered, and those that are listed as the document has them, too.
    private let episodes: [DeletedEpisode]
    private let isListed: [Bool]
    private var byDay: [Int64: [Int]] = [:]
    private var byFile: [String: [Int]] = [:]
    private var byTitle: [String: [Int]] = [:]
    /// Whether any of those that are not listed has a file, so that another file says that an item is none of them.
    ///
    /// One without a file among them, a text, says nothing of the others.
    private let haveFiles: Bool

    init(_ deleted: [DeletedEpisode], listedIn incoming: [IncomingEpisode]) {
        let items = Dictionary(incoming.map { (ExactText($0.episode.key), $0) }) { first, _ in first }
        var episodes: [DeletedEpisode] = []
        var isListed: [Bool] = []
        for episode in deleted {
            let item = items[ExactText(episode.key)].flatMap { EpisodeLikeness($0, episode).isStranger ? nil : $0 }
            episodes.append(episode)
            isListed.append(item != nil)
            guard let item else { continue }
            // Of two copies both may be corrected at once.
            episodes.append(DeletedEpisode(item, key: episode.key, before: episode))
            isListed.append(true)
        }
        self.episodes = episodes
        self.isListed = isListed
        haveFiles = episodes.indices.contains { !isListed[$0] && episodes[$0].canonicalEnclosure != nil }
        for (index, episode) in episodes.enumerated() {
            if let date = episode.publishedAt { byDay[date.utcDay, default: []].append(index) }
            if let file = episode.canonicalEnclosure { byFile[file, default: []].append(index) }
            byTitle[CanonicalTitle.withoutNumber(episode.canonicalTitle), default: []].append(index)
        }
    }

    /// The one of which most agrees, of several the one that has the very title.
    ///
    /// All that a tool has dated to its run have their time in common, and one title may be part of the next.
    /// What is listed beside a deleted episode and agrees in one thing only is another.
    func likest(_ item: IncomingEpisode) -> Found? {
        var best: Found?
        var bestHasTitle = false
        for index in candidates(for: item) {
            let count = EpisodeLikeness(item, episodes[index]).count
            let hasTitle = item.canonicalTitle == episodes[index].canonicalTitle
            guard count > (isListed[index] ? 1 : 0) else { continue }
            if let best, count < best.count || count == best.count && (bestHasTitle || !hasTitle) { continue }
            best = Found(key: episodes[index].key, isListed: isListed[index], count: count)
            bestHasTitle = hasTitle
            if count > 1, hasTitle { break }
        }
        return best
    }

    /// Whether an item that is like none of them can be none of them.
    func isStranger(_ item: IncomingEpisode) -> Bool {
        guard !episodes.isEmpty else { return false }
        return !isListed.contains(false) || haveFiles && item.canonicalEnclosure != nil
    }

    /// Those of about its time first, which are few; an archive under one title or date is not looked through for each
    /// item.
    private func candidates(for item: IncomingEpisode) -> some Sequence<Int> {
        let days = item.episode.publishedAt.map { [$0.utcDay, $0.utcDay - 1, $0.utcDay + 1] } ?? []
        let lists =
            days.map { byDay[$0] } + [
                item.canonicalEnclosure.flatMap { byFile[$0] },
                byTitle[CanonicalTitle.withoutNumber(item.canonicalTitle)],
            ]
        return lists.lazy.compactMap(\.self).joined().prefix(Self.mostCandidates)
    }
}
