import PodcastModel

/// Spreads feeds over time, the same way each time it is asked: by the feed's
/// number and the moment of the attempt, never by chance (http polling A2 24).
struct Spread {
    private let seed: UInt64

    /// The spread of one feed.
    init(feed: Int64) {
        seed = Spread.mixed(UInt64(bitPattern: feed))
    }

    /// The feed's own place in an interval, from 0 to less than its length.
    func offset(in interval: Int64) -> Int64 {
        Spread.place(seed, in: interval)
    }

    /// A place in an interval that is another one at each attempt.
    func offset(in interval: Int64, at now: Timestamp) -> Int64 {
        Spread.place(Spread.mixed(seed ^ UInt64(bitPattern: now.epochSeconds)), in: interval)
    }

    /// A part of a wait: from nothing to so many percent of it.
    func share(of wait: Int64, percent: Int64, at now: Timestamp) -> Int64 {
        offset(in: wait / 100 * percent + wait % 100 * percent / 100 + 1, at: now)
    }

    private static func place(_ value: UInt64, in interval: Int64) -> Int64 {
        guard interval > 1 else { return 0 }
        return Int64(value.multipliedFullWidth(by: UInt64(interval)).high)
    }

    /// The finaliser of SplitMix64: neighbouring numbers come out far apart.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
