import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of equal titles, if the feed has another address now and four fifths of what can
    /// be recognised are dated nearer to each other than to any other with such a title (identity C4 20).
    ///
    /// A feed for members publishes days before the one for all, or after it. What comes every week under the titles of
    /// the weekdays is nearest to what came last; and at one address another show may have `Episode 1` in that week.
    func pairsOfNeighbours(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard document.addressChanged, !document.isPart, !claims.pending.isEmpty else { return [] }
        let titled = pairsOfTitles(context).filter { incoming[$0.item].mayBeAsLong(as: rows[$0.row].durationSeconds) }
        let itemDates = titled.map(\.dates.new).sorted()
        let rowDates = titled.map(\.dates.old).sorted()
        let pairs = titled.filter { pair in
            let distance = abs(pair.shift)
            return !Self.isAnyNearer(than: distance, to: pair.dates.new, in: rowDates)
                && !Self.isAnyNearer(than: distance, to: pair.dates.old, in: itemDates)
        }
        return pairs.count * 5 >= expectedCount * 4 ? pairs.map { ($0.item, $0.row) } : []
    }

    /// Whether another of the sorted dates is as near to a time as the one at that distance, or nearer.
    private static func isAnyNearer(than distance: Int64, to time: Timestamp, in dates: [Timestamp]) -> Bool {
        // The first is the one at that distance, or another that is as near.
        let second = dates.countBelow(time.adding(seconds: -distance)) + 1
        return second < dates.count && dates[second].seconds(since: time) <= distance
    }
}
