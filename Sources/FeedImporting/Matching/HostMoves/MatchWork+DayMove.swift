import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of one title and one day, if the publisher has moved to a host that writes days
    /// only (identity C4 17, 20).
    ///
    /// Each title must be the only one of its kind on its day, on both sides and among all that is known: where a day
    /// has two editions, nobody knows which of them an item is (identity C4 18, 21).
    func pairsOfDays() -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty, !timesOfDay.isEmpty else { return [] }
        let pairs = withoutOtherMedia(unsettledPairs(sharing: .titleOnDay))
        return areDatedByDays(with: pairs) ? pairs : []
    }

    /// Whether a move has taken the times of day from the episodes that are recognised, and left the days.
    ///
    /// Four fifths of what can be recognised must be so, those of the pairs included, and all items dated to one time
    /// of day, or to two an hour apart because of summer time. That by itself is a habit of many shows: so either that
    /// time is midnight, or the episodes had other times, and not all of them moved alike. News of each morning are not
    /// those of the evening.
    func areDatedByDays(with pairs: [(item: Int, row: Int)]) -> Bool {
        let times = timesOfDay
        guard !times.isEmpty else { return false }
        let shifts = (claims.foundByContent + pairs).compactMap { item, row -> Int64? in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt, new != old,
                new.utcDay == old.utcDay
            else { return nil }
            return new.seconds(since: old)
        }
        guard shifts.count * 5 >= expectedCount * 4 else { return false }
        return times == [0] || Set(shifts).count > 2
    }

    /// The one time of day that all items are dated to, or two an hour apart; empty if they are dated otherwise.
    ///
    /// What is of a later day than all that is stored was published at the new host, which may write its time.
    private var timesOfDay: Set<Int64> {
        guard !document.isPart else { return [] }
        let newest = NewestStored(rows, now: document.now)
        let dates = incoming.compactMap(\.episode.publishedAt).filter { date in
            !newest.isPassed(by: date.adding(seconds: -date.secondOfDay))
        }
        guard let first = dates.first?.secondOfDay else { return [] }
        var times: Set<Int64> = [first]
        for date in dates where times.insert(date.secondOfDay).inserted {
            guard times.count == 2, abs(date.secondOfDay - first) == Self.summerTimeSeconds else { return [] }
        }
        return times
    }
}
