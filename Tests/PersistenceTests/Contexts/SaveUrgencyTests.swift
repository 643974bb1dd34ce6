import Testing

@testable import Persistence

/// Who waits for company, who is waited for, and whose commit the disk is synced for.
@Suite(.timeLimit(.minutes(10)))
struct SaveUrgencyTests {
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
