import PodcastModel

/// The keys of a feed's own settings that have a say in when it is asked.
package enum RefreshOverride {
    /// The feed's own minimum interval: `6h`, `90 min`, `2d` or seconds, up to
    /// ``longestInterval``.
    package static let interval = "interval"
    /// The longest interval a feed may have, in seconds: a year.
    package static let longestInterval: Int64 = 31_536_000

    /// The seconds of an interval as it is written; nil for anything else, and for no time at all.
    static func interval(of text: String) -> Int64? {
        WrittenAmount.seconds(of: text).flatMap { $0 > 0 ? Int64($0) : nil }
    }
}
