import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows whose times have moved by one amount that a time zone explains, and of whose
    /// titles one is part of the other, if the publisher has moved and four fifths of what can be recognised agree so
    /// (identity C4 20): a new host that writes its own time, and the name of the show behind most titles.
    ///
    /// Where titles are as before, most must be published at minutes or seconds of the hour of their own.
    ///
    /// Summer time makes two amounts. Where both lead to an episode nobody knows which it is, nor where half of the
    /// episodes agree on a third amount: of news that come every few hours each has the time of the next one then.
    func pairsOfShiftedMoments(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        let items = Self.indicesByTime(claims.distinctItems.map { ($0, incoming[$0].episode.publishedAt) })
        // What no zone leads to need not be sorted in: of a paged feed that is nearly all.
        guard let first = items.keys.min(), let last = items.keys.max() else { return [] }
        let reach = (first - SameEpisode.zoneSeconds)...(last + SameEpisode.zoneSeconds)
        let near = self.rows.indices.filter { row in
            self.rows[row].publishedAt.map { reach.contains($0.epochSeconds) } ?? false
        }
        let rows = Self.indicesByTime(near.map { ($0, self.rows[$0].publishedAt) })
        var pairs: [Int64: [(item: Int, row: Int)]] = [:]
        for shift in Self.zoneShifts {
            for (time, item) in items where !claims.isSettled(item) {
                guard let row = rows[time - shift], !claims.isClaimed(row), context.fits(item: item, row: row),
                    context.haveTitlesInCommon(item: item, row: row)
                else { continue }
                pairs[shift, default: []].append((item, row))
            }
        }
        let counts = pairs.mapValues(\.count)
        guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return [] }
        let shifts = [-Self.summerTimeSeconds, 0, Self.summerTimeSeconds].map { usual.key + $0 }
        guard counts.allSatisfy({ shifts.contains($0.key) || $0.value * 2 < usual.value }) else { return [] }
        let unique = Self.unambiguous(shifts.flatMap { pairs[$0] ?? [] })
        // With summer time those of one half of the year may be found by their times already.
        let found = claims.foundByContent.count {
            context.shift(item: $0.item, row: $0.row).map(shifts.contains) == true
        }
        guard unique.count >= Self.fewestItems, (unique.count + found) * 5 >= expectedCount * 4,
            !areNextEditions(unique.map(\.item))
        else { return [] }
        let renamed = unique.count { incoming[$0.item].canonicalTitle != self.rows[$0.row].canonicalTitle }
        let times = Set(unique.compactMap { incoming[$0.item].episode.publishedAt.map { $0.secondOfDay % 3600 } })
        guard max(renamed, times.count) * 2 > unique.count else { return [] }
        return unique.sorted { $0.item < $1.item }
    }

    /// What alone is dated to a second, by that.
    private static func indicesByTime(_ dated: [(index: Int, date: Timestamp?)]) -> [Int64: Int] {
        var indices: [Int64: Int?] = [:]
        for case (let index, let date?) in dated {
            let time = date.epochSeconds
            indices.updateValue(indices[time] == nil ? index : nil, forKey: time)
        }
        return indices.compactMapValues { $0 }
    }

    /// All differences between time zones: they are quarters of an hour.
    private static let zoneShifts = Array(
        stride(from: -SameEpisode.zoneSeconds, through: SameEpisode.zoneSeconds, by: 900)
    )
}
