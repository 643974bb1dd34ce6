import Foundation
import Persistence
import Testing

@testable import ImporterApp

struct OpenStoreTests {
    @Test(arguments: [(true, 10.0), (false, 5)])
    func whoDoesNotWantToWaitWaitsForACommitAllTheSame(waits: Bool, seconds: Double) async throws {
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()

        let patience = try await app.withStore(waits: waits) { $0.configuration.busyTimeoutSeconds }

        #expect(patience == seconds)
        try FileManager.default.removeItem(atPath: folder)
    }
}
