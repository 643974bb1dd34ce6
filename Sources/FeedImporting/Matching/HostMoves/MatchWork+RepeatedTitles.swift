import PodcastModel

/// Episodes of a move that have their titles in common with others: the chapters of several seasons, say.
extension MatchWork {
    /// Unknown items and missing rows of a title that several have, if their dates have moved by exactly as much as
    /// those of the others.
    ///
    /// Without that condition hourly news under one title would take each other's rows, since the oldest leaves the
    /// document as the newest comes.
    func pairsOfRepeatedTitles(shiftedBy shifts: [Int64], _ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !shifts.isEmpty else { return [] }
        var found: [(item: Int, row: Int)] = []
        for kind in [EvidenceKind.titleAtMoment, .bareTitleAtMoment] {
            let (items, taken) = (Set(found.map(\.item)), Set(found.map(\.row)))
            found += pairs(
                claims.pending.filter { !items.contains($0) },
                unclaimedInQuestion.filter { !taken.contains($0) },
                sharing: kind,
                shiftedBy: shifts,
                context
            )
        }
        return found
    }

    /// How many episodes have moved by one amount, those with titles of their own that are not found yet and such pairs,
    /// if at least three with titles of their own say by how much.
    func countOfShiftedTitles(_ context: EvidenceContext) -> Int {
        let titled = pairsOfTitles(context).filter(\.isWithinZones)
        let all = foundShifts(context) + titled.map(\.shift)
        let (shifts, counts) = (Self.usualShifts(all), all.occurrences)
        guard shifts.contains(where: { $0 != 0 && counts[$0, default: 0] >= Self.fewestItems }) else { return 0 }
        let repeated = pairsOfRepeatedTitles(shiftedBy: shifts, context).filter {
            earlierMove.mayGoOn(with: incoming[$0.item], as: rows[$0.row])
        }
        let moved = titled.filter { shifts.contains($0.shift) }.map(\.item) + repeated.map(\.item)
        return areNextEditions(moved) ? 0 : moved.count
    }

    private func pairs(
        _ items: [Int],
        _ rows: [Int],
        sharing kind: EvidenceKind,
        shiftedBy shifts: [Int64],
        _ context: EvidenceContext
    ) -> [(item: Int, row: Int)] {
        let rowKeys = rows.map { ($0, EvidenceKey(kind, of: self.rows[$0])) }
        var pairs: [(item: Int, row: Int)] = []
        for shift in shifts {
            let itemKeys = items.map { ($0, EvidenceKey(kind, of: incoming[$0], movedBy: -shift)) }
            let byLength = pairsByLength(itemKeys, rowKeys, sharing: kind)
            pairs += (EvidenceKey.uniquePairs(items: itemKeys, rows: rowKeys) + byLength).filter { item, row in
                context.fits(item: item, row: row) && context.numbersAgree(item: item, row: row)
            }
        }
        return Self.unambiguous(pairs)
    }

    /// The pairs whose items and rows are in no other pair.
    ///
    /// Summer time makes two shifts: where both lead to an episode, nobody knows which it is.
    static func unambiguous(_ pairs: [(item: Int, row: Int)]) -> [(item: Int, row: Int)] {
        let (pairsOfItem, pairsOfRow) = (pairs.map(\.item).occurrences, pairs.map(\.row).occurrences)
        return pairs.filter { pairsOfItem[$0.item] == 1 && pairsOfRow[$0.row] == 1 }
    }
}
