import Foundation
import ImporterApp

extension ImporterApp {
    /// A program with a store of its own, and the folder to remove.
    static func withStoreOfItsOwn() throws -> (app: ImporterApp, folder: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let sources = SettingsSources(
            commandLine: ["store": folder + "/store.sqlite"],
            environment: [:],
            file: nil,
            currentDirectory: folder
        )
        return (ImporterApp(settings: try ImporterSettings(sources)), folder)
    }
}
