/// Decides whether the date of an episode is too far ahead to be true (identity C7 39).
package enum EpisodeDates {
    /// How far ahead a date may be.
    ///
    /// Time zone mistakes are common and up to 14 hours large; what is further
    /// ahead is a typo, a plan, or a trick to stay on top.
    package static let toleranceSeconds: Int64 = 86_400

    /// Whether an episode is dated further ahead of a moment than a mistake about the time zone explains.
    package static func isFuture(_ publishedAt: Timestamp?, at moment: Timestamp) -> Bool {
        publishedAt.map { $0 > moment.adding(seconds: toleranceSeconds) } ?? false
    }
}
