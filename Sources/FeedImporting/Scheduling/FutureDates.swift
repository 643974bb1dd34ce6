package import Logging
package import Persistence
package import PodcastModel

/// What an earlier process has dated by a clock that was ahead and has been set back since: left as it is, feeds would
/// wait for as long as the clock was ahead (http polling A2 23, A3 39).
package struct FutureDates: Sendable {
    private let persistence: PersistenceManager
    private let earliest: Timestamp?
    private let provisionalDue: @Sendable (RefreshState, Timestamp) -> Timestamp
    private let logger: Logger

    /// Looks at nothing yet.
    ///
    /// - Parameters:
    ///   - persistence: the store, loaded.
    ///   - earliest: a moment that has passed, whatever the clock says; nil if none is known.
    ///   - provisionalDue: when a feed that is being asked is due if nobody ever says what became of it.
    ///   - logger: told how many feeds were mended, and of a clock that cannot be right.
    package init(
        persistence: PersistenceManager,
        earliest: Timestamp?,
        provisionalDue: @escaping @Sendable (RefreshState, Timestamp) -> Timestamp,
        logger: Logger
    ) {
        self.persistence = persistence
        self.earliest = earliest
        self.provisionalDue = provisionalDue
        self.logger = logger
    }

    /// Counts what was asked in the future as asked now, unless it is this clock that is wrong.
    ///
    /// By a clock that is behind all feeds were asked in the future. Mended, they would be asked too early, and hosts
    /// in spite of their pauses, as soon as it is right again.
    ///
    /// - Parameter time: now.
    /// - Throws: `PersistenceError`.
    package func mend(at time: Timestamp) async throws {
        if let earliest, time < earliest {
            logger.warning(
                "the clock is behind",
                metadata: ["now": "\(time.rfc3339)", "at-least": "\(earliest.rfc3339)"]
            )
            return
        }
        let count = try await persistence.newBackgroundContext().save {
            [provisionalDue] unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            try unit.hosts.mendFuturePauses(at: time)
            return try unit.refreshes.mendFutureAttempts(
                at: time,
                longestPause: HostPause.longestSeconds,
                provisionalDue: { provisionalDue($0, time) }
            )
        }
        guard count > 0 else { return }
        logger.notice("feeds were asked by a clock that was ahead", metadata: ["feeds": "\(count)"])
    }
}
