import Persistence
import PodcastModel

/// A test bed that has a store.
protocol StoreTestBed: Sendable {
    var persistence: PersistenceManager { get }
}

extension StoreTestBed {
    /// Reads from the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        try await persistence.mainContext().perform(body)
    }

    /// Follows feeds that nothing is known of yet.
    func follow(_ urls: [String], at now: Timestamp) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for url in urls { _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: now) }
        }
    }
}
