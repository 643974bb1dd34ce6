import PodcastModel

extension MatchWork {
    /// Settles every item whose key is known (identity C4 17).
    mutating func matchKeys() {
        let shared = findSharedBases()
        sharedBases = shared
        var firstPending: [ExactText: Int] = [:]
        firstPending.reserveCapacity(max(0, incoming.count - rows.count))
        var groups: [ExactText: [Int]] = [:]
        for item in incoming.indices {
            let key = ExactText(incoming[item].episode.key)
            if !shared.isEmpty {
                let base = SyntheticKey.base(ofShared: key.text).map { ExactText($0) } ?? key
                if shared.contains(base) {
                    groups[base, default: []].append(item)
                    continue
                }
            }
            if let row = rowByKey[key] {
                claimByKey(row, for: item)
            } else if let first = firstPending[key] {
                firstPending[key] = mergeSameKey(item, first)
            } else {
                firstPending[key] = item
            }
        }
        if !shared.isEmpty { matchShared(groups) }
        claims.findPending()
    }

    /// Finds former keys (identity C4 19).
    ///
    /// A row whose own key is in the document is not available. Of several items
    /// with former keys of one row, the one with the row's enclosure is the
    /// episode, else the latest. A key that several episodes have had leads to
    /// none of them, nor does one under which something else comes now.
    mutating func matchAliases() {
        guard !formerKeys.aliases.isEmpty, !claims.pending.isEmpty else { return }
        var itemsByRowID: [Int64: [Int]] = [:]
        for item in claims.pending {
            let key = incoming[item].episode.key
            if let id = formerKeys[key], !sharedBases.contains(ExactText(key)) {
                itemsByRowID[id, default: []].append(item)
            }
        }
        guard !itemsByRowID.isEmpty else { return }
        var candidates: [(item: Int, row: Int)] = []
        for row in rows.indices {
            guard let items = itemsByRowID[rows[row].id] else { continue }
            if claims.isClaimed(row) {
                foreignItems.formUnion(items.filter { deletedEpisodes.areDescribed(by: incoming[$0]) })
            } else {
                candidates += items.map { ($0, row) }
            }
        }
        foreignItems.formUnion(itemsOfOthers(among: candidates))
        claimAliases(candidates.filter { !foreignItems.contains($0.item) })
        claims.dropSettled()
    }

    private mutating func claimAliases(_ candidates: [(item: Int, row: Int)]) {
        for (row, candidates) in Dictionary(grouping: candidates, by: \.row).sorted(by: { $0.key < $1.key }) {
            let items = candidates.map(\.item)
            let alike = items.filter { incoming[$0].canonicalEnclosure == rows[row].canonicalEnclosure }
            guard let first = (alike.isEmpty ? items : alike).first else { continue }
            let best = (alike.isEmpty ? items : alike).reduce(first) { isLater($1, than: $0) ? $1 : $0 }
            guard !isListedEarlier(row, asOtherThan: best) else { continue }
            claims.add(row, for: best, by: .alias, detail: "the episode had this guid before")
        }
    }

    /// The items under a former key of a row that are other episodes (identity C4 18).
    ///
    /// They have another file, and either neither its title nor its time, or two of file, title and time of another row
    /// that is not listed yet, or all three of a deleted episode, or another item has two of the row. Where one of the
    /// two or both have no file, title and time must be others. A site that has moved away and comes back with other
    /// numbers gives each episode a number that another had.
    private mutating func itemsOfOthers(among candidates: [(item: Int, row: Int)]) -> Set<Int> {
        var others: Set<Int> = []
        var mismatched: [(item: Int, row: Int)] = []
        for (item, row) in candidates where isMismatched(item, with: row) || isOtherText(item, with: row) {
            if EpisodeLikeness(incoming[item], rows[row]).isStranger {
                others.insert(item)
            } else {
                mismatched.append((item, row))
            }
        }
        guard !mismatched.isEmpty else { return others }
        var itemsByTwo: [Int: Set<Int>] = [:]
        for (item, rows) in rowsByTwo where !claims.isSettled(item) {
            for row in rows { itemsByTwo[row, default: []].insert(item) }
        }
        for (item, row) in mismatched {
            let isOther = rowsByTwo[item]?.contains { !claims.isClaimed($0) } ?? false
            let isAnothers = itemsByTwo[row]?.contains { $0 != item } ?? false
            if isOther || isAnothers || deletedEpisodes.areDescribed(by: incoming[item]) { others.insert(item) }
        }
        return others
    }

    /// Whether not both have a file, and both title and time are others.
    func isOtherText(_ item: Int, with row: Int) -> Bool {
        let (new, old) = (incoming[item], rows[row])
        guard new.canonicalEnclosure == nil || old.canonicalEnclosure == nil, new.canonicalTitle != old.canonicalTitle,
            let date = new.episode.publishedAt, let oldDate = old.publishedAt
        else { return false }
        return !date.isSameMoment(as: oldDate)
    }

    /// Keys that several episodes share, now or in the store.
    private func findSharedBases() -> Set<ExactText> {
        var bases: Set<ExactText> = []
        func add(_ key: String) {
            if let base = SyntheticKey.base(ofShared: key) { bases.insert(ExactText(base)) }
        }
        for row in rows where row.keyKind != .guid { add(row.key) }
        for key in formerKeys.aliases.keys { add(key.text) }
        for key in deletedEpisodes.keys { add(key.text) }
        for item in incoming where item.episode.keyKind != .guid { add(item.episode.key) }
        return bases
    }

    private mutating func claimByKey(_ row: Int, for item: Int) {
        let reason: MatchReason = incoming[item].episode.keyKind == .guid ? .guid : .key
        if isListedEarlier(row, asStrangerTo: item) { return giveOwnKey(item, base: incoming[item].episode.key) }
        guard let holder = claims.item(of: row) else { return claims.add(row, for: item, by: reason) }
        mergeSameKey(item, holder)
    }

    /// Makes two items one and returns the one that is kept.
    @discardableResult
    mutating func mergeSameKey(_ first: Int, _ second: Int) -> Int {
        let (kept, dropped) = isLater(first, than: second) ? (first, second) : (second, first)
        claims.merge(dropped, into: kept, detail: "the same episode as item \(kept + 1), which is the later one")
        return kept
    }
}

extension MatchWork {
    /// Whether an earlier page of the same walk has listed the row under another key than the item's, and the two are
    /// not copies of one episode: within one document they would be two episodes (identity C2 11, C4 18).
    func isListedEarlier(_ row: Int, asOtherThan item: Int) -> Bool {
        guard document.listedEarlier.contains(rows[row].id) else { return false }
        let (new, old) = (incoming[item], rows[row])
        let isCopy =
            new.canonicalEnclosure == old.canonicalEnclosure && new.canonicalTitle == old.canonicalTitle
            && isSameMoment(item, row) ?? true
        return !isCopy
    }

    /// Whether an earlier page of the same walk has listed the row under the item's key and nothing else agrees: then
    /// they are two episodes with one guid, on different pages (identity C2 10).
    private func isListedEarlier(_ row: Int, asStrangerTo item: Int) -> Bool {
        guard document.listedEarlier.contains(rows[row].id) else { return false }
        let (new, old) = (incoming[item], rows[row])
        if new.canonicalEnclosure != nil, new.canonicalEnclosure == old.canonicalEnclosure { return false }
        return !(isSameMoment(item, row) ?? (new.canonicalTitle == old.canonicalTitle))
    }

    /// Nil where a date is missing.
    private func isSameMoment(_ item: Int, _ row: Int) -> Bool? {
        guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return nil }
        return new.isSameMoment(as: old)
    }
}
