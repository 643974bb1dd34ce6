import PodcastModel

/// The keys of a feed's own settings that have a say in when it is asked.
enum RefreshOverride {
    /// The feed's own minimum interval: `6h`, `90 min`, `2d` or seconds, from ``shortestInterval`` to
    /// ``longestInterval``.
    static let interval = "interval"
    /// The shortest interval a feed may have, in seconds: what `schedule.minimum-interval` may come down to for all.
    ///
    /// A user may be in more of a hurry than is usual (http polling A2 18), not so much that a publisher takes it for
    /// an attack.
    static let shortestInterval: Int64 = 300
    /// The longest interval a feed may have, in seconds: a year.
    static let longestInterval: Int64 = 31_536_000

    static let range = shortestInterval...longestInterval

    /// The seconds of an interval as it is written; nil for anything else, and for no time at all.
    static func interval(of text: String) -> Int64? {
        AmountParser.seconds(of: text).flatMap { $0 > 0 ? Int64($0) : nil }
    }
}
