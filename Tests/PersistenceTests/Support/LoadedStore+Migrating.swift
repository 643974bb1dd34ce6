import GRDB

@testable import Persistence

extension LoadedStore {
    /// Brings the open database to the schema of a migrator, as a newer program does.
    ///
    /// - Throws: an error of the store.
    func migrate(with migrator: SchemaMigrator) throws {
        try translatingErrors { try writer.writeWithoutTransaction { try migrator.migrate($0) } }
    }
}
