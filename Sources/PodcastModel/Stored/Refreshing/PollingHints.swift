/// What the last document of a feed says about when to ask again.
///
/// A 304 brings no document, so this is remembered from the last one that was
/// read (http polling A2 25 to 29). The values are as published; how far they
/// are believed is the schedule's to say.
package struct PollingHints: Hashable, Sendable {
    /// `<ttl>`, in minutes.
    package var ttlMinutes: Int?
    /// Hours of the day, 0 to 23 GMT, in which the feed is not to be asked.
    package var skipHours: [Int]
    /// English names of the days, in GMT, on which the feed is not to be asked.
    package var skipDays: [String]
    /// `sy:updatePeriod` divided by `sy:updateFrequency`.
    package var updatePeriodSeconds: Int?
    /// Whether no more episodes are to come.
    package var isComplete: Bool
    /// Whether its episodes come in seasons (`itunes:type` serial).
    package var isSerial: Bool
    /// When new episodes are to be expected (podcast:updateFrequency).
    package var updateFrequency: UpdateFrequency?
    /// Whether new episodes are announced by Podping.
    package var usesPodping: Bool

    package init(
        ttlMinutes: Int? = nil,
        skipHours: [Int] = [],
        skipDays: [String] = [],
        updatePeriodSeconds: Int? = nil,
        isComplete: Bool = false,
        isSerial: Bool = false,
        updateFrequency: UpdateFrequency? = nil,
        usesPodping: Bool = false
    ) {
        self.ttlMinutes = ttlMinutes
        self.skipHours = skipHours
        self.skipDays = skipDays
        self.updatePeriodSeconds = updatePeriodSeconds
        self.isComplete = isComplete
        self.isSerial = isSerial
        self.updateFrequency = updateFrequency
        self.usesPodping = usesPodping
    }

    /// What a podcast's document says.
    package init(_ podcast: Podcast) {
        self.init(
            ttlMinutes: podcast.ttlMinutes,
            skipHours: podcast.skipHours,
            skipDays: podcast.skipDays,
            updatePeriodSeconds: podcast.updatePeriodSeconds,
            isComplete: podcast.complete,
            isSerial: podcast.type == .serial,
            updateFrequency: podcast.updateFrequency,
            usesPodping: podcast.podping ?? false
        )
    }
}
