import PodcastModel

extension MatchWork {
    /// Settles the items whose guid several episodes have (identity C2 10).
    ///
    /// Their keys are weak evidence, since which of them has the plain key may
    /// have changed. So each is matched by its content, and known rows keep
    /// their keys.
    mutating func matchShared(_ groups: [ExactText: [Int]]) {
        var rowsByBase: [ExactText: [Int]] = [:]
        for row in rows.indices {
            let base = self.base(of: rows[row].key)
            if groups[base] != nil { rowsByBase[base, default: []].append(row) }
        }
        // A row that has another key now may be one of them all the same.
        var basesByID: [Int64: Set<ExactText>] = [:]
        for (key, alias) in formerKeys.aliases {
            let base = self.base(of: key.text)
            if groups[base] != nil { basesByID[alias.episodeID, default: []].insert(base) }
        }
        if !basesByID.isEmpty {
            for row in rows.indices {
                for base in basesByID[rows[row].id] ?? [] where base != self.base(of: rows[row].key) {
                    rowsByBase[base, default: []].append(row)
                }
            }
        }
        let context = EvidenceContext(incoming: incoming, rows: rows, formerKeys: formerKeys, document: document)
        for (base, items) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            match(items: mergingSameKeys(items), with: rowsByBase[base] ?? [], base: base.text, context)
        }
    }

    /// The key that several may share, of which the key was made; else the key itself.
    private func base(of key: String) -> ExactText { ExactText(SyntheticKey.base(ofShared: key) ?? key) }

    private mutating func match(items: [Int], with rows: [Int], base: String, _ context: EvidenceContext) {
        for pass in SharedKeyPass.all(base: base, context) {
            guard !items.allSatisfy(claims.isSettled), !rows.allSatisfy(claims.isClaimed) else { break }
            // Among all of them, settled or not: what several have in common tells nothing of the last two, of which
            // one may be new and the other have left the document.
            let pairs = EvidenceKey.uniquePairs(
                items: items.map { ($0, pass.item(incoming[$0])) },
                rows: rows.map { ($0, pass.row(self.rows[$0])) }
            )
            for pair in pairs
            where !claims.isSettled(pair.item) && !claims.isClaimed(pair.row) && pass.accept(pair.item, pair.row) {
                claims.add(
                    pair.row,
                    for: pair.item,
                    by: .sharedKey,
                    detail: "one of several episodes with this guid, told by its content"
                )
            }
        }
        // A key made without a guid is nobody's own, once several have had it.
        let rest = items.filter { !claims.isSettled($0) }
        if let plain = rest.first(where: { incoming[$0].episode.key.isExactly(base) }),
            let row = rowByKey[ExactText(base)],
            !claims.isClaimed(row), self.rows[row].keyKind == .guid, context.isRatherEdited(item: plain, row: row)
        {
            claims.add(row, for: plain, by: .guid)
        }
        for item in rest where !claims.isSettled(item) {
            if let key = keyOfDeleted(item, base: base) {
                useKey(key, for: item)
                claims.settle(item, as: .tombstone, detail: "the episode was deleted here")
            } else {
                giveOwnKey(item, base: base)
            }
        }
    }

    /// The key that an item was deleted under, if it comes under that of another episode now: the plain guid passes to
    /// the oldest that is listed.
    private mutating func keyOfDeleted(_ item: Int, base: String) -> SyntheticKey.Made? {
        guard deletedEpisodes.areDescribed(by: incoming[item]) else { return nil }
        return ownKeys(of: item, base: base).first { deletedEpisodes.keys.contains(ExactText($0.key)) }
    }

    /// Gives an item a key that no row has, nor had one that was deleted, made of the one it comes under.
    mutating func giveOwnKey(_ item: Int, base: String) {
        guard !isAvailable(incoming[item].episode.key) else { return }
        if let key = ownKeys(of: item, base: base).first(where: { isFree($0.key) }) { useKey(key, for: item) }
    }

    /// The keys made of one that several share and of what tells an item apart.
    private func ownKeys(of item: Int, base: String) -> [SyntheticKey.Made] {
        let own = incoming[item]
        var marks = [own.enclosureKey, own.linkKey].compactMap(\.self)
        marks.append(SyntheticKey.hash(of: own.episode))
        marks.append(SyntheticKey.Made(key: "\(own.contentHash)", kind: .hash))
        // What the shared key was made of tells nobody apart: several items without guids may have one page.
        return marks.filter { !$0.key.isExactly(base) }.map { SyntheticKey.shared(base, discriminator: $0) }
    }

    private mutating func mergingSameKeys(_ items: [Int]) -> [Int] {
        var winners: [ExactText: Int] = [:]
        for item in items {
            let key = ExactText(incoming[item].episode.key)
            winners[key] = winners[key].map { mergeSameKey(item, $0) } ?? item
        }
        return winners.values.sorted()
    }
}
