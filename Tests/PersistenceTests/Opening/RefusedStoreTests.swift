import Foundation
import class GRDB.DatabaseQueue
import Testing

@testable import Persistence

/// What cannot be opened as a store is left as it is, and the error says why.
struct RefusedStoreTests {
    private let newer = PersistenceError.newerSchema(found: 99, known: SchemaMigrator.currentVersion)

    @Test(arguments: ["hello", "SQLite format 3\0 but not for long", String(repeating: "x", count: 5_000)])
    func leavesAFileThatIsNoDatabaseAsItIs(content: String) async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/notes.txt"
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))

        await #expect(throws: PersistenceError.foreignFile(path: path, detail: "no SQLite database")) {
            try await TestStore.load(path)
        }

        #expect(TestStore.bytes(path) == Data(content.utf8))
        #expect(try TestStore.names(in: folder) == ["notes.txt"])
    }

    @Test func leavesTheDatabaseOfAnotherProgramAsItIs() async throws {
        let store = try await TestStore.closed(after: "PRAGMA application_id = 0")
        let before = TestStore.bytes(store.path)

        await #expect(throws: PersistenceError.foreignFile(path: store.path, detail: "a database of another program")) {
            try await TestStore.load(store.path)
        }

        #expect(TestStore.bytes(store.path) == before)
        #expect(try TestStore.names(in: store.folder) == ["store.sqlite"])
    }

    @Test func leavesANewerStoreAsItIs() async throws {
        let store = try await TestStore.closed(after: "PRAGMA user_version = 99")
        let before = TestStore.bytes(store.path)

        await #expect(throws: newer) {
            try await TestStore.load(store.path)
        }

        #expect(TestStore.bytes(store.path) == before)
        #expect(try TestStore.names(in: store.folder) == ["store.sqlite"])
    }

    @Test func leavesAStoreAsItIsThatIsNewerOnlyInItsLog() async throws {
        let store = try await TestStore()
        try await store.damage("PRAGMA user_version = 99")
        let copy = TestStore.newFolder()
        defer { TestStore.remove(copy) }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy + "/s" + suffix)
        }
        let before = [TestStore.bytes(copy + "/s"), TestStore.bytes(copy + "/s-wal")]

        await #expect(throws: newer) {
            try await TestStore.load(copy + "/s")
        }

        #expect([TestStore.bytes(copy + "/s"), TestStore.bytes(copy + "/s-wal")] == before)
    }

    @Test func findsADamagedFileDamaged() async throws {
        let store = try await TestStore.closed(after: "SELECT 1")
        var content = try #require(TestStore.bytes(store.path))
        content.replaceSubrange(100..<4_096, with: [UInt8](repeating: 0xA5, count: 3_996))
        try content.write(to: URL(fileURLWithPath: store.path))

        let error = await #expect(throws: PersistenceError.self) { try await TestStore.load(store.path) }

        #expect(error?.shortDescription == "corrupt")
    }

    @Test func refusesAPipeAndDoesNotWaitForWhatComesThrough() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/s"
        #expect(mkfifo(path, 0o600) == 0)

        await #expect(throws: PersistenceError.cannotCreate(path: path, reason: "it is not a regular file")) {
            try await TestStore.load(path)
        }
    }

    @Test func refusesAFolder() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }

        await #expect(throws: PersistenceError.cannotCreate(path: folder, reason: "it is not a regular file")) {
            try await TestStore.load(folder)
        }
    }

    @Test func saysWhichFolderIsMissing() async throws {
        await #expect(throws: PersistenceError.missingFolder(path: "/nowhere/podimport")) {
            try await TestStore.load("/nowhere/podimport/store.sqlite")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func saysThatPermissionIsMissing() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        #expect(chmod(folder, 0o500) == 0)

        await #expect(throws: PersistenceError.noPermission(path: folder + "/s")) {
            try await TestStore.load(folder + "/s")
        }
    }

    @Test func aDiskThatIsFullWhenTheStoreIsOpenedIsSaidToBe() {
        // SQLITE_IOERR_SHMSIZE
        #expect(PersistenceError(code: 4874, message: "disk I/O error", sql: nil) == .full)
        // SQLITE_IOERR_READ
        #expect(PersistenceError(code: 266, message: "m", sql: nil) == .inputOutput(detail: "m, code 266"))
    }

    @Test func aQuotaThatIsUsedUpIsAFullDiskAndOtherErrorsOfTheSystemAreNamed() {
        // SQLITE_IOERR_WRITE
        let error = PersistenceError(code: 778, message: "m", sql: nil)

        #expect(error.explained(by: EDQUOT) == .full)
        #expect(error.explained(by: EFBIG) == .inputOutput(detail: "m, code 778: File too large"))
        #expect(error.explained(by: 0) == error)
        #expect(PersistenceError.busy.explained(by: EDQUOT) == .busy)
    }

    // SQLITE_IOERR_FSYNC and _TRUNCATE; _READ, _SHORT_READ and _LOCK
    @Test(arguments: [(1034, true), (1546, true), (266, false), (522, false), (3850, false)] as [(Int32, Bool)])
    func theNumberThatAWriteHasLeftWithTheFileExplainsNothingElse(code: Int32, isOfAWrite: Bool) {
        let error = PersistenceError(code: code, message: "m", sql: nil)

        #expect(error.explained(by: EDQUOT) == (isOfAWrite ? .full : error))
        #expect(PersistenceError.inputOutput(detail: "m").explained(by: EDQUOT) == .inputOutput(detail: "m"))
    }

    @Test func aDiskThatIsFoundFullOnlyWhenItIsSyncedIsFull() {
        // SQLITE_IOERR_FSYNC
        let error = PersistenceError(code: 1034, message: "m", sql: nil)

        #expect(error.explained(by: ENOSPC) == .full)
    }

    @Test func tellsALockOfAnotherFromOneThatNobodyCanHave() async throws {
        // Given a store that somebody keeps locked
        let store = try await TestStore.closed(after: "SELECT 1")
        let other = try DatabaseQueue(path: store.path)
        try await other.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        }
        var configuration = PersistenceConfiguration(location: .file(path: store.path))
        configuration.busyTimeoutSeconds = 0.01

        // When
        let locked = #expect(throws: PersistenceError.self) {
            try StoreOpener(configuration: configuration).open()
        }
        let lockless = #expect(throws: PersistenceError.self) {
            try StoreOpener(configuration: configuration, keepsLocks: { _ in false }).open()
        }

        // Then
        #expect(locked == .busy)
        #expect(lockless?.shortDescription == "cannot-create")
        #expect(lockless?.description.contains("its file system keeps no locks") == true)
        try other.close()
    }

    @Test func aDiskOnWhichNoFileCanBeMadeIsFullAndItsStoreIsReadAsItIs() async throws {
        // Given a store beside which SQLite cannot make the file that connections share
        let store = try await TestStore.closed(after: "SELECT 1")
        try FileManager.default.createSymbolicLink(atPath: store.path + "-shm", withDestinationPath: "/nowhere/shm")
        var configuration = PersistenceConfiguration(location: .file(path: store.path))
        let unexplained = #expect(throws: PersistenceError.self) {
            try StoreOpener(configuration: configuration).open()
        }

        // When, as the system says, that is because the disk has no number left for it
        let full = #expect(throws: PersistenceError.self) {
            try StoreOpener(configuration: configuration, obstacle: { _ in .full }).open()
        }
        configuration.isReadOnly = true
        let reader = try StoreOpener(configuration: configuration, obstacle: { _ in .full }).open()

        // Then
        #expect(unexplained?.shortDescription == "cannot-create")
        #expect(full == .full)
        #expect(try await reader.read { try SchemaMigrator.version(of: $0) } == SchemaMigrator.currentVersion)
        try reader.close()
    }

    @Test func asksTheSystemWhatKeepsFilesFromBeingMadeAndLeavesNone() throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }

        #expect(StoreFile(path: folder + "/s").obstacle == nil)
        #expect(StoreFile(path: folder + "/none/s").obstacle == .missingFolder(path: folder + "/none"))
        #expect(try TestStore.names(in: folder).isEmpty)
    }

    @Test func createsNothingWhenItMayOnlyRead() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }

        let error = await #expect(throws: PersistenceError.self) {
            try await TestStore.load(folder + "/s") { $0.isReadOnly = true }
        }

        #expect(error?.shortDescription == "cannot-create")
        #expect(try TestStore.names(in: folder).isEmpty)
    }
}
