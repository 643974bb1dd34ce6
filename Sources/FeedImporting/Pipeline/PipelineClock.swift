/// The clock that the pipeline waits on: a wait is a suspension, no thread is
/// held.
///
/// It only measures; what is written into the store is dated by the wall clock.
package struct PipelineClock: Sendable {
    private let reading: @Sendable () -> Duration
    private let wakeReading: @Sendable () -> Duration
    private let suspension: @Sendable (Duration) async throws -> Void

    /// Makes a clock that starts at zero now, of a machine that is never suspended.
    package init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
        self.init(clock, awake: clock)
    }

    /// Makes a clock that starts at zero now.
    ///
    /// - Parameters:
    ///   - clock: goes on while the machine is suspended; waits are counted by it.
    ///   - awake: stands still then.
    package init<Source: Clock, Awake: Clock>(
        _ clock: Source,
        awake: Awake
    ) where Source.Duration == Duration, Awake.Duration == Duration {
        let start = clock.now
        reading = { start.duration(to: clock.now) }
        let wakeStart = awake.now
        wakeReading = { wakeStart.duration(to: awake.now) }
        suspension = { elapsed in try await clock.sleep(until: start.advanced(by: elapsed), tolerance: nil) }
    }

    /// How long the clock has run.
    var elapsed: Duration { reading() }

    /// How long of that the machine has been awake.
    var awake: Duration { wakeReading() }

    /// Suspends the task until the clock has run so long.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    func sleep(until elapsed: Duration) async throws {
        try await suspension(elapsed)
    }
}
