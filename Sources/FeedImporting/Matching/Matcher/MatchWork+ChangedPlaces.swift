import PodcastModel

extension MatchWork {
    /// Takes back what guids say, where they are those of other known episodes.
    ///
    /// Where most items are strangers to their rows the circuit breaker tells that. What has two of file, title and time
    /// in common with an episode is that one and not the one of the guid, which has another file.
    mutating func matchChangedPlaces() {
        guard !document.isPart else { return }
        let strangers = Set(incoming.indices.filter { isStrange($0) })
        let isMass = strangers.count >= Self.fewestItems && strangers.count * 2 > claimedCount
        guard !strangers.isEmpty, !isMass else { return }
        let pairs = pairsOfOtherRows(strangers)
        guard !pairs.isEmpty else { return }
        let driven = pairs.compactMap { isClaimed($0.row) ? itemOfRow[$0.row] : nil }
        let known = Set(pairs.map(\.item).filter { reasons[$0] != nil })
        changedPlaces = known.union(driven)
        for item in changedPlaces.sorted() { release(item) }
        for pair in pairs { claim(pair.row, for: pair.item, isKnown: known.contains(pair.item)) }
        dropSettled()
        // The key of what was driven out of its row is still that row's, unless the row gets another in the end.
        for item in Set(driven).sorted() where reasons[item] == nil {
            keepApart(item, base: incoming[item].episode.key)
        }
        pending.sort()
    }

    private mutating func claim(_ row: Int, for item: Int, isKnown: Bool) {
        claim(
            row,
            for: item,
            by: isKnown ? .sharedKey : .titleAndDate,
            detail: isKnown
                ? "another episode had this guid; this one is told by its content"
                : "the content is the same, the guid it had is another episode's now"
        )
    }

    /// Gives the items that have changed places the keys they come under, where the episodes that have these get others.
    ///
    /// So keys follow guids, and an episode is found under the one it is listed under. Where the episode that has the
    /// key is missing, it keeps it.
    func letKeysFollow(_ decisions: inout [MatchDecision]) {
        guard !changedPlaces.isEmpty else { return }
        var takers = changedPlaces.filter { rowOfItem[$0] >= 0 || reasons[$0] == .new }
        while !takers.isEmpty {
            let inVain = takers.filter { item in
                guard let owner = rowByKey[ExactText(incoming[item].episode.key)] else { return false }
                let next = itemOfRow[owner]
                return next < 0 || !takers.contains(next) && decisions[next].formerKey == nil
            }
            guard !inVain.isEmpty else { break }
            takers.subtract(inVain)
        }
        for item in takers {
            decisions[item].key = incoming[item].episode.key
            decisions[item].keyKind = incoming[item].episode.keyKind
            if rowOfItem[item] >= 0, !rows[rowOfItem[item]].key.isExactly(decisions[item].key) {
                decisions[item].formerKey = rows[rowOfItem[item]].key
            }
        }
    }

    /// Strangers to their rows and items with unknown guids, and the rows that they are by everything else.
    private func pairsOfOtherRows(_ strangers: Set<Int>) -> [(item: Int, row: Int)] {
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
        var takenRows: Set<Int> = []
        for pair in byFile + byTitleAndTime + byFileAndTime where rowOfPair[pair.item] == nil {
            let owner = itemOfRow[pair.row]
            // Of items and rows that nobody else claims all evidence is looked at later.
            guard owner < 0 ? strangers.contains(pair.item) : strangers.contains(owner) && owner != pair.item,
                strangers.contains(pair.item) || isUnheardOf(pair.item), takenRows.insert(pair.row).inserted
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

    /// Whether an item is known by its guid, and the row has another file, and another title or time as well.
    private func isStrange(_ item: Int) -> Bool {
        guard reasons[item] == .guid, rowOfItem[item] >= 0 else { return false }
        let (new, old) = (incoming[item], rows[rowOfItem[item]])
        guard let file = new.canonicalEnclosure, let oldFile = old.canonicalEnclosure, file != oldFile else {
            return false
        }
        guard new.canonicalTitle == old.canonicalTitle else { return true }
        guard let date = new.episode.publishedAt, let oldDate = old.publishedAt else { return false }
        return !date.isSameMoment(as: oldDate)
    }

    /// Whether nobody has or had the guid of an item.
    private func isUnheardOf(_ item: Int) -> Bool {
        let key = incoming[item].episode.key
        return reasons[item] == nil && isAvailable(key) && aliases[ExactText(key)] == nil
    }
}
