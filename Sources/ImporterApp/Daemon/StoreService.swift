import FeedImporting
import Logging
import Persistence
import ServiceLifecycle

/// Has the store open for as long as the other services run: it loads it first
/// and closes it last.
struct StoreService: Service, CustomStringConvertible {
    let persistence: PersistenceManager
    let notifier: SystemdNotifier

    var description: String { "store" }

    func run() async throws {
        // Migrating a large store takes as long as it takes.
        let patience = Task {
            while !Task.isCancelled {
                notifier.send(.extendTimeout(seconds: 60))
                do {
                    try await Task.sleep(for: .seconds(20))
                } catch {
                    // The store is loaded, or loading has failed.
                    return
                }
            }
        }
        defer { patience.cancel() }
        try await persistence.loadPersistentStore()
        patience.cancel()
        do {
            try await gracefulShutdown()
        } catch {
            // Cancelled: the store is closed all the same.
        }
        try await persistence.close()
    }
}
