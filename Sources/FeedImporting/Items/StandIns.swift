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
        var rows: [UInt64: EpisodeIdentity] = [:]
        rows.reserveCapacity(stored.identities.count)
        for identity in stored.identities { rows[identity.matchingDigest] = identity }
        var episodes: [UInt64: UInt64] = [:]
        episodes.reserveCapacity(memory.entries.count)
        for entry in memory.entries { episodes[entry.item] = entry.episode }
        var keys: Set<String> = []
        var files: Set<String> = []
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
            keys.insert(row.key)
            if let file = row.canonicalEnclosure { files.insert(file) }
            items.append(IncomingEpisode(standingFor: row, position: items.count))
        }
        return areApart(keys, files) ? items : nil
    }

    /// Whether the items that were read have nothing in common with those that were not, nor with each other.
    private func areApart(_ keys: Set<String>, _ files: Set<String>) -> Bool {
        var keys = keys
        return read.allSatisfy { item in
            item.episode.keyKind == .guid && keys.insert(item.episode.key).inserted
                && !(item.canonicalEnclosure.map(files.contains) ?? false)
        }
    }
}
