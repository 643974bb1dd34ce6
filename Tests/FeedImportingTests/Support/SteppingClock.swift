import Operations
import PodcastModel

/// A clock that nobody has to wait for: whoever sleeps on it sets it forward.
///
/// It is the monotonic clock and the wall clock of a test in one.
final class SteppingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    static let start = Timestamp(epochSeconds: 1_795_232_700)
    private let offset = Locked(Duration.zero)

    var now: Instant { Instant(offset: offset.withLock(\.self)) }
    var minimumResolution: Duration { .zero }

    /// The wall clock.
    var timestamp: Timestamp { Self.start.adding(seconds: now.offset.components.seconds) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        offset.withLock { $0 = max($0, deadline.offset) }
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        offset.withLock { $0 += duration }
    }
}
