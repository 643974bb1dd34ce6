import Foundation
import struct GRDB.DatabaseError
import class GRDB.DatabaseQueue
import Logging
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

struct StoreBackupTests {
    @Test func copiesAStoreThatIsInUse() async throws {
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"

        async let saves: Void = {
            for number in 100..<120 {
                try await store.context.save { unit throws(PersistenceError) in
                    _ = try unit.episodes.insert(
                        Samples.incoming(number),
                        podcastID: 1,
                        at: TestStore.now,
                        isBacklog: false
                    )
                }
            }
        }()
        try await store.manager.care().backup(toFile: copy)
        try await saves

        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder).filter { $0.hasPrefix("copy") } == [
                "copy.sqlite"
            ]
        )
        var status = stat()
        #expect(stat(copy, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: copy)),
            logger: Logger(label: "test")
        )
        try await manager.loadPersistentStore()
        #expect(try await manager.care().check(isThorough: true).isSound)
        #expect(try await manager.care().statistics().episodes >= 5)
        try await manager.close()
    }

    @Test(arguments: [1, 3, 1_000])
    func aBackupThatIsStoppedLeavesNothingBehind(answers: Int) async throws {
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        let source = try store.manager.care().store.writer
        let asked = Mutex(0)

        #expect(throws: PersistenceError.interrupted) {
            try StoreBackup(source: source, path: copy, pagesPerStep: answers == 1_000 ? -1 : 1) {
                asked.withLock { count in
                    count += 1
                    return count >= answers || answers == 1_000
                }
            }
            .run()
        }

        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        #expect(!left.contains { $0.hasPrefix("copy") })
    }

    @Test func clearsAwayWhatABackupHasLeftThatWasKilled() async throws {
        // Given the beginning of a copy, of which nothing can be read
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        for suffix in ["", "-journal", "-wal"] {
            let path = copy + ".podimport-partial" + suffix
            #expect(FileManager.default.createFile(atPath: path, contents: Data(repeating: 0x5A, count: 300_000)))
        }

        // When
        try await store.manager.care().backup(toFile: copy)

        // Then
        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        #expect(left.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: copy)),
            logger: Logger(label: "test")
        )
        try await manager.loadPersistentStore()
        #expect(try await manager.care().check(isThorough: true).isSound)
        try await manager.close()
    }

    @Test func twoBackupsToTheSameFileDoNotMeet() async throws {
        // Given another process that is at it
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        let other = open(copy + ".podimport-partial", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)

        // When
        let error = await #expect(throws: PersistenceError.self) {
            try await store.manager.care().backup(toFile: copy)
        }
        let isThere = FileManager.default.fileExists(atPath: copy + ".podimport-partial")
        // A program that another test is about to start may still hold the descriptor: closing it would not unlock the file.
        flock(other, LOCK_UN)
        close(other)
        try await store.manager.care().backup(toFile: copy)

        // Then
        #expect(error == .cannotCreate(path: copy, reason: "another backup to it is under way"))
        #expect(isThere)
        #expect(FileManager.default.fileExists(atPath: copy))
    }

    @Test(arguments: [ENOLCK, EOPNOTSUPP])
    func aFileSystemWithoutLocksTakesABackup(answer: Int32) async throws {
        // Given a folder of another machine, on which nothing can be locked
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        let source = try store.manager.care().store.writer

        // When
        try StoreBackup(source: source, path: copy, isCancelled: { false }, lock: { _ in answer }).run()

        // Then
        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        #expect(left.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    }

    @Test func saysThatItIsTheBackupThatCannotBeWritten() throws {
        let backup = StoreBackup(source: try DatabaseQueue(), path: "/nas/copy.sqlite") { false }

        let unwritten = backup.failure(of: DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "not an error"))
        let unread = backup.failure(of: DatabaseError(resultCode: .SQLITE_IOERR_READ, message: "disk I/O error"))

        #expect(unwritten.description(ofStoreAt: "/store.sqlite").contains("the backup /nas/copy.sqlite"))
        #expect(!unwritten.description.contains("not an error"))
        #expect(!unwritten.isStorageFailure)
        #expect(unread == .inputOutput(detail: "disk I/O error, code 266"))
    }

    @Test func neverOverwritesWithABackup() async throws {
        let store = try await TestStore()

        let error = await #expect(throws: PersistenceError.self) {
            try await store.manager.care().backup(toFile: store.path)
        }
        let missing = await #expect(throws: PersistenceError.self) {
            try await store.manager.care().backup(toFile: store.folder + "/none/copy")
        }
        let link = store.folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.folder + "/nowhere")
        let linked = await #expect(throws: PersistenceError.self) {
            try await store.manager.care().backup(toFile: link)
        }

        #expect(error?.shortDescription == "cannot-create")
        #expect(linked?.shortDescription == "cannot-create")
        #expect(missing == .cannotCreate(path: store.folder + "/none/copy", reason: "its folder does not exist"))
    }

    @Test func neverPutsABackupBesideTheLogOfAnEarlierFile() async throws {
        // Given what a process that was killed has left of an earlier copy, which somebody has removed without it
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        for suffix in ["-wal", "-journal"] {
            #expect(FileManager.default.createFile(atPath: copy + suffix, contents: Data("of another".utf8)))

            // When
            let error = await #expect(throws: PersistenceError.self) {
                try await store.manager.care().backup(toFile: copy)
            }

            // Then
            #expect(error?.description.contains("an earlier file of that name has left \(copy)\(suffix)") == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
            #expect(left.filter { $0.hasPrefix("copy") } == ["copy.sqlite" + suffix])
            try FileManager.default.removeItem(atPath: copy + suffix)
        }
        // An empty one says nothing.
        #expect(FileManager.default.createFile(atPath: copy + "-wal", contents: nil))
        try await store.manager.care().backup(toFile: copy)
    }

    @Test func aFileThatAppearsWhileTheCopyIsMadeIsNotOverwritten() async throws {
        // Given somebody who writes a file of that name meanwhile
        let store = try await FilledStore.make(inMemory: false)
        let copy = store.folder + "/copy.sqlite"
        let backup = StoreBackup(source: try DatabaseQueue(path: store.path), path: copy) {
            #expect(FileManager.default.createFile(atPath: copy, contents: Data("mine".utf8)))
            return false
        }

        // When
        let error = #expect(throws: PersistenceError.self) { try backup.run() }

        // Then
        #expect(error?.shortDescription == "cannot-create")
        #expect(FileManager.default.contents(atPath: copy) == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: copy + ".podimport-partial"))
    }
}
