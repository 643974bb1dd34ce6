import PodcastModel

/// Decides whether an item is newer than all that is stored.
///
/// An episode that is dated ahead, by mistake or to stay on top, is stored for good: the next ones are newer than all
/// others, and that is what counts (identity C5 30).
struct NewestStored {
    private let newest: Timestamp?
    /// The same without those that are dated ahead.
    private let newestPassed: Timestamp?
    private let now: Timestamp

    /// - Parameters:
    ///   - rows: the stored episodes.
    ///   - deleted: those deleted here that count as well.
    ///   - now: the time of this import.
    init(_ rows: [EpisodeIdentity], _ deleted: [DeletedEpisode] = [], now: Timestamp) {
        let dates = rows.compactMap(\.publishedAt) + deleted.compactMap(\.publishedAt)
        newest = dates.max()
        newestPassed = dates.filter { !EpisodeDates.isFuture($0, at: now) }.max()
        self.now = now
    }

    /// Whether something dated so is newer; false if nothing that counts has a date.
    func isPassed(by date: Timestamp) -> Bool {
        newest(beside: date).map { date > $0 } ?? false
    }

    /// Whether most of several are newer; what has no date is not.
    func isPassed(byMostOf dates: [Timestamp?]) -> Bool {
        dates.count { $0.map(isPassed) ?? false } * 2 > dates.count
    }

    /// Whether something dated so is as new at least; false if nothing that counts has a date.
    ///
    /// Where a feed gives days and no times, two episodes of one day are.
    func isReached(by date: Timestamp) -> Bool {
        newest(beside: date).map { date >= $0 } ?? false
    }

    private func newest(beside date: Timestamp) -> Timestamp? {
        EpisodeDates.isFuture(date, at: now) ? newest : newestPassed
    }
}
