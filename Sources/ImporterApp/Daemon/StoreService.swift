import Persistence
import ServiceLifecycle

/// Has the store open for as long as the other services run: it loads it first
/// and closes it last.
struct StoreService: Service, CustomStringConvertible {
    let load: @Sendable () async throws -> Void
    /// Waits for the store to fail while it is open; nil when the waiting task is cancelled.
    let failure: @Sendable () async -> (any Error)?
    let close: @Sendable () async throws -> Void
    /// Asks systemd to wait for a minute more.
    let askForTime: @Sendable () -> Void
    /// How to wait.
    var pause: Pause = { try await Task.sleep(for: $0) }

    var description: String { "store" }

    func run() async throws {
        // Migrating a large store takes as long as it takes.
        let patience = Task {
            while !Task.isCancelled {
                askForTime()
                do {
                    try await pause(.seconds(20))
                } catch {
                    // The store is loaded, or loading has failed.
                    return
                }
            }
        }
        defer { patience.cancel() }
        do {
            try await cancelWhenGracefulShutdown { try await load() }
        } catch PersistenceError.interrupted {
            // The stop came while another process had the store locked.
            return
        }
        patience.cancel()
        // On a stop and on a cancellation the store is closed; one that has failed is left to the end of the process.
        if let failure = await cancelWhenGracefulShutdown({ await failure() }) { throw failure }
        try await close()
    }
}
