import Foundation

/// How the writing connection has spent its time so far.
package struct WriterUse: Hashable, Sendable {
    /// How long transactions were open, their commits and waits for the disk included.
    package var busy = Duration.zero
    /// The processor time of it.
    package var processor = Duration.zero
    /// How many transactions there were.
    package var transactions = 0

    /// Adds a transaction that ends now.
    ///
    /// - Parameter start: when it began, on the same thread.
    mutating func add(since start: WriterMoment) {
        let end = WriterMoment()
        busy += end.time - start.time
        processor += end.processor - start.processor
        transactions += 1
    }
}

/// A moment of the writing connection's work, on two clocks.
struct WriterMoment {
    /// Of a clock that only goes forwards.
    let time = Self.read(CLOCK_MONOTONIC)
    /// The processor time of this thread.
    let processor = Self.read(CLOCK_THREAD_CPUTIME_ID)

    private static func read(_ clock: clockid_t) -> Duration {
        var moment = timespec()
        clock_gettime(clock, &moment)
        return .seconds(moment.tv_sec) + .nanoseconds(moment.tv_nsec)
    }
}
