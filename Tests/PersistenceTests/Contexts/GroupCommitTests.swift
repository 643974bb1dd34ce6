import Foundation
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(10)))
struct GroupCommitTests {
    @Test func aFailingSaveIsUndoneAloneAmongThoseThatShareACommit() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask {
                    do {
                        let context = try store.manager.newBackgroundContext()
                        try await context.save { unit throws(PersistenceError) in
                            try unit.episodes.insert(
                                Samples.incoming(number),
                                podcastID: added.podcast,
                                at: TestStore.now,
                                isBacklog: false
                            )
                            if number % 4 == 0 { throw .notFound(entity: "test", id: Int64(number)) }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(failures == 10)
        #expect(try await store.integers("SELECT count(*) FROM episode") == [30])
        #expect(try await store.integers("SELECT max(sequence) - min(sequence) + 1 - count(*) FROM change") == [0])
    }

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

    @Test(arguments: [false, true])
    func onlyAUnitThatAsksForItKeepsLittleInMemory(fails: Bool) async throws {
        // Given
        let store = try await TestStore()
        let context = try store.manager.newBackgroundContext()
        let sizes = Mutex<[Int64]>([])

        // When
        do {
            try await context.save { unit throws(PersistenceError) in
                try unit.keepLittleInMemory()
                let size = try unit.fetchInteger("PRAGMA cache_size")
                sizes.withLock { $0.append(size) }
                if fails { throw PersistenceError.notFound(entity: "test", id: 1) }
            }
            #expect(!fails)
        } catch {
            #expect(fails)
        }
        try await context.save { unit throws(PersistenceError) in
            let size = try unit.fetchInteger("PRAGMA cache_size")
            sizes.withLock { $0.append(size) }
        }

        // Then
        #expect(sizes.withLock { $0 } == [-2_048, -16_384])
    }

    @Test func savesThatShareACommitWithOneThatFailsRunAgainAndAreDurable() async throws {
        let store = try await TestStore(pause: ManualPause())
        let events = EventLog()

        // When the third of five saves that share a commit fails
        for number in 1...5 {
            try store.submit(number == 5 ? .immediate : .gathering, events) { unit throws(PersistenceError) in
                let wish = NewSubscription(feedURL: "https://example.com/\(number)")
                _ = try unit.subscriptions.subscribe(to: wish, at: TestStore.now)
                if number == 3 { throw .notFound(entity: "test", id: 3) }
            }
        }
        await events.reach(12)

        // Then those before it run once more, and only it is undone; each is told once
        #expect(events.all.count { $0 == "run" } == 7)
        #expect(events.all.filter { $0 != "run" } == ["failed", "finish", "finish", "finish", "finish"])
        #expect(try await store.integers("SELECT count(*) FROM subscription") == [4])
        #expect(try await store.integers("SELECT max(sequence) - min(sequence) + 1 - count(*) FROM change") == [0])
    }

    @Test func aUnitThatWasUndoneCanWriteNothingMore() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        // When a unit goes on although SQLite has undone its transaction
        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.save { unit throws(PersistenceError) in
                try unit.episodes.insert(
                    Samples.incoming(1),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
                try unit.execute("ROLLBACK")
                try unit.episodes.insert(
                    Samples.incoming(2),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
        }

        #expect(error?.isStorageFailure == true)
        #expect(try await store.integers("SELECT count(*) FROM episode") == [0])
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(
                Samples.incoming(3),
                podcastID: added.podcast,
                at: TestStore.now,
                isBacklog: false
            )
        }
        #expect(try await store.integers("SELECT count(*) FROM episode") == [1])
    }

    @Test(arguments: [(saves: 1, rows: 1_000_000), (saves: 1_000, rows: 1), (saves: 3, rows: 10)])
    func limitsOfACommitLoseNoSave(saves: Int, rows: Int) async throws {
        let store = try await TestStore {
            $0.savesPerCommit = saves
            $0.rowsPerCommit = rows
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try await store.context.save { unit throws(PersistenceError) in
                        _ = try unit.subscriptions.subscribe(
                            to: NewSubscription(feedURL: "https://example.com/\(number)"),
                            at: TestStore.now
                        )
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await store.integers("SELECT count(*) FROM subscription") == [30])
    }

    @Test func savesThatWaitTogetherShareACommit() async throws {
        let store = try await TestStore()
        let loaded = try store.manager.care().store
        let (gate, done, events) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), EventLog())

        // When twenty saves come while the first is under way
        for number in 0...20 {
            loaded.submit(
                PendingSave(
                    isCancelled: { false },
                    run: { _ in
                        if number == 0 { gate.wait() }
                        events.append("run")
                    },
                    finish: { _ in
                        events.append("finish")
                        if number == 20 { done.signal() }
                    }
                )
            )
        }
        gate.signal()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                done.wait()
                continuation.resume()
            }
        }

        // Then all have run before the first is told that it is durable
        #expect(events.all == Array(repeating: "run", count: 21) + Array(repeating: "finish", count: 21))
    }
}

extension GroupCommitTests {
    @Test(arguments: [SaveUrgency.gathering, .soon])
    func savesInNoHurryWaitForCompanyAndThenShareACommit(urgency: SaveUrgency) async throws {
        let pause = ManualPause()
        let store = try await TestStore(pause: pause)
        let events = EventLog()

        // When three saves come that are in no hurry
        for _ in 1...3 { try store.submit(urgency, events) }

        // Then none has run until the time is over
        await pause.begins()
        #expect(events.all.isEmpty)
        await pause.end()
        await events.reach(6)
        #expect(events.all == Array(repeating: "run", count: 3) + Array(repeating: "finish", count: 3))
        #expect(pause.count == 1)
    }

    @Test func savesInNoHurryGoWithOneThatIs() async throws {
        let store = try await TestStore(pause: ManualPause())
        let events = EventLog()
        for _ in 1...2 { try store.submit(.gathering, events) }

        // When one comes that wants its commit at once
        try store.submit(.immediate, events)

        // Then it does not wait, and takes the others along
        await events.reach(6)
        #expect(events.all == Array(repeating: "run", count: 3) + Array(repeating: "finish", count: 3))
    }

    @Test func theDiskIsNotSyncedForWhatNeedNotOutliveAPowerFailure() async throws {
        // Given
        let store = try await TestStore(pause: ManualPause()) { $0.savesPerCommit = 2 }
        let (events, levels) = (EventLog(), EventLog())
        let noteLevel: @Sendable (UnitOfWork) throws(PersistenceError) -> Void = { unit throws(PersistenceError) in
            let level = try unit.fetchInteger("PRAGMA synchronous")
            levels.append(level == 1 ? "NORMAL" : "FULL")
        }

        // When leases have a commit of their own, then share one, and are followed by others
        for _ in 1...2 { try store.submit(.gathering, events, noteLevel) }
        await events.reach(4)
        try store.submit(.gathering, events, noteLevel)
        try store.submit(.immediate, events, noteLevel)
        await events.reach(8)
        for _ in 1...2 { try store.submit(.gathering, events, noteLevel) }
        await events.reach(12)
        for _ in 1...2 { try store.submit(.patient, events, noteLevel) }
        await events.reach(16)
        try store.submit(.gathering, events, noteLevel)
        try store.submit(.soon, events, noteLevel)
        await events.reach(20)

        // Then only theirs does without
        let expected = ["NORMAL", "NORMAL", "FULL", "FULL", "NORMAL", "NORMAL", "FULL", "FULL", "FULL", "FULL"]
        #expect(levels.all == expected)
    }

    @Test(arguments: [SaveUrgency.immediate, .soon])
    func whatMustBeDurableDoesNotGoWithACommitThatIsNotSynced(urgency: SaveUrgency) {
        // Given a commit of leases
        let save = { (urgency: SaveUrgency) in
            PendingSave(urgency: urgency, isCancelled: { false }, run: { _ in }, finish: { _ in })
        }
        var queue = SaveQueue()
        queue.append(save(.gathering))
        queue.begin(patientLimit: 1)
        #expect(queue.isLight)

        // When something urgent and something patient come while it is under way
        queue.append(save(urgency))
        queue.append(save(.patient))
        queue.endPatience()

        // Then neither goes with it, and both go with the next
        #expect(queue.popFirst(isLight: true)?.urgency == .gathering)
        #expect(queue.popFirst(isLight: true)?.urgency == nil)
        #expect(!queue.isLight)
        #expect(queue.popFirst()?.urgency == urgency)
        #expect(queue.popFirst()?.urgency == .patient)
    }

    @Test func manyInOneUnitOfWorkCountAsMany() {
        // Given
        let save = { (count: Int) in
            PendingSave(urgency: .patient, count: count, isCancelled: { false }, run: { _ in }, finish: { _ in })
        }
        var queue = SaveQueue()

        // When
        queue.append(save(2))

        // Then
        #expect(!queue.isReady(limit: 10, patientLimit: 3))
        queue.append(save(1))
        #expect(queue.isReady(limit: 10, patientLimit: 3))
        // And those that have gone count no more
        queue.begin(patientLimit: 3)
        #expect(queue.popFirst()?.count == 2 && queue.popFirst()?.count == 1)
        queue.append(save(2))
        #expect(!queue.isReady(limit: 10, patientLimit: 3))
    }

    @Test func aFullCommitWaitsForNobody() async throws {
        let store = try await TestStore(pause: ManualPause()) { $0.savesPerCommit = 4 }
        let events = EventLog()

        for _ in 1...4 { try store.submit(.gathering, events) }

        await events.reach(8)
    }

    @Test func thePatientLetOthersGoAndWaitForMore() async throws {
        // Given one that nobody waits for
        let pause = ManualPause()
        let store = try await TestStore(pause: pause) {
            $0.savesPerCommit = 4
            $0.patientSavesPerCommit = 3
        }
        let (patient, prompt) = (EventLog(), EventLog())
        try store.submit(.patient, patient)

        // When enough come that are wanted soon, then they do not take it along
        for _ in 1...4 { try store.submit(.gathering, prompt) }
        await prompt.reach(8)
        #expect(patient.all.isEmpty)

        // When enough of its kind have come, then they go together
        for _ in 1...2 { try store.submit(.patient, patient) }
        await patient.reach(6)
        #expect(patient.all == Array(repeating: "run", count: 3) + Array(repeating: "finish", count: 3))
    }

    @Test func noneIsPatientForLongerThanAMoment() async throws {
        let pause = ManualPause()
        let store = try await TestStore(pause: pause)
        let events = EventLog()

        for _ in 1...2 { try store.submit(.patient, events) }
        await pause.begins()
        #expect(events.all.isEmpty)
        await pause.end()

        await events.reach(4)
    }

    @Test func thePatientGoWithWhatCannotWait() async throws {
        let store = try await TestStore(pause: ManualPause())
        let events = EventLog()
        for _ in 1...2 { try store.submit(.patient, events) }

        try store.submit(.immediate, events)

        await events.reach(6)
    }

    @Test(arguments: [SaveUrgency.gathering, .patient])
    func closingTheStoreFinishesWhatWaitsForCompany(urgency: SaveUrgency) async throws {
        let store = try await TestStore(pause: ManualPause())
        let events = EventLog()
        for _ in 1...2 { try store.submit(urgency, events) }

        try await store.manager.close()

        await events.reach(4)
    }
}

extension TestStore {
    /// Submits a save that logs when it runs and when it is told that it is durable.
    fileprivate func submit(
        _ urgency: SaveUrgency,
        _ events: EventLog,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Void = { _ in }
    ) throws {
        try manager.care().store.submit(
            PendingSave(
                urgency: urgency,
                isCancelled: { false },
                run: { unit throws(PersistenceError) in
                    events.append("run")
                    try body(unit)
                },
                finish: { events.append($0 == nil ? "finish" : "failed") }
            )
        )
    }
}

private final class EventLog: Sendable {
    private struct State {
        var events: [String] = []
        var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var all: [String] { state.withLock { $0.events } }

    func append(_ event: String) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.events.append(event)
            guard let waiter = state.waiter, state.events.count >= waiter.count else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        waiter?.resume()
    }

    /// Waits until so many events have happened.
    func reach(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.events.count < count { state.waiter = (count, continuation) }
                return state.events.count >= count
            }
            if isReached { continuation.resume() }
        }
    }
}
