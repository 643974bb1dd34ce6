/// Bounds how fast due feeds are handed out: so many a second, and no more
/// than a second's worth at once.
///
/// Feeds fall due spread over time; only a suspended machine, a clock that was
/// set or a service that was down makes many due at one moment, and then neither
/// the hosts nor our own network may get them all at once (http polling A2 24).
struct TokenBucket: Sendable {
    /// Feeds a second.
    var rate: Double {
        didSet { rate = max(rate, 0.01) }
    }
    private var tokens: Double
    private var filledAt: Duration

    /// Makes a full bucket.
    init(rate: Double, at elapsed: Duration) {
        self.rate = max(rate, 0.01)
        tokens = max(1, rate)
        filledAt = elapsed
    }

    /// How many feeds may be handed out now.
    mutating func available(at elapsed: Duration) -> Int {
        let seconds = max(0, (elapsed - filledAt).inSeconds)
        tokens = min(max(1, rate), tokens + seconds * rate)
        filledAt = elapsed
        // Sums of fractions fall short of a whole by the last bit.
        return Int(tokens + 1e-6)
    }

    /// Counts feeds that were handed out.
    mutating func take(_ count: Int) {
        tokens -= Double(count)
    }

    /// When there is room for a feed again.
    func nextTime(at elapsed: Duration) -> Duration {
        elapsed + .seconds(max(0, 1 - tokens) / rate)
    }

    /// The rate for so many feeds, unless the operator has chosen one: a
    /// backlog of all of them takes a quarter of an hour, and small stores are
    /// not held up by it.
    static func defaultRate(feedCount: Int) -> Double {
        max(50, Double(feedCount) / 900)
    }
}
