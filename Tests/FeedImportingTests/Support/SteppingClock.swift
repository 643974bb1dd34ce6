import Operations
import PodcastModel

/// A clock that nobody has to wait for: whoever sleeps on it sets it forward.
///
/// It is the monotonic clock of a test, and its wall clock, which can be set.
final class SteppingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    static let start = Timestamp(epochSeconds: 1_795_232_700)
    private let offset = Locked(Duration.zero)
    private let wallOffset = Locked<Int64>(0)
    /// Told by how much somebody has set it forward by sleeping.
    private let onSleep: @Sendable (Duration) -> Void

    init(onSleep: @escaping @Sendable (Duration) -> Void = { _ in }) {
        self.onSleep = onSleep
    }

    var now: Instant { Instant(offset: offset.withLock(\.self)) }
    var minimumResolution: Duration { .zero }

    /// The wall clock.
    var timestamp: Timestamp { trueTime.adding(seconds: wallOffset.withLock(\.self)) }

    /// What the wall clock would say had nobody set it.
    var trueTime: Timestamp { Self.start.adding(seconds: now.offset.components.seconds) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let length = offset.withLock { offset in
            defer { offset = max(offset, deadline.offset) }
            return deadline.offset - offset
        }
        onSleep(length)
    }

    /// Sets the wall clock, forward or back.
    func set(by seconds: Int64) {
        wallOffset.withLock { $0 += seconds }
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        offset.withLock { $0 += duration }
    }
}
