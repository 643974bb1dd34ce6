import FeedParsing
import PodcastModel

/// Completes the items of a document with those that were left out, where that is as good as having read them.
///
/// The matcher looks at the texts, links and dates of changes of an item only if it is unknown, or shares its key or
/// its media file with another. Where any of this could concern an item that was left out, all have to be read.
struct StandIns {
    let layout: ItemLayout
    /// The items that were read, in document order.
    let read: [IncomingEpisode]
    let stored: StoredEpisodes

    /// All items in document order; nil if they have to be read.
    func completed() -> [IncomingEpisode]? {
        guard let memory = layout.memory, !stored.haveSharedKeys,
            layout.items.count == read.count + layout.items.count(where: \.isLeftOut)
        else { return nil }
        // The items that were read may have nothing in common with each other, nor with those that were not.
        let keys = Set(read.map { ExactText($0.episode.key) })
        let files = Set(read.compactMap(\.canonicalEnclosure))
        guard keys.count == read.count, read.allSatisfy({ $0.episode.keyKind == .guid }) else { return nil }
        var rows: [UInt64: Int] = [:]
        rows.reserveCapacity(stored.identities.count)
        for (row, identity) in stored.identities.enumerated() { rows[identity.matchingDigest] = row }
        var episodes: [UInt64: UInt64] = [:]
        episodes.reserveCapacity(memory.entries.count)
        for entry in memory.entries { episodes[entry.item] = entry.episode }
        var items: [IncomingEpisode] = []
        items.reserveCapacity(layout.items.count)
        var unused = read[...]
        for item in layout.items {
            guard item.isLeftOut else {
                guard let next = unused.popFirst() else { return nil }
                items.append(next.moved(to: items.count))
                continue
            }
            // Each episode once: an item that is there twice is a matter for the matcher.
            guard let digest = episodes[item.digest], let row = rows.removeValue(forKey: digest) else { return nil }
            let identity = stored.identities[row]
            guard !keys.contains(ExactText(identity.key)), !(identity.canonicalEnclosure.map(files.contains) ?? false)
            else {
                return nil
            }
            items.append(IncomingEpisode(standingFor: identity, position: items.count))
        }
        return items
    }
}
