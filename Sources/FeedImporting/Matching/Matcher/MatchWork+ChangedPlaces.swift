import PodcastModel

extension MatchWork {
    /// Takes back what the guids of a short document say, where they are those of other known episodes.
    ///
    /// Of a longer one the circuit breaker tells that; here nothing is a mass. What has two of file, title and time
    /// in common with an episode is that one and not the one of the guid, which has another file.
    mutating func matchChangedPlaces() {
        guard incoming.count < Self.fewestItems, rows.count > 1, !document.isPart else { return }
        let pairs = pairsOfOtherRows()
        guard !pairs.isEmpty else { return }
        let driven = pairs.compactMap { isClaimed($0.row) ? itemOfRow[$0.row] : nil }
        for item in Set(pairs.map(\.item) + driven).sorted() { release(item) }
        for pair in pairs {
            claim(
                pair.row,
                for: pair.item,
                by: .sharedKey,
                detail: "another episode had this guid; this one is told by its content"
            )
        }
        // The key of what was driven out of its row is still that row's.
        for item in Set(driven).sorted() where reasons[item] == nil {
            keepApart(item, base: incoming[item].episode.key)
        }
        pending.sort()
    }

    /// Items known by their guids, and the rows that they are by everything else.
    private func pairsOfOtherRows() -> [(item: Int, row: Int)] {
        guard incoming.indices.contains(where: { hasStrangeFile($0) }) else { return [] }
        // The strongest evidence first.
        let byFile = uniquePairs(
            item: { EvidenceKey($0.canonicalEnclosure, $0.canonicalTitle) },
            row: { EvidenceKey($0.canonicalEnclosure, $0.canonicalTitle) }
        )
        let byTitleAndTime = uniquePairs(
            item: { EvidenceKey($0.canonicalTitle, moment: $0.episode.publishedAt) },
            row: { EvidenceKey($0.canonicalTitle, moment: $0.publishedAt) }
        )
        let byFileAndTime = uniquePairs(
            item: { item in item.canonicalEnclosure.flatMap { EvidenceKey($0, moment: item.episode.publishedAt) } },
            row: { row in row.canonicalEnclosure.flatMap { EvidenceKey($0, moment: row.publishedAt) } }
        )
        var rowOfPair: [Int: Int] = [:]
        for pair in byFile + byTitleAndTime + byFileAndTime where rowOfPair[pair.item] == nil {
            let owner = itemOfRow[pair.row]
            guard hasStrangeFile(pair.item), owner != pair.item, owner < 0 || hasStrangeFile(owner),
                !rowOfPair.values.contains(pair.row)
            else { continue }
            rowOfPair[pair.item] = pair.row
        }
        return rowOfPair.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// Among all items and rows, settled or not.
    private func uniquePairs(
        item: (IncomingEpisode) -> EvidenceKey?,
        row: (EpisodeIdentity) -> EvidenceKey?
    ) -> [(item: Int, row: Int)] {
        EvidenceKey.uniquePairs(
            items: incoming.indices.map { ($0, item(incoming[$0])) },
            rows: rows.indices.map { ($0, row(rows[$0])) }
        )
    }

    /// Whether an item is known by its guid, and the row has another file.
    private func hasStrangeFile(_ item: Int) -> Bool {
        guard reasons[item] == .guid, rowOfItem[item] >= 0, let new = incoming[item].canonicalEnclosure,
            let old = rows[rowOfItem[item]].canonicalEnclosure
        else { return false }
        return new != old
    }
}
