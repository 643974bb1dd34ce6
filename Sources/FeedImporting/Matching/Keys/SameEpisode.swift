import PodcastModel

/// How near is near enough.
enum SameEpisode {
    /// Two items published less than this apart may be one episode published
    /// twice; hourly news is not.
    static let momentSeconds: Int64 = 3600

    /// The largest mistake that time zones explain.
    static let zoneSeconds: Int64 = 14 * 3600
}

extension Timestamp {
    /// Whether two items of these dates may be one episode published twice.
    func isSameMoment(as other: Timestamp) -> Bool { abs(seconds(since: other)) < SameEpisode.momentSeconds }
}
