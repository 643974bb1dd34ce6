import PodcastModel

extension MatchWork {
    /// Undoes matches by guid where the publisher has given an episode the guid of another known one.
    ///
    /// An item that has two of file, title and time in common with one row is that episode, and not the row of its guid,
    /// which has another file, or none and both title and time are others. One that has all three of a deleted episode
    /// is that one. So it is in a part of a feed: the row of its guid may be on another page, or cut off, and would be
    /// lost. Where most items disagree with their rows nothing is undone: ``DocumentJudge`` holds such a document.
    mutating func matchChangedPlaces() {
        let mismatched = Set(incoming.indices.filter { isMismatched($0) })
        let isMass = mismatched.count >= Self.fewestItems && mismatched.count * 2 > claims.count
        guard !mismatched.isEmpty, !isMass else { return }
        let pairs = pairsOfOtherRows(mismatched)
        let displaced = pairs.compactMap { claims.item(of: $0.row) }
        let known = Set(pairs.map(\.item).filter { claims.isSettled($0) })
        changedPlaces = known.union(displaced)
        for item in changedPlaces.sorted() { claims.release(item) }
        for pair in pairs { claim(pair.row, for: pair.item, isKnown: known.contains(pair.item)) }
        for item in mismatched.subtracting(known).sorted()
        where deletedEpisodes.areDescribed(by: incoming[item]) {
            claims.release(item)
            settle(item, asDeleted: nil, because: "its file, title and time are the same")
        }
        // The key of an item that has lost its row is still the key of that row, unless the row gets another in the
        // end.
        for item in Set(displaced).sorted() where !claims.isSettled(item) {
            giveOwnKey(item, base: incoming[item].episode.key)
        }
        claims.findPending()
    }

    private mutating func claim(_ row: Int, for item: Int, isKnown: Bool) {
        claims.add(
            row,
            for: item,
            by: isKnown ? .sharedKey : .titleAndDate,
            detail: isKnown
                ? "another episode had this guid; this one is told by its content"
                : "the content is the same, the guid it had is another episode's now"
        )
    }

    /// Gives the items that have changed places the keys they come under, where the episodes that have these get
    /// others.
    ///
    /// So keys follow guids, and an episode is found under the one it is listed under. Where the episode that has the
    /// key is missing, it keeps it. So do all on a later page, of which not every item may change its episode: one
    /// would take a key that another does not give up.
    func letKeysFollow(_ decisions: inout [MatchDecision]) {
        guard !changedPlaces.isEmpty, !document.isLaterPage else { return }
        let candidates = changedPlaces.filter { claims.row(of: $0) != nil || claims.reason(for: $0) == .new }
        let takers = KeyTakers.among(candidates) { item in
            guard let owner = rowByKey[ExactText(incoming[item].episode.key)] else { return .nobody }
            guard let holder = claims.item(of: owner) else { return .missing }
            return decisions[holder].formerKey == nil ? .item(holder) : .nobody
        }
        for item in takers {
            decisions[item].key = incoming[item].episode.key
            decisions[item].keyKind = incoming[item].episode.keyKind
            if let row = claims.row(of: item), !rows[row].key.isExactly(decisions[item].key) {
                decisions[item].formerKey = rows[row].key
            }
        }
    }

    /// The items that disagree with their rows or have unknown guids, each with the row that its file, title and time
    /// point to.
    private mutating func pairsOfOtherRows(_ mismatched: Set<Int>) -> [(item: Int, row: Int)] {
        var rowOfPair: [Int: Int] = [:]
        var takenRows: Set<Int> = []
        let foreign = itemsUnderForeignKeys()
        for pair in pairsOfTwo where rowOfPair[pair.item] == nil {
            let owner = claims.item(of: pair.row)
            // Of items and rows that nobody else claims all evidence is looked at later.
            guard owner.map({ mismatched.contains($0) && $0 != pair.item }) ?? mismatched.contains(pair.item),
                mismatched.contains(pair.item) || isUnheardOf(pair.item) || foreign.contains(pair.item),
                !isListedEarlier(pair.row, asOtherThan: pair.item),
                takenRows.insert(pair.row).inserted
            else { continue }
            rowOfPair[pair.item] = pair.row
        }
        return rowOfPair.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// The pairs that have two of file, title and time in common which no others have, the strongest evidence first.
    func findPairsOfTwo() -> [(item: Int, row: Int)] {
        uniquePairs(sharing: .fileAndTitle) + uniquePairs(sharing: .titleAtMoment) + uniquePairs(sharing: .fileAtMoment)
    }

    /// The rows of these pairs, by their items.
    ///
    /// Where all have one title, and all times have moved by one amount, the time is that of the neighbour. That amount
    /// is a number of quarters of an hour, so a time does tell that no other of this title has but for these.
    mutating func findRowsByTwo() -> [Int: [Int]] {
        let titles = rows.map(\.canonicalTitle).occurrences
        let times = rows.compactMap(Self.titleInQuarter).occurrences
        var rowsByItem: [Int: [Int]] = [:]
        for pair in pairsOfTwo {
            let (new, old) = (incoming[pair.item], rows[pair.row])
            let hasOwnTime = Self.titleInQuarter(of: old).map { times[$0] == 1 } ?? false
            guard new.canonicalEnclosure == old.canonicalEnclosure || titles[old.canonicalTitle] == 1 || hasOwnTime
            else { continue }
            rowsByItem[pair.item, default: []].append(pair.row)
        }
        return rowsByItem
    }

    /// The title of an episode, and the second of the quarter of an hour at which it was published.
    private static func titleInQuarter(of row: EpisodeIdentity) -> EvidenceKey? {
        row.publishedAt.flatMap { EvidenceKey(row.canonicalTitle, "\($0.secondOfDay % 900)") }
    }

    /// Among all items and rows, settled or not.
    private func uniquePairs(sharing kind: EvidenceKind) -> [(item: Int, row: Int)] {
        EvidenceKey.uniquePairs(
            items: incoming.indices.map { ($0, EvidenceKey(kind, of: incoming[$0])) },
            rows: rows.indices.map { ($0, EvidenceKey(kind, of: rows[$0])) }
        )
    }

    /// Whether an item is known by its guid, and the row has another file, and another title or time as well, or, where
    /// not both have a file, both.
    func isMismatched(_ item: Int) -> Bool {
        guard claims.reason(for: item) == .guid, let row = claims.row(of: item) else { return false }
        return isMismatched(item, with: row) || isOtherText(item, with: row)
    }

    /// Whether an item and a row have other files, and other titles or times as well.
    func isMismatched(_ item: Int, with row: Int) -> Bool {
        let (new, old) = (incoming[item], rows[row])
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
        return !claims.isSettled(item) && isAvailable(key) && formerKeys[key] == nil
    }

    /// Items without a row whose guid was another episode's before, with another file and another title or time.
    private func itemsUnderForeignKeys() -> Set<Int> {
        guard !formerKeys.aliases.isEmpty else { return [] }
        let candidates = incoming.indices.filter {
            !claims.isSettled($0) && formerKeys[incoming[$0].episode.key] != nil
        }
        guard !candidates.isEmpty else { return [] }
        let rowOfID = Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
        return Set(
            candidates.filter { item in
                let row = formerKeys[incoming[item].episode.key].flatMap { rowOfID[$0] }
                return row.map { isMismatched(item, with: $0) } ?? false
            }
        )
    }
}
