import PodcastModel

/// What a move to another host has done to the episodes that were recognised, and so will have done to those that were
/// deleted here (identity C4 20, C6 36).
struct MoveHabits: Hashable {
    /// Times of day are gone, days are as before.
    var writesDays = false
    /// All have been dated to this hour, in which the tool ran.
    var redatedHour: ClosedRange<Timestamp>?
    /// Most dates are others.
    var writesOtherDates = false
    /// Most titles have become longer or shorter, at the same seconds.
    var lengthensTitles = false
    /// Most titles are written differently, at the same seconds.
    var rewritesTitles = false
    /// Most lengths are others, at the same seconds.
    var writesOtherLengths = false
}

extension MatchWork {
    /// Says what a move has done to most of the episodes that are recognised, and to three at least.
    func moveHabits() -> MoveHabits {
        var habits = MoveHabits()
        guard !pending.isEmpty, !document.isPart else { return habits }
        let found = incoming.indices.filter { isFoundByContent($0) }.map { (item: $0, row: rowOfItem[$0]) }
        func isHabit(_ count: Int) -> Bool { count >= Self.fewestItems && count * 2 > found.count }
        let dates = found.compactMap { item, row -> DateRewrite.Pair? in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return nil }
            return DateRewrite.Pair(item: item, old: old, new: new)
        }
        habits.writesDays = areDatedByDays(with: [])
        habits.redatedHour = Self.redatedHour(dates)
        habits.writesOtherDates = isHabit(dates.count { !$0.new.isSameMoment(as: $0.old) })
        let sameTimes = foundAtOneSecond
        habits.writesOtherLengths = isHabit(
            sameTimes.count { !incoming[$0.item].isAsLong(as: rows[$0.row].durationSeconds) }
        )
        let titles = sameTimes.map { (new: incoming[$0.item].canonicalTitle, old: rows[$0.row].canonicalTitle) }
            .filter { $0.new != $0.old }
        let longer = titles.count { CanonicalTitle.areOneInAnother($0.new, $0.old) }
        habits.lengthensTitles = isHabit(longer)
        habits.rewritesTitles = isHabit(titles.count - longer)
        return habits
    }

    /// The hour, and what is less than one from both its ends; nil if the episodes had been dated together before.
    private static func redatedHour(_ dates: [DateRewrite.Pair]) -> ClosedRange<Timestamp>? {
        let back = dates.map { DateRewrite.Pair(item: $0.item, old: $0.new, new: $0.old) }
        guard DateRewrite.itemsNearEachOther(back).isEmpty else { return nil }
        let items = DateRewrite.itemsNearEachOther(dates)
        let times = dates.filter { items.contains($0.item) }.map(\.new)
        guard let first = times.min(), let last = times.max() else { return nil }
        return last.adding(seconds: -SameEpisode.momentSeconds)...first.adding(seconds: SameEpisode.momentSeconds)
    }
}
