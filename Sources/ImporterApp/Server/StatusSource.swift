import Persistence
import PodcastModel

/// What the status server has to tell.
struct StatusSource: Sendable {
    let persistence: PersistenceManager
    /// The program with the settings that hold now.
    let app: @Sendable () -> ImporterApp
    let status: @Sendable () -> DaemonStatus
    /// What was recorded while feeds were refreshed.
    let metrics: CollectedMetrics
    /// Whether feeds come to an end and nothing hangs.
    let isAlive: @Sendable () -> Bool
    let now: @Sendable () -> Timestamp

    /// Reads from the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        try await persistence.mainContext().perform(body)
    }

    /// Writes to the store.
    func save<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        try await persistence.newBackgroundContext().save(body)
    }
}
