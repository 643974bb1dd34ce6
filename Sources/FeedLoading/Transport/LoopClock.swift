import Foundation

/// The time of the loop's current round, so that callbacks need not ask.
///
/// Read and set on the loop's thread only.
final class LoopClock: @unchecked Sendable {
    /// Nanoseconds of a clock that never jumps.
    private(set) var now: UInt64 = 0
    /// When to look for stalled transfers next.
    var nextIdleCheck = UInt64.max

    /// Looks at the clock, for another round.
    func advance() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
