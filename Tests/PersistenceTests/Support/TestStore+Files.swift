import Foundation
import Logging

@testable import Persistence

extension TestStore {
    /// Opens the store at a path that is no test's own.
    static func load(
        _ path: String,
        configure: (inout PersistenceConfiguration) -> Void = { _ in }
    ) async throws(PersistenceError) -> PersistenceManager {
        var configuration = PersistenceConfiguration(location: .file(path: path))
        configure(&configuration)
        let manager = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await manager.loadPersistentStore()
        return manager
    }

    /// A closed store on which some SQL was run last.
    static func closed(after sql: String) async throws -> TestStore {
        let store = try await TestStore()
        try await store.damage(sql)
        try await store.manager.close()
        return store
    }

    /// What is in a file.
    static func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    /// The names of what is in a folder, in order.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
