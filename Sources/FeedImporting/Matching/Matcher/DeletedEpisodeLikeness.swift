import PodcastModel

/// What an item with the guid of an episode that was deleted here has in common with it (identity C6 35).
struct DeletedEpisodeLikeness {
    private let title: Bool
    /// Nil if one of them has no file.
    private let file: Bool?
    /// Nil if one of them has no date.
    private let time: Bool?

    init(_ item: IncomingEpisode, _ deleted: DeletedEpisode) {
        let seconds: Int64? =
            if let new = item.episode.publishedAt, let old = deleted.publishedAt { abs(new.seconds(since: old)) } else {
                nil
            }
        title = Self.areTitlesAlike(item.canonicalTitle, deleted.canonicalTitle, secondsApart: seconds)
        if let new = item.canonicalEnclosure, let old = deleted.canonicalEnclosure {
            file = new == old
        } else {
            file = nil
        }
        time = seconds.map { $0 < SameEpisode.momentSeconds }
    }

    /// Whether anything is the same.
    var isAny: Bool { title || file == true || time == true }

    /// Whether nothing is the same, so that it is another episode.
    ///
    /// Publishers correct titles and dates, and add files: only where the file is another as well the guid says nothing.
    var isStranger: Bool { !isAny && file == false }

    /// Whether one thing is the same, and the two others are not.
    var isDoubtful: Bool {
        let all = [title, file, time]
        return all.count { $0 == true } == 1 && all.count { $0 == false } == 2
    }

    /// Whether the titles are equal but for a number in front, or one is part of the other and a change of time zone
    /// explains how far apart the dates are.
    private static func areTitlesAlike(_ new: String, _ old: String, secondsApart: Int64?) -> Bool {
        if new == old { return true }
        guard CanonicalTitle.numbersAgree(new, old) else { return false }
        let (new, old) = (CanonicalTitle.withoutNumber(new), CanonicalTitle.withoutNumber(old))
        if new == old { return true }
        return secondsApart ?? 0 <= SameEpisode.zoneSeconds && CanonicalTitle.areOneInAnother(new, old)
    }
}
