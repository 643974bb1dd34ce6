import Logging
import Operations
import Persistence
import PodcastModel

/// What happens before the first feed, and when the wall clock is set.
extension RefreshScheduler {
    /// Moves the due times along if the wall clock was set.
    ///
    /// Due times are wall-clock times, so that they survive a restart. When the
    /// clock is set, what this process has asked so far would be asked again
    /// too early or too late: its dates are moved along (http polling A2 23),
    /// and the pauses of hosts that have asked for one (A3 39).
    func adjustToClock() async throws {
        let (time, elapsed) = (now(), clock.elapsed)
        let isFirst = state.withLock { !$0.hasStarted }
        var clockCheck = state.withLock(\.clockCheck)
        let shift = clockCheck.shift(now: time, elapsed: elapsed)
        if isFirst { try await start(at: time) }
        guard let shift else {
            state.withLock { [clockCheck] in $0.clockCheck = clockCheck }
            return
        }
        let context = try persistence.newBackgroundContext()
        let count = try await context.save { unit throws(PersistenceError) in
            let dates = ShiftedDates(
                first: shift.first,
                last: shift.last,
                seconds: shift.seconds,
                uncertain: (shift.uncertainSince, time)
            )
            try unit.hosts.shiftPauses(dates)
            return try unit.refreshes.shiftAttempts(dates)
        }
        state.withLock { [clockCheck] state in
            // Only now: a store that fails until here is tried again, and the shift is seen again then.
            state.clockCheck = clockCheck
            state.hasStarted = false
        }
        // Those that were put off without having been asked bear no date of their own.
        try await start(at: time)
        logger.notice(
            "the clock was set; due times were moved along",
            metadata: ["seconds": "\(shift.seconds)", "feeds": "\(count)"]
        )
        // The leases were dated by the old time.
        try await renewLeases()
    }

    private func mendFutureDates(at time: Timestamp) async throws {
        let dates = FutureDates(
            persistence: persistence,
            earliest: configuration.earliestTime,
            provisionalDue: configuration.provisionalDue,
            logger: logger
        )
        try await dates.mend(at: time)
    }

    /// Finds the pace, and mends what an earlier process dated by a clock that
    /// was ahead.
    private func start(at time: Timestamp) async throws {
        try await mendFutureDates(at: time)
        let count = try await persistence.newBackgroundContext().perform { unit throws(PersistenceError) in
            try unit.refreshes.scheduledCount()
        }
        state.withLock { state in
            state.bucket.rate = state.feedsPerSecond ?? TokenBucket.defaultRate(feedCount: count)
            state.hasStarted = true
        }
    }
}
