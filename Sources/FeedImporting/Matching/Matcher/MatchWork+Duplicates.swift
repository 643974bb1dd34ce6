import PodcastModel

extension MatchWork {
    /// Merges unknown items into items of the same document that have the same
    /// media file, title and moment under another guid: a public and a
    /// member's copy, say (identity C2 11).
    ///
    /// A media file alone is not enough: one may serve several episodes. Nor
    /// are file and title: hourly news may have one address for all.
    mutating func mergeDuplicates() {
        var pendingByLook: [EvidenceKey: [Int]] = [:]
        for item in pending {
            guard let look = look(of: item) else { continue }
            pendingByLook[look, default: []].append(item)
        }
        guard !pendingByLook.isEmpty else { return }
        var knownByLook: [EvidenceKey: [Int]] = [:]
        if claimedCount > 0 {
            for item in incoming.indices where rowOfItem[item] >= 0 {
                guard let look = look(of: item), pendingByLook[look] != nil else { continue }
                knownByLook[look, default: []].append(item)
            }
        }
        for (look, items) in pendingByLook {
            // Known items first, then from the latest: what is first is kept.
            var kept = knownByLook[look] ?? []
            guard items.count + kept.count > 1 else { continue }
            kept.sort { isLater($0, than: $1) }
            for item in items.sorted(by: { isLater($0, than: $1) }) {
                if let original = nearest(to: item, in: kept) {
                    merge(item, into: original, detail: "the same file, title and date as item \(original + 1)")
                } else {
                    kept.append(item)
                }
            }
        }
        dropSettled()
    }

    private func look(of item: Int) -> EvidenceKey? {
        guard let enclosure = incoming[item].canonicalEnclosure else { return nil }
        return EvidenceKey(enclosure, incoming[item].canonicalTitle)
    }

    private func nearest(to item: Int, in kept: [Int]) -> Int? {
        // Each list is in order of time, so the nearest are at its ends; lists
        // of thousands with one look do not arise from mistakes.
        kept.suffix(8).first { isSameMoment(item, $0) } ?? kept.prefix(8).first { isSameMoment(item, $0) }
    }

    private func isSameMoment(_ first: Int, _ second: Int) -> Bool {
        guard let left = incoming[first].episode.publishedAt, let right = incoming[second].episode.publishedAt else {
            return true
        }
        return abs(left.seconds(since: right)) < SameEpisode.momentSeconds
    }
}
