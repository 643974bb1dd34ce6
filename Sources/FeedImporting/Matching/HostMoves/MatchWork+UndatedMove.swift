import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of one title that both have no date, or none that can be read, in a feed that has
    /// moved (identity C4 20, 22).
    ///
    /// A title alone is no evidence. With it either the name of the file, which is often copied along with it, has to
    /// be the same, and be that of no other; or no other may have the title, and the stated lengths must agree to the
    /// second.
    func pairsOfUndated() -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        let named = pairsOfUndatedFiles()
        let (items, taken) = (Set(named.map(\.item)), Set(named.map(\.row)))
        return withoutOtherMedia(
            named + pairsOfUndatedLengths().filter { !items.contains($0.item) && !taken.contains($0.row) }
        )
    }

    /// How many have titles of their own, are as long as before to the second, and are at another host now, if at least
    /// three are of lengths of their own: no show that publishes under the titles of the day before has its lengths, too.
    func countOfUndatedLengths() -> Int {
        guard !claims.pending.isEmpty else { return 0 }
        let pairs = pairsOfUndatedLengths().filter { isFileElsewhere(item: $0.item, row: $0.row) }
        let lengths = Set(pairs.map { rows[$0.row].durationSeconds })
        return lengths.count >= Self.fewestItems ? pairs.count : 0
    }

    /// Those of one title, which no other has, whose lengths agree to the second.
    private func pairsOfUndatedLengths() -> [(item: Int, row: Int)] {
        unsettledPairs(sharing: .title).filter { item, row in
            guard let seconds = incoming[item].episode.durationSeconds else { return false }
            return seconds == rows[row].durationSeconds && incoming[item].isOfKind(of: rows[row])
                && incoming[item].publishedAt == nil && rows[row].publishedAt == nil
        }
    }

    /// Those whose files have kept their names and are at another host, which is what tells a move from a show without
    /// dates that publishes under the titles and names of the day before.
    func pairsOfUndatedElsewhere() -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        return withoutOtherMedia(pairsOfUndatedFiles()).filter { isFileElsewhere(item: $0.item, row: $0.row) }
    }

    /// Whether both have a media file, and not at the same host.
    func isFileElsewhere(item: Int, row: Int) -> Bool {
        guard let new = incoming[item].canonicalEnclosure, let old = rows[row].canonicalEnclosure else { return false }
        return !new.utf8.prefix { $0 != .slash }.elementsEqual(old.utf8.prefix { $0 != .slash })
    }

    /// Those of one title and one name of the file, which no other has; the rows may have dates still, from before the
    /// feed lost them.
    private func pairsOfUndatedFiles() -> [(item: Int, row: Int)] {
        unsettledPairs(sharing: .fileName).filter { item, row in
            incoming[item].publishedAt == nil && incoming[item].canonicalTitle == rows[row].canonicalTitle
        }
    }
}
