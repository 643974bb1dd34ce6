import PodcastModel

/// Decides whether the date of an episode is too far ahead to be true (identity C7 39).
enum EpisodeDates {
    /// Time zone mistakes are common and up to 14 hours large; what is further
    /// ahead is a typo, a plan, or a trick to stay on top.
    private static let toleranceSeconds: Int64 = 86_400

    /// Whether an episode is dated further ahead than a mistake about the time zone explains.
    static func isFuture(_ publishedAt: Timestamp?, now: Timestamp) -> Bool {
        publishedAt.map { $0 > now.adding(seconds: toleranceSeconds) } ?? false
    }
}
