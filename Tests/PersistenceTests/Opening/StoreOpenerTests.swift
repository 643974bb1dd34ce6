import Foundation
import struct GRDB.Configuration
import class GRDB.DatabaseQueue
import Logging
import PodcastModel
import Testing

@testable import Persistence

/// Stores that are created and opened, and what a crash, a full disk and other processes do to them.
struct StoreOpenerTests {
    // MARK: - Creating

    @Test func makesFilesThatOnlyTheirOwnerCanRead() async throws {
        let store = try await TestStore()
        try await store.add()

        for suffix in ["", "-wal", "-shm"] {
            var status = stat()
            #expect(stat(store.path + suffix, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(suffix)")
        }
    }

    @Test func setsTheConnectionUpAsPromised() async throws {
        let store = try await TestStore()

        let settings = try await store.context.save { unit throws(PersistenceError) in
            var settings: [String] = []
            for name in [
                "journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "busy_timeout", "application_id",
                "user_version", "page_size",
            ] {
                let value = try unit.fetchOne("PRAGMA \(name)") { row in row.text() ?? "" }
                settings.append("\(name)=\(value ?? "")")
            }
            return settings
        }

        #expect(
            settings == [
                "journal_mode=wal", "synchronous=2", "foreign_keys=1", "wal_autocheckpoint=4000",
                "busy_timeout=10000", "application_id=1886348393", "user_version=6", "page_size=16384",
            ]
        )
    }

    @Test func createsAStoreInAnEmptyFile() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        #expect(FileManager.default.createFile(atPath: folder + "/s", contents: nil))
        #expect(chmod(folder + "/s", 0o644) == 0)

        let manager = try await TestStore.load(folder + "/s")

        #expect(manager.state == .loaded)
        // Passwords will be in it.
        var status = stat()
        #expect(stat(folder + "/s", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func createsAStoreWhereALinkLeadsThatLeadsToNothingYet() async throws {
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/s", withDestinationPath: folder + "/disk")

        let manager = try await TestStore.load(folder + "/s")

        #expect(manager.state == .loaded)
        // Passwords will be in it, wherever it is.
        for suffix in ["", "-wal", "-shm"] {
            var status = stat()
            #expect(stat(folder + "/disk" + suffix, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(suffix)")
        }
    }

    @Test func nobodyWaitsForChangesThatCannotBeHeardOf() async throws {
        // Given a store that is read as it is, for nothing can be made beside it
        let store = try await TestStore.closed(after: "DELETE FROM host")
        var configuration = Configuration()
        configuration.readonly = true
        let unchanging = LoadedStore(
            writer: try DatabaseQueue(path: StoreFile(path: store.path).unchangingURI, configuration: configuration),
            readers: ReadingConnections(),
            configuration: PersistenceConfiguration(location: .file(path: store.path)),
            logger: Logger(label: "test"),
            pause: { _ in },
            onLoss: { _ in }
        )

        // When
        let deafness = unchanging.deafness
        try unchanging.close()
        let reader = try await TestStore.load(store.path) { $0.isReadOnly = true }

        // Then, though one that is only read can well be listened to
        #expect(deafness != nil)
        _ = try reader.commits()
        try await reader.close()
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func saysThatAStoreInAClosedFolderCannotBeFollowed() async throws {
        let store = try await TestStore.closed(after: "DELETE FROM host")
        #expect(chmod(store.folder, 0o500) == 0)
        defer { #expect(chmod(store.folder, 0o700) == 0) }
        let reader = try await TestStore.load(store.path) { $0.isReadOnly = true }

        #expect(throws: PersistenceError.noPermission(path: store.path)) { try reader.commits() }

        try await reader.close()
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func saysThatABackupInAClosedFolderCannotBeFollowedUntilSomebodyWritesToIt() async throws {
        // Given a copy, which keeps no log yet
        let store = try await TestStore()
        let copy = store.folder + "/copy.sqlite"
        try await store.manager.care().backup(toFile: copy)
        #expect(chmod(store.folder, 0o500) == 0)
        defer { #expect(chmod(store.folder, 0o700) == 0) }

        // When it is read where no log can be made
        let reader = try await TestStore.load(copy) { $0.isReadOnly = true }

        // Then nobody waits for what it will not hear of
        #expect(throws: PersistenceError.noPermission(path: copy)) { try reader.commits() }
        try await reader.close()

        // And when another process has made the log, it hears
        #expect(chmod(store.folder, 0o700) == 0)
        let writer = try await TestStore.load(copy)
        #expect(chmod(store.folder, 0o500) == 0)
        let listener = try await TestStore.load(copy) { $0.isReadOnly = true }
        _ = try listener.commits()
        try await listener.close()
        #expect(chmod(store.folder, 0o700) == 0)
        try await writer.close()
    }

    // MARK: - Sharing

    @Test func saysThatAnotherProcessHoldsTheStore() async throws {
        let store = try await TestStore()
        let other = try await TestStore.load(store.path) { $0.busyTimeoutSeconds = 0.01 }
        let context = try other.newBackgroundContext()

        // While one save is under way, the other gives up
        let error = try await store.context.save { unit throws(PersistenceError) in
            try unit.execute("DELETE FROM host")
            let (done, result) = (DispatchSemaphore(value: 0), SaveResult<PersistenceError?>())
            Thread.detachNewThread {
                do throws(PersistenceError) {
                    try context.saveAndWait { unit throws(PersistenceError) in _ = try unit.execute("DELETE FROM host")
                    }
                    result.set(nil)
                } catch {
                    result.set(error)
                }
                done.signal()
            }
            done.wait()
            return try result.result(failure: nil).get()
        }

        #expect(error == .busy)
        try await context.save { unit throws(PersistenceError) in _ = try unit.execute("DELETE FROM host") }
    }

    @Test func readsAStoreWithoutChangingIt() async throws {
        let store = try await TestStore()
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let reader = try await TestStore.load(store.path) { $0.isReadOnly = true }
        let context = try reader.newBackgroundContext()

        let count = try await context.perform { unit throws(PersistenceError) in
            try unit.episodes.count(ofPodcast: added.podcast)
        }

        #expect(count == 1)
        await #expect(throws: PersistenceError.readOnly) {
            try await context.save { unit throws(PersistenceError) in _ = try unit.execute("DELETE FROM host") }
        }
    }

    // MARK: - Crashing

    /// A crash leaves the file and its log as they are at some moment.
    private func crashCopy(of store: TestStore, cuttingLogBy count: Int = 0) throws -> String {
        let copy = TestStore.newFolder()
        try FileManager.default.copyItem(atPath: store.path, toPath: copy + "/s")
        let log = try #require(TestStore.bytes(store.path + "-wal"))
        try log.dropLast(count).write(to: URL(fileURLWithPath: copy + "/s-wal"))
        return copy
    }

    @Test(arguments: [0, 1, 100, 4_000])
    func aCrashLosesNothingButTheUnitItHit(cut: Int) async throws {
        let store = try await TestStore()
        try await store.add(episodes: (1...20).map { Samples.incoming($0) })
        try await store.add(feedURL: "https://example.org/2", episodes: [Samples.incoming(21)])

        // When the machine stops while a unit is at work, or the log's last write was cut short
        let copy = try await store.context.save { unit throws(PersistenceError) -> String in
            try unit.execute("UPDATE episode SET title = 'half done'")
            return try translatingErrors { try crashCopy(of: store, cuttingLogBy: cut) }
        }
        defer { TestStore.remove(copy) }
        let manager = try await TestStore.load(copy + "/s")

        // Then whole units are there, and only whole units
        let context = try manager.mainContext()
        let (episodes, halfDone, subscriptions) = try await context.perform { unit throws(PersistenceError) in
            (
                try unit.fetchInteger("SELECT count(*) FROM episode"),
                try unit.fetchInteger("SELECT count(*) FROM episode WHERE title = 'half done'"),
                try unit.fetchInteger("SELECT count(*) FROM subscription")
            )
        }
        #expect(halfDone == 0)
        #expect(episodes == (cut == 0 ? 21 : 20))
        #expect(subscriptions == (cut == 0 ? 2 : 1))
        let report = try await manager.care().check(isThorough: true)
        #expect(report.isSound)
    }

    @Test(arguments: [(0, 16_384), (500_000, 16_384), (1_000_000, 25_000), (50_000_000, 65_536)])
    func aLargeStoreGetsALargeCache(kilobytes: Int64, expected: Int) throws {
        // Given a file of that size, which takes no room
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let file = try #require(fopen(folder + "/store.sqlite", "w"))
        #expect(ftruncate(fileno(file), Int(kilobytes) * 1024) == 0)
        fclose(file)

        // When
        let opener = StoreOpener(
            configuration: PersistenceConfiguration(location: .file(path: folder + "/store.sqlite"))
        )

        // Then
        #expect(opener.writerCacheKilobytes == expected)
    }

    @Test func aFullDiskFailsTheSaveAndHarmsNothing() async throws {
        let store = try await TestStore()
        let added = try await store.add()
        let pages = try await store.integers("PRAGMA page_count")[0]
        try await store.damage("PRAGMA max_page_count = \(pages + 5)")

        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.save { unit throws(PersistenceError) in
                for number in 1...2_000 {
                    try unit.episodes.insert(
                        Samples.incoming(number),
                        podcastID: added.podcast,
                        at: TestStore.now,
                        isBacklog: false
                    )
                }
            }
        }

        #expect(error == .full)
        #expect(error?.isStorageFailure == true)
        try await store.damage("PRAGMA max_page_count = 1000000")
        #expect(try await store.integers("SELECT count(*) FROM episode") == [0])
        let report = try await store.manager.care().check()
        #expect(report.isSound)
    }
}
