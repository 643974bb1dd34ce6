import Logging
import Persistence
import ServiceLifecycle

/// Gives systemd a sign of life, as long as feeds are really refreshed and the
/// store really answers.
///
/// A service that hangs gives none, and systemd starts it again.
struct WatchdogService: Service, CustomStringConvertible {
    /// How often a sign is wanted; nil if none is.
    let interval: Duration?
    /// Whether feeds come to an end.
    let isProgressing: @Sendable () -> Bool
    /// Asks the store, and waits for its answer; returns at once before it is
    /// loaded, which takes as long as it takes.
    let askStore: @Sendable () async throws -> Void
    let giveSign: @Sendable () -> Void
    let logger: Logger
    /// How to wait.
    var pause: Pause = { try await Task.sleep(for: $0) }

    var description: String { "watchdog" }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await self.feed() }
        } catch is CancellationError {
            // The service stops.
        }
    }

    private func feed() async throws {
        guard let interval else {
            try await gracefulShutdown()
            return
        }
        while true {
            if await isWell() { giveSign() }
            // Twice as often as is asked for, as sd_watchdog_enabled(3) advises.
            try await pause(interval / 2)
        }
    }

    private func isWell() async -> Bool {
        guard isProgressing() else {
            logger.critical("no feed has come to an end for long; the watchdog is not fed")
            return false
        }
        do {
            try await askStore()
        } catch {
            // A store that answers with an error answers; the scheduler tries again.
            logger.warning("the store does not answer", metadata: ["error": "\(error)"])
        }
        return true
    }
}
