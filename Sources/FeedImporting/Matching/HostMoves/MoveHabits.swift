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
    /// Most have no date now, or had none before.
    var lacksDates = false
    /// Most titles have become longer or shorter, at the same times or those by which all have moved.
    var lengthensTitles = false
    /// Most titles are written differently, at such times.
    var rewritesTitles = false
    /// Most lengths are others.
    var writesOtherLengths = false
    /// Why they are, if all or most of them are so for one reason.
    var lengthChange: LengthChange?

    /// Whether the media may be the same; of another length if the new host states such for most.
    func fit(_ item: IncomingEpisode, _ episode: DeletedEpisode) -> Bool {
        item.isOfKind(ofFile: episode.canonicalEnclosure)
            && item.isAsLong(as: episode.durationSeconds, but: lengthChange)
    }
}

extension MatchWork {
    /// Says what a move has done to most of the episodes that are recognised, and to three at least.
    func moveHabits() -> MoveHabits {
        var habits = MoveHabits()
        guard !document.isPart else { return habits }
        let found = claims.foundByContent
        func isHabit(_ count: Int) -> Bool { count >= Self.fewestItems && count * 2 > found.count }
        let dates = found.compactMap { item, row -> DateRewrite.Pair? in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return nil }
            return DateRewrite.Pair(item: item, old: old, new: new)
        }
        habits.writesDays = areDatedByDays(with: [])
        // A tool may have dated them together before, which was not believed.
        habits.redatedHour = DateRewrite.hour(of: datesAsStored(of: found))
        habits.writesOtherDates = isHabit(dates.count { !$0.new.isSameMoment(as: $0.old) })
        habits.lacksDates = isHabit(found.count - dates.count)
        let sameTimes = found.filter { item, row in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return false }
            return new.minute == old.minute || hostMove.shifts.contains(new.seconds(since: old))
        }
        habits.writesOtherLengths = isHabit(
            found.count { !incoming[$0.item].isAsLong(as: rows[$0.row].durationSeconds) }
        )
        habits.lengthChange = LengthChange(
            found.map { (incoming[$0.item].episode.durationSeconds, rows[$0.row].durationSeconds) }
        )
        let titles = sameTimes.map { (new: incoming[$0.item].canonicalTitle, old: rows[$0.row].canonicalTitle) }
            .filter { $0.new != $0.old }
        let longer = titles.count { CanonicalTitle.areOneInAnotherButForNumbers($0.new, $0.old) }
        habits.lengthensTitles = isHabit(longer)
        habits.rewritesTitles = isHabit(titles.count - longer)
        return habits
    }
}
