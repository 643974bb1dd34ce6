import PodcastModel
import Testing

@testable import Persistence

/// What is stored of a feed and cannot be read, or means nothing, disturbs no other feed.
struct UnreadableScheduleTests {
    private let now = TestStore.now

    @Test func aFeedThatCannotBeReadKeepsNoOtherWaitingAndIsPutOff() async throws {
        // Given two feeds that are due, and what is stored of the first is nonsense
        let store = try await TestStore.withFeeds(dueIn: [-100, -50])
        try await store.damage("UPDATE subscription SET overrides = '[1]' WHERE id = 1")

        // When
        let (taken, again, states) = try await store.context.save { [now] unit throws(PersistenceError) in
            var batches: [[Int64]] = []
            for _ in 1...2 {
                let batch = try unit.leases.takeDue(
                    at: now,
                    limit: 9,
                    owner: "a",
                    until: now.adding(seconds: 300),
                    provisionalDue: { _ in now.adding(seconds: 3600) }
                )
                batches.append(batch.map(\.subscriptionID))
            }
            return (batches[0], batches[1], try unit.refreshes.states(ids: [1, 2]).keys.sorted())
        }

        // Then the other one is handed out, and the first not looked for before tomorrow
        #expect(taken == [2] && again == [] && states == [2])
        #expect(try await store.dueTimes() == [86_400, 3600])
        let reasons = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 1).map(\.rule)
        }
        #expect(reasons == [.unreadable])
        // And who asks for it alone is told why
        await #expect(throws: PersistenceError.self) {
            try await store.context.perform { unit throws(PersistenceError) in
                try unit.refreshes.state(id: 1)
            }
        }
    }

    @Test func hintsThatCannotBeReadCountAsNone() async throws {
        let store = try await FilledStore.make()
        try await store.damage("UPDATE podcast SET updateFrequency = '{\"startsAt\": \"soon\"}', skipHours = '{}'")
        try await store.damage("UPDATE subscription SET releaseTimes = '[\"x\"]'")

        for isWriting in [false, true] {
            let read = { @Sendable (unit: UnitOfWork) throws(PersistenceError) in
                try unit.refreshes.state(id: 1)
            }
            let state = isWriting ? try await store.context.save(read) : try await store.context.perform(read)

            #expect(state?.hints.updateFrequency == nil)
            #expect(state?.hints.skipHours == [])
            #expect(state?.releaseTimes == [])
            #expect(state?.hints.skipDays.isEmpty == false)
        }
    }

    @Test func momentsBeyondTheEndOfTimeAreTheEndOfTime() async throws {
        let store = try await FilledStore.make()
        try await store.damage(
            """
            UPDATE podcast SET updateFrequency = '{"startsAt": "10000-01-01T04:59:59Z", "rrule": "FREQ=DAILY"}'
            """
        )
        try await store.damage("UPDATE subscription SET releaseTimes = '[-9223372036854775808,99999999999999999999,5]'")

        let state = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.state(id: 1)
        }

        #expect(state?.hints.updateFrequency?.startsAt?.rfc3339 == "9999-12-31T23:59:59Z")
        #expect(state?.releaseTimes.count == 3)
    }

    @Test func aDamagedRowSpoilsNoQueryOverAllFeeds() async throws {
        // Given two refused feeds, one of which has reasons that are no JSON
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...2 {
                var failure = RefreshFailure(at: now, kind: .unauthorized, message: "who?", nextDueAt: now)
                failure.newState = .needsAuth
                try unit.refreshes.recordFailure(failure, of: id)
            }
        }
        try await store.outside("PRAGMA ignore_check_constraints = ON")
        try await store.damage("UPDATE subscription SET dueReasons = 'x' WHERE id = 1")
        try await store.outside("PRAGMA ignore_check_constraints = OFF")

        // When
        let wanting = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.refreshes.mendFutureAttempts(at: now, longestPause: 86_400) { _ in now }
            return try unit.subscriptions.feedsWantingCredentials().map(\.id)
        }

        // Then
        #expect(wanting == [1, 2])
    }
}
