import PodcastModel

/// What an item has in common with the episode that its guid is, or was: one that was deleted here (identity C6 35), or
/// one that is stored (identity C4 19).
struct EpisodeLikeness {
    private let title: Bool
    /// Nil if one of them has no file.
    private let file: Bool?
    /// Nil if one of them has no date.
    private let time: Bool?

    init(_ item: IncomingEpisode, _ other: some EpisodeDescription) {
        let seconds: Int64? =
            if let new = item.publishedAt, let old = other.publishedAt { abs(new.seconds(since: old)) } else { nil }
        title = Self.areTitlesAlike(item.canonicalTitle, other.canonicalTitle, secondsApart: seconds)
        if let new = item.canonicalEnclosure, let old = other.canonicalEnclosure {
            file = new == old
        } else {
            file = nil
        }
        time = seconds.map { $0 < SameEpisode.momentSeconds }
    }

    /// How many of title, file and time are the same.
    var count: Int { [title, file, time].count { $0 == true } }

    /// Whether anything is the same.
    var isAny: Bool { count > 0 }

    /// Whether nothing is the same, so that it is another episode.
    ///
    /// Publishers correct titles and dates, and add files: only where the file is another as well the guid says
    /// nothing.
    var isStranger: Bool { !isAny && file == false }

    /// The same where the title is that of others as well, and says nothing: of news, say.
    var isStrangerButForTitle: Bool { file == false && time == false }

    /// Whether one thing is the same, and the two others are not.
    var isDoubtful: Bool {
        count == 1 && [title, file, time].count { $0 == false } == 2
    }

    /// Whether the titles are equal but for a number in front, or one is part of the other and a change of time zone
    /// explains how far apart the dates are.
    private static func areTitlesAlike(_ new: String, _ old: String, secondsApart: Int64?) -> Bool {
        if new == old { return true }
        guard let (new, old) = CanonicalTitle.withoutNumbers(new, old) else { return false }
        if new == old { return true }
        return secondsApart ?? 0 <= SameEpisode.zoneSeconds && CanonicalTitle.areOneInAnother(new, old)
    }
}
