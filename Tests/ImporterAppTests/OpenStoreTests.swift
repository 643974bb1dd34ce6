import Foundation
import Persistence
import Testing

@testable import ImporterApp

struct OpenStoreTests {
    @Test(arguments: [(true, 10.0), (false, 5)])
    func whoDoesNotWantToWaitWaitsForACommitAllTheSame(waits: Bool, seconds: Double) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let sources = SettingsSources(
            commandLine: ["store": folder + "/store.sqlite"],
            environment: [:],
            file: nil,
            currentDirectory: folder
        )
        let app = ImporterApp(settings: try ImporterSettings(sources))

        let patience = try await app.withStore(waits: waits) { $0.configuration.busyTimeoutSeconds }

        #expect(patience == seconds)
        try FileManager.default.removeItem(atPath: folder)
    }
}
