import Foundation

/// The time of the loop's current round, so that callbacks need not ask, and when stalled transfers are looked for next.
///
/// Read and set on the loop's thread only.
final class LoopClock: @unchecked Sendable {
    /// Nanoseconds of a clock that never jumps.
    private(set) var now: UInt64 = 0
    /// When to look for stalled transfers next, in the same nanoseconds.
    private(set) var nextIdleCheck = UInt64.max
    private let read: @Sendable () -> UInt64

    /// Makes a clock.
    ///
    /// - Parameter read: the time in nanoseconds; never less than before.
    init(read: @escaping @Sendable () -> UInt64 = LoopClock.monotonic) {
        self.read = read
    }

    /// Looks at the clock, for another round.
    func advance() {
        now = read()
    }

    /// The system's time since some moment that stays the same while it runs.
    static func monotonic() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Sees to it that stalled transfers are looked for at that time at the latest.
    func checkIdleness(by deadline: UInt64) {
        nextIdleCheck = min(nextIdleCheck, deadline)
    }

    /// Begins to look for them: whatever is found not to have stalled says anew when to look.
    func beginIdleCheck() {
        nextIdleCheck = .max
    }
}
