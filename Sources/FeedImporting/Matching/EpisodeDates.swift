package import PodcastModel

/// Where an episode stands in time, whatever its publisher wrote (identity C7 37 to 40).
package enum EpisodeDates {
    /// Time zone mistakes are common and up to 14 hours large; what is further
    /// ahead is a typo, a plan, or a trick to stay on top.
    private static let toleranceSeconds: Int64 = 86_400

    /// The time to sort an episode by; where two are equal, the lower position comes first.
    ///
    /// An undated episode stands where it was first seen and stays there; so
    /// does one that was dated more than a day ahead of that. It is worked out
    /// anew when the date is corrected.
    package static func sortedAt(publishedAt: Timestamp?, firstSeenAt: Timestamp) -> Timestamp {
        guard let publishedAt, publishedAt <= firstSeenAt.adding(seconds: toleranceSeconds) else { return firstSeenAt }
        return publishedAt
    }

    /// Whether an episode is dated further ahead than mistakes of time zone explain.
    package static func isFuture(_ publishedAt: Timestamp?, now: Timestamp) -> Bool {
        publishedAt.map { $0 > now.adding(seconds: toleranceSeconds) } ?? false
    }
}
