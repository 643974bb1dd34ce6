import PodcastModel
import Testing

@testable import Persistence

/// When feeds are due, and who is handed them.
struct SubscriptionSchedulingTests {
    private let now = TestStore.now

    @Test func theNextDueTimeCountsLeasedFeedsFromTheEndOfTheirLeases() async throws {
        let store = try await TestStore.withFeeds(dueIn: [-100, -50, 700])

        let dates = try await store.context.save { [now] unit throws(PersistenceError) -> [Int64?] in
            let subscriptions = unit.subscriptions
            var dates = [try unit.refreshes.nextDueDate()]
            _ = try unit.leases.take(1, owner: "a", at: now, until: now.adding(seconds: 300))
            dates.append(try unit.refreshes.nextDueDate())
            _ = try unit.leases.take(2, owner: "a", at: now, until: now.adding(seconds: 900))
            dates.append(try unit.refreshes.nextDueDate())
            _ = try unit.leases.take(1, owner: "a", at: now, until: now.adding(seconds: 1_000))
            dates.append(try unit.refreshes.nextDueDate())
            try subscriptions.setState(.paused, of: 3, at: now)
            dates.append(try unit.refreshes.nextDueDate())
            return dates.map { $0?.seconds(since: now) }
        }

        #expect(dates == [-100, -50, 300, 700, 900])
    }

    @Test func aStoreInWhichNothingIsFollowedHasNoNextDueTime() async throws {
        let store = try await TestStore.withFeeds(dueIn: [])

        #expect(
            try await store.context.perform { unit throws(PersistenceError) in try unit.refreshes.nextDueDate() }
                == nil
        )
    }

    @Test func handsOutTheNewestDueFirstWhenAskedTo() async throws {
        let store = try await TestStore.withFeeds(dueIn: [-100, -50, -200, 10])

        let order = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.leases.takeDue(
                at: now,
                limit: 2,
                newestFirst: true,
                owner: "a",
                until: now.adding(seconds: 300),
                provisionalDue: { _ in now.adding(seconds: 3600) }
            ).map(\.subscriptionID)
        }

        #expect(order == [2, 1])
    }

    @Test func prolongsOnlyTheLeasesThatAreStillTheOwners() async throws {
        let store = try await TestStore.withFeeds(dueIn: [0, 0, 0])

        let held = try await store.context.save { [now] unit throws(PersistenceError) in
            let end = now.adding(seconds: 300)
            _ = try unit.leases.take(1, owner: "a", at: now, until: end)
            _ = try unit.leases.take(2, owner: "b", at: now, until: end)
            return try unit.leases.renew(on: [1, 2, 3, 9], owner: "a", until: now.adding(seconds: 600))
        }

        #expect(held == [1])
        let ends = try await store.integers(
            "SELECT until FROM lease ORDER BY subscriptionId"
        )
        #expect(ends == [now.epochSeconds + 600, now.epochSeconds + 300])
    }

    @Test func movesWhatAClockThatWasSetHasDated() async throws {
        // Given feeds asked an hour ago, before that clock's time, and just now
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600, 3_600])
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 3600) WHERE id = 1")
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 90000) WHERE id = 2")
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 10) WHERE id = 3")

        // When it was set back, and forward again
        let first = now.adding(seconds: -7_200)
        let recent = (now.adding(seconds: -20), now)
        for seconds in [Int64(-600), 86_400] {
            _ = try await store.context.save { [now] unit throws(PersistenceError) in
                try unit.refreshes.shiftAttempts(
                    ShiftedDates(first: first, last: now, seconds: seconds, uncertain: recent)
                )
            }
        }

        // Then the uncertain one is never made due earlier
        #expect(try await store.dueTimes() == [3_600 - 600 + 86_400, 3_600, 3_600 + 86_400])
    }

    @Test func whatSomebodyHasAskedForIsDueThoughTheClockWasSetForward() async throws {
        // Given feeds that were asked by the old time
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600])
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 90000)")
        let day = Int64(86_400)
        let later = now.adding(seconds: day)

        // When one is asked for a moment before it is noticed that the clock was set
        try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.refreshes.request(of: 1, at: later)
            _ = try unit.refreshes.shiftAttempts(
                ShiftedDates(
                    first: now.adding(seconds: -100_000),
                    last: now,
                    seconds: day,
                    uncertain: (later.adding(seconds: -900), later)
                )
            )
        }

        // Then it is due, and the other waits as long as before
        #expect(try await store.dueTimes() == [day, day + 3_600])
    }

    @Test func grantsWishesForARefreshAtOnceButNotForPausedFeeds() async throws {
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600, 3_600])

        let wishes = try await store.context.save { [now] unit throws(PersistenceError) -> [RefreshRequestOutcome] in
            try unit.subscriptions.setState(.paused, of: 2, at: now)
            _ = try unit.leases.take(3, owner: "a", at: now, until: now.adding(seconds: 300))
            var wishes: [RefreshRequestOutcome] = []
            for id in Int64(1)...3 { wishes.append(try unit.refreshes.request(of: id, at: now)) }
            return wishes
        }

        #expect(wishes == [.due, .refused(.paused), .inFlight])
        let due = try await store.context.perform { [now] unit throws(PersistenceError) in
            try unit.refreshes.dueSubscriptionIDs(at: now)
        }
        #expect(due == [1])
    }

    @Test func aDuplicateIsNotPutOffUntilATimeAtWhichNobodyAsksForIt() async throws {
        let store = try await TestStore.withFeeds(dueIn: [0, 0])

        let due = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(2, of: 1, at: now)
            let pause = DueReason(rule: .hostPaused, detail: "rest", notBefore: now.adding(seconds: 60))
            for id in Int64(1)...2 {
                try unit.refreshes.postpone(id, until: now.adding(seconds: 60), reasons: [pause])
            }
            return try unit.subscriptions.subscriptions(matching: SubscriptionQuery()).map(\.nextDueAt)
        }

        #expect(due == [now.adding(seconds: 60), nil])
    }

    @Test func countsHowTheSubscriptionsDo() async throws {
        let store = try await TestStore.withFeeds(dueIn: [-10, -5, 60, 120, 120])

        let overview = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(.paused, of: 4, at: now)
            _ = try unit.leases.take(2, owner: "a", at: now, until: now.adding(seconds: 300))
            for id in [Int64(3), 5] {
                try unit.refreshes.recordFailure(
                    RefreshFailure(at: now, kind: .timeout, message: "slow", nextDueAt: now.adding(seconds: 60)),
                    of: id
                )
            }
            // Nobody waits for a feed that is not followed.
            try unit.subscriptions.setState(.unfollowed, of: 5, at: now)
            return try unit.subscriptions.overview(at: now)
        }

        #expect(
            overview
                == SubscriptionOverview(
                    states: [.active: 3, .paused: 1, .unfollowed: 1],
                    due: 1,
                    inFlight: 1,
                    failing: 1,
                    nextDueAt: now.adding(seconds: -10),
                    lastAttemptAt: now,
                    lastSuccessAt: nil
                )
        )
        let json = try JSONValue(encoding: overview).text
        #expect(json.contains(#""states":{"active":3,"paused":1,"gone":0,"needs-auth":0,"held":0,"unfollowed":1}"#))
    }
}
