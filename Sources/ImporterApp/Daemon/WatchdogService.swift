import FeedImporting
import Logging
import Persistence
import ServiceLifecycle

/// Gives systemd a sign of life, as long as feeds are really refreshed and the
/// store really answers.
///
/// A service that hangs gives none, and systemd starts it again.
struct WatchdogService: Service, CustomStringConvertible {
    let notifier: SystemdNotifier
    let persistence: PersistenceManager
    let scheduler: RefreshScheduler
    let logger: Logger

    var description: String { "watchdog" }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await self.feed() }
        } catch is CancellationError {
            // The service stops.
        }
    }

    private func feed() async throws {
        guard let interval = notifier.watchdogInterval else {
            try await gracefulShutdown()
            return
        }
        while true {
            if await isWell() { notifier.send(.watchdog) }
            // Twice as often as is asked for, as sd_watchdog_enabled(3) advises.
            try await Task.sleep(for: interval / 2)
        }
    }

    private func isWell() async -> Bool {
        guard persistence.state == .loaded else { return true }
        guard scheduler.figures.isAlive(at: scheduler.elapsed) else {
            logger.critical("no feed has come to an end for long; the watchdog is not fed")
            return false
        }
        do {
            _ = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.subscriptions.nextDueDate()
            }
        } catch {
            // A store that answers with an error answers; the scheduler tries again.
            logger.warning("the store does not answer", metadata: ["error": "\(error)"])
        }
        return true
    }
}
