import Foundation
import Testing

@testable import ImporterApp
@testable import Persistence

struct OpenStoreTests {
    @Test(arguments: [(true, 10.0), (false, 5)])
    func whoDoesNotWantToWaitWaitsForACommitAllTheSame(waits: Bool, seconds: Double) async throws {
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()

        let patience = try await app.withStore(.making, waits: waits) { $0.configuration.busyTimeoutSeconds }

        #expect(patience == seconds)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func saysInTheSystemsWordsWhyThereCanBeNoFolderForTheStore() throws {
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()

        let error = #expect(throws: ImporterAppError.self) { try app.makeFolder(of: "/dev/null/folder/store.sqlite") }

        #expect(error?.kind == .cannotCreateStore)
        #expect(error?.message.contains("cannot be made (Not a directory);") == true, "\(error?.message ?? "no error")")
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func makesNoFolderThatALinkInTheDefaultFolderLeadsTo() async throws {
        // Given a store on a disk that is not there
        let folder = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder + "/podimport", withIntermediateDirectories: true)
        #expect(symlink(folder + "/disk/store.sqlite", folder + "/podimport/podimport.sqlite") == 0)
        let sources = SettingsSources(
            commandLine: [:],
            environment: ["XDG_DATA_HOME": folder],
            file: nil,
            currentDirectory: folder
        )
        let app = ImporterApp(settings: try ImporterSettings(sources))

        // When
        let error = await #expect(throws: ImporterAppError.self) { try await app.withStore(.making) { _ in } }

        // Then
        #expect(error?.kind == .cannotCreateStore)
        #expect(error?.message.contains("the folder \(folder)/disk") == true, "\(error?.message ?? "no error")")
        #expect(!FileManager.default.fileExists(atPath: folder + "/disk"))
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test(arguments: [false, true])
    func theFirstErrorIsReportedIfTheStoreCannotBeClosedEither(failsBefore: Bool) async throws {
        // Given a statement that is in use, so that the store cannot be closed
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        let used = UsedStatement()

        // When
        let error = await #expect(throws: ImporterAppError.self) {
            try await app.withStore(.making) { persistence in
                try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    used.writer = try unit.writer(.knownAnswer)
                }
                if failsBefore { throw ImporterAppError(.notFound, "first") }
            }
        }

        // Then
        #expect((error?.kind == .notFound) == failsBefore)
        used.writer = nil
        try FileManager.default.removeItem(atPath: folder)
    }
}

/// Keeps a statement from being finalized; set by the writer alone, and read by nobody.
private final class UsedStatement: @unchecked Sendable {
    var writer: RowWriter?
}
