import Persistence
package import PodcastModel

extension ImporterApp {
    /// Checks that the store is sound.
    package func checkStore() async throws(ImporterAppError) -> StoreCheckReport {
        try await withStore(mustExist: true, reads: true) { persistence in try await persistence.care().check() }
    }

    /// How much the store holds.
    package func storeStatistics() async throws(ImporterAppError) -> StoreStatistics {
        try await withStore(mustExist: true, reads: true) { persistence in try await persistence.care().statistics() }
    }
}
