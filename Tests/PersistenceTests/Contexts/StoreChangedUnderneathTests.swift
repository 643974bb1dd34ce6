import Foundation
import Testing

@testable import Persistence

/// What a store that is open does when its file is replaced, or migrated by a newer program.
struct StoreChangedUnderneathTests {
    @Test(arguments: [false, true])
    func writesNothingToAFileThatIsNoLongerInItsPlace(isReplaced: Bool) async throws {
        // Given a store that somebody deletes, or puts a backup in the place of
        let store = try await TestStore()
        try await store.add()
        try await store.manager.care().backup(toFile: store.folder + "/backup.sqlite")
        let files = FileManager.default
        for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: store.path + suffix) }
        if isReplaced { try files.moveItem(atPath: store.folder + "/backup.sqlite", toPath: store.path) }
        let bytes = files.contents(atPath: store.path)

        // When, then
        await #expect(throws: PersistenceError.displaced) {
            try await store.add(feedURL: "https://example.com/second.xml")
        }

        // And what is there now is left as it is, by the end too
        try await store.manager.close()
        #expect(files.contents(atPath: store.path) == bytes)
    }

    @Test func writesNothingToAStoreThatANewerProgramHasMigrated() async throws {
        // Given a store that is open, and a migration that this program does not know
        let store = try await TestStore()
        try await store.add()
        let known = SchemaMigrator.currentVersion
        let step = SchemaMigration(version: known + 1, sql: "CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT")
        try store.manager.care().store.migrate(with: SchemaMigrator(migrations: SchemaMigration.all + [step]))

        // When, then
        let error = PersistenceError.outgrown(found: known + 1, known: known)
        await #expect(throws: error) { try await store.add(feedURL: "https://example.com/second.xml") }
        #expect(store.manager.state == .failed(error))
        #expect(throws: error) { try store.manager.mainContext() }

        // And it is of no use from then on
        await #expect(throws: PersistenceError.newerSchema(found: known + 1, known: known)) {
            try await store.manager.loadPersistentStore()
        }
    }
}
