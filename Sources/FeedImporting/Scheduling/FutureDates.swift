package import Logging
package import Persistence
package import PodcastModel

/// What an earlier process has dated by a clock that was ahead and has been set back since: left as it is, feeds would
/// wait for as long as the clock was ahead (http polling A2 23, A3 39).
package struct FutureDates: Sendable {
    private let persistence: PersistenceManager
    private let logger: Logger

    /// Looks at nothing yet.
    ///
    /// - Parameters:
    ///   - persistence: the store, loaded.
    ///   - logger: told how many feeds were mended.
    package init(persistence: PersistenceManager, logger: Logger) {
        self.persistence = persistence
        self.logger = logger
    }

    /// Counts what was asked in the future as asked now.
    ///
    /// - Parameter time: now.
    /// - Throws: `PersistenceError`.
    package func mend(at time: Timestamp) async throws {
        let count = try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            try unit.hosts.mendFuturePauses(at: time)
            return try unit.subscriptions.mendFutureAttempts(at: time, longestPause: HostPause.longestSeconds)
        }
        guard count > 0 else { return }
        logger.notice("feeds were asked by a clock that was ahead", metadata: ["feeds": "\(count)"])
    }
}
