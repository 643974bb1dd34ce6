import PodcastModel

/// Notices when the wall clock is set, by comparing it with the monotonic
/// clock, which cannot be set.
struct ClockCheck: Sendable {
    /// A clock that was set, and which dates it gave before.
    struct Shift: Hashable, Sendable {
        /// The first moment of the old time, and its last.
        let first: Timestamp
        let last: Timestamp
        /// How far the clock was set; negative for back.
        let seconds: Int64
        /// Dates since this moment may be of the new time already.
        let uncertainSince: Timestamp
    }

    private let tolerance: Int64
    /// Since when dates come from this clock.
    private var start: Timestamp
    private var last: (now: Timestamp, elapsed: Duration)

    /// Begins to watch.
    init(now: Timestamp, elapsed: Duration, tolerance: Int64) {
        start = now
        last = (now, elapsed)
        self.tolerance = tolerance
    }

    /// Compares the clocks; nil if they agree, or differ so little that it does
    /// not matter.
    mutating func shift(now: Timestamp, elapsed: Duration) -> Shift? {
        let gap = (elapsed - last.elapsed).components.seconds
        let expected = last.now.adding(seconds: gap)
        last = (now, elapsed)
        let seconds = now.seconds(since: expected)
        guard abs(seconds) >= tolerance else { return nil }
        let first = start
        // What was dated so far is moved along, and may have to be moved again.
        start = start.adding(seconds: seconds)
        return Shift(first: first, last: expected, seconds: seconds, uncertainSince: now.adding(seconds: -gap))
    }
}
