import PodcastModel

extension MatchWork {
    /// Most guids new, most episodes old: the publisher has moved (identity C4 20).
    mutating func noteMigration(unknownCount: Int, _ context: EvidenceContext) {
        let total = incoming.count - originals.count
        guard total >= 3, unknownCount * 5 >= total * 4 else { return }
        let rekeyed = incoming.indices.count { isFoundByContent($0) }
        isHostMigration = rekeyed * 2 >= total || (rekeyed + countOfEqualShifts(context)) * 2 >= total
    }

    /// Where a publisher has moved, a time zone may have put an episode on another day.
    mutating func matchShiftedDates(_ context: EvidenceContext) {
        let detail = "the title is the same, the time that of another zone"
        for pair in pairsOfTitles(context) { claim(pair.row, for: pair.item, by: .titleAndDate, detail: detail) }
        dropSettled()
    }
}

extension MatchWork {
    private static let summerTimeSeconds: Int64 = 3600

    /// How many dates have moved by the same time, give or take the hour of summer time.
    private func countOfEqualShifts(_ context: EvidenceContext) -> Int {
        let shifts = pairsOfTitles(context).map(\.shift)
        let counts = Dictionary(shifts.map { ($0, 1) }, uniquingKeysWith: +)
        guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return 0 }
        return shifts.count { abs($0 - usual) <= Self.summerTimeSeconds }
    }

    /// Unknown items and missing rows whose titles are equal, and only theirs
    /// of all, and by how many seconds the dates differ: no more than zones do.
    private func pairsOfTitles(_ context: EvidenceContext) -> [(item: Int, row: Int, shift: Int64)] {
        guard !pending.isEmpty else { return [] }
        let pairs = EvidenceKey.uniquePairs(
            items: pending.map { ($0, EvidenceKey(incoming[$0].canonicalTitle)) },
            rows: unclaimedRows.map { ($0, EvidenceKey(rows[$0].canonicalTitle)) }
        )
        return pairs.compactMap { item, row in
            guard let shift = context.shift(item: item, row: row), abs(shift) <= SameEpisode.zoneSeconds,
                context.hasTitleAlone(item: item, row: row), context.fits(item: item, row: row)
            else { return nil }
            return (item, row, shift)
        }
    }
}
