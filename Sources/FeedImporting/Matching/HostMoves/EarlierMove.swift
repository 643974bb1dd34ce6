import PodcastModel

/// What earlier documents of a move have brought; nothing unless there were any (identity C4 20).
struct EarlierMove {
    /// The items that say nothing of the rest: those of the episodes that have moved, what has come along with these or
    /// since, and what was deleted here.
    var items: Set<Int> = []
    /// The episodes that have moved.
    var episodes: Set<Int64> = []
    /// By how many seconds their dates were shifted, and the latest of these dates.
    var shifts: [Int64] = []
    var newestShifted: Timestamp?
    /// What is newer than all that is stored.
    var newestStored: NewestStored?

    /// Whether a row is none of those that have moved, and the item not newer than all that is stored: the rest of a
    /// move is older.
    ///
    /// What comes later are new episodes, or guids that are corrected.
    func mayGoOn(with item: IncomingEpisode, as row: EpisodeIdentity) -> Bool {
        guard !items.isEmpty else { return true }
        guard !episodes.contains(row.id) else { return false }
        guard let date = item.episode.publishedAt, let newestStored else { return true }
        return !newestStored.isPassed(by: date)
    }
}
