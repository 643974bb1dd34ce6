import PodcastModel

/// Several items of one document with one key: which of them are one episode,
/// and what keys the others get (identity C2 10).
struct SharedKeys {
    let base: SyntheticKey.Made
    /// The items that are one episode each, the most recent item first; the
    /// episodes from old to new.
    let clusters: [[Int]]
    private let sources: KeySources

    init(base: SyntheticKey.Made, members: [Int], sources: KeySources) {
        self.base = base
        self.sources = sources
        clusters = Self.clusters(of: members, isGuid: base.kind == .guid, sources: sources)
    }

    /// The oldest episode keeps the plain key, so that the key of an episode
    /// does not change when a newer one comes along.
    func assign(to episodes: inout [Episode], warnings: inout [ImportWarning]) {
        let keys = keys()
        for (cluster, made) in zip(clusters, keys) {
            for index in cluster {
                episodes[index].key = made.key
                episodes[index].keyKind = made.kind
            }
            if cluster.count > 1 {
                let title = episodes[cluster[0]].title.prefix(80)
                let detail = "\(cluster.count) items are the same episode “\(title)”; the latest is taken"
                warnings.append(ImportWarning(kind: .duplicateItem, detail: detail))
            }
        }
        if clusters.count > 1, base.kind == .guid {
            let detail =
                "\(clusters.count) episodes have the guid “\(base.key.prefix(80))”; told apart by enclosure, link or title"
            warnings.append(ImportWarning(kind: .sharedGuid, detail: detail))
        }
    }
}

extension SharedKeys {
    /// The first kind of evidence that tells an episode from all the others is
    /// its mark: enclosure, link, title and date, all texts.
    private func keys() -> [SyntheticKey.Made] {
        let winners = clusters.map { $0[0] }
        let enclosures = winners.compactMap { sources.enclosure(of: $0) }.occurrences
        let hashes = winners.map { SyntheticKey.hash(of: sources.episodes[$0]).key }.occurrences
        return winners.enumerated().map { rank, index in
            if rank == 0 { return base }
            if let enclosure = sources.enclosure(of: index), enclosures[enclosure] == 1 {
                return SyntheticKey.shared(base.key, discriminator: SyntheticKey.enclosure(enclosure))
            }
            if let link = sources.ownLink(of: index) {
                return SyntheticKey.shared(base.key, discriminator: SyntheticKey.link(link))
            }
            let hash = SyntheticKey.hash(of: sources.episodes[index])
            if hashes[hash.key] == 1 { return SyntheticKey.shared(base.key, discriminator: hash) }
            // Alike in all of these, so the enclosure must be what differs.
            let text = [hash.key, sources.enclosure(of: index) ?? "", sources.episodes[index].description ?? ""]
            let last = SyntheticKey.Made(key: text.joined(separator: " "), kind: .hash)
            return SyntheticKey.shared(base.key, discriminator: last)
        }
    }

    private static func clusters(of members: [Int], isGuid: Bool, sources: KeySources) -> [[Int]] {
        // Neighbours in this order are all that can be one episode, so that a
        // guid shared by thousands costs no thousands squared.
        var byEnclosure: [String: Int] = [:]
        var byTitle: [String: [Int]] = [:]
        var clusters: [[Int]] = []
        for index in members.sorted(by: { sources.isOlder($0, than: $1) }) {
            let cluster: Int
            if isGuid, let enclosure = sources.enclosure(of: index), let found = byEnclosure[enclosure] {
                cluster = found
            } else if let found = byTitle[sources.title(of: index)]?.last,
                sources.isSameMoment(clusters[found][clusters[found].count - 1], index, isGuid: isGuid)
            {
                cluster = found
            } else {
                cluster = clusters.count
                clusters.append([])
            }
            clusters[cluster].append(index)
            if let enclosure = sources.enclosure(of: index) { byEnclosure[enclosure] = cluster }
            byTitle[sources.title(of: index), default: []].append(cluster)
        }
        return clusters.map { $0.reversed() }
    }
}

extension KeySources {
    /// An order of items that does not depend on their places in the document.
    func isOlder(_ first: Int, than second: Int) -> Bool {
        let left = episodes[first]
        let right = episodes[second]
        if left.publishedAt != right.publishedAt {
            guard let leftDate = left.publishedAt else { return false }
            guard let rightDate = right.publishedAt else { return true }
            return leftDate < rightDate
        }
        let leftUpdate = left.updatedAt?.epochSeconds ?? .min
        let rightUpdate = right.updatedAt?.epochSeconds ?? .min
        if leftUpdate != rightUpdate { return leftUpdate < rightUpdate }
        return texts(first).lexicographicallyPrecedes(texts(second))
    }

    /// Whether two items with one title are one episode published twice by
    /// mistake: a title alone is not enough, since some shows use the same one
    /// every day or hour.
    func isSameMoment(_ first: Int, _ second: Int, isGuid: Bool) -> Bool {
        switch (episodes[first].publishedAt, episodes[second].publishedAt) {
        case (let left?, let right?): left.isSameMoment(as: right)
        case (nil, nil): enclosure(of: first) == enclosure(of: second)
        default: !isGuid
        }
    }

    private func texts(_ index: Int) -> [String] {
        let episode = episodes[index]
        return [
            enclosure(of: index) ?? "", title(of: index), episode.publishedRaw ?? "", episode.link ?? "",
            episode.description ?? "", episode.content ?? "", episode.enclosures.first?.url ?? "",
        ]
    }
}
