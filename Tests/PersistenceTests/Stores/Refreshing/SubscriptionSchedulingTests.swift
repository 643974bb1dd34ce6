import PodcastModel
import Testing

@testable import Persistence

struct SubscriptionSchedulingTests {
    private let now = TestStore.now

    private func dueTimes(_ store: TestStore) async throws -> [Int64] {
        let times = try await store.integers("SELECT nextDueAt FROM subscription ORDER BY id")
        return times.map { $0 - now.epochSeconds }
    }

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
        #expect(try await dueTimes(store) == [86_400, 3600])
        let reasons = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 1).map(\.rule)
        }
        #expect(reasons == ["unreadable"])
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
        #expect(try await dueTimes(store) == [3_600 - 600 + 86_400, 3_600, 3_600 + 86_400])
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
        #expect(try await dueTimes(store) == [day, day + 3_600])
    }

    @Test func grantsWishesForARefreshAtOnceButNotForPausedFeeds() async throws {
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600, 3_600])

        let wishes = try await store.context.save { [now] unit throws(PersistenceError) -> [RefreshWish] in
            try unit.subscriptions.setState(.paused, of: 2, at: now)
            _ = try unit.leases.take(3, owner: "a", at: now, until: now.adding(seconds: 300))
            var wishes: [RefreshWish] = []
            for id in Int64(1)...3 { wishes.append(try unit.refreshes.request(of: id, at: now)) }
            return wishes
        }

        #expect(wishes == [.due, .refused(.paused), .inFlight])
        let due = try await store.context.perform { [now] unit throws(PersistenceError) in
            try unit.refreshes.dueSubscriptionIDs(at: now)
        }
        #expect(due == [1])
    }

    @Test func otherCredentialsMakeAFeedDueThatFails() async throws {
        // Given feeds of which all but the last are refused
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600, 3_600, 3_600])
        let later = now.adding(seconds: 86_400)
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...3 {
                var refusal = RefreshFailure(at: now, kind: "unauthorized", message: "who?", nextDueAt: later)
                refusal.newState = .needsAuth
                try unit.refreshes.recordFailure(refusal, of: id)
            }
            try unit.subscriptions.setState(.paused, of: 3, at: now)
        }

        // When they are given a password
        let credentials = FeedCredentials(user: "anna", password: "p")
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...4 { try unit.subscriptions.setCredentials(credentials, of: id, at: now) }
        }

        // Then
        let due = try await store.context.perform { [now] unit throws(PersistenceError) in
            try unit.refreshes.dueSubscriptionIDs(at: now)
        }
        #expect(due == [1, 2])
        let reasons = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 1)
        }
        #expect(reasons == [DueReason(rule: "changed", detail: "it has other credentials now")])
    }

    @Test func anotherAddressIsBegunWithAnew() async throws {
        // Given a feed that is gone, and one that is paused
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        try await store.context.save { [now] unit throws(PersistenceError) in
            var failure = RefreshFailure(at: now, kind: "gone", message: "gone", nextDueAt: now.adding(seconds: 99_999))
            failure.newState = .gone
            for id in Int64(1)...2 { try unit.refreshes.recordFailure(failure, of: id) }
            try unit.subscriptions.setState(.paused, of: 2, at: now)
        }

        // When
        let subscriptions = try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...2 { try unit.subscriptions.beginAnew(id, at: now) }
            return try unit.subscriptions.subscriptions(matching: SubscriptionQuery())
        }

        // Then
        #expect(subscriptions.map(\.state) == [.active, .paused])
        #expect(subscriptions.map(\.nextDueAt) == [now, nil])
        #expect(subscriptions.map(\.failures) == [0, 0])
        #expect(subscriptions.allSatisfy { $0.failingSince == nil && $0.lastError == nil })
    }

    @Test func feedsThatWantCredentialsAreThoseThatHaveNone() async throws {
        // Given refused feeds: without credentials, with some, being asked, and one that only fails
        let store = try await TestStore.withFeeds(dueIn: [0, 0, 0, 0])
        let later = now.adding(seconds: 86_400)
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...4 {
                var failure = RefreshFailure(at: now, kind: "unauthorized", message: "who?", nextDueAt: later)
                failure.newState = id == 4 ? nil : .needsAuth
                try unit.refreshes.recordFailure(failure, of: id)
            }
            let anna = FeedCredentials(user: "anna", password: "p")
            try unit.subscriptions.storeCredentials(anna, of: 2)
            _ = try unit.leases.take(
                3,
                owner: "a",
                at: now,
                until: later,
                provisionalDue: later.adding(seconds: 1)
            )
        }

        // When, then
        let before = try await store.context.perform { unit throws(PersistenceError) in
            try unit.subscriptions.feedsWantingCredentials()
        }
        #expect(before.map(\.id) == [1])
        #expect(before.map(\.at) == [now])

        // Once it is due for that reason it is not found again.
        let after = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.retryIfFailing(1, because: "the file was changed", at: now)
            return try unit.subscriptions.feedsWantingCredentials().map(\.id)
        }
        #expect(after.isEmpty)
    }

    @Test func aDamagedRowSpoilsNoQueryOverAllFeeds() async throws {
        // Given two refused feeds, one of which has reasons that are no JSON
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...2 {
                var failure = RefreshFailure(at: now, kind: "unauthorized", message: "who?", nextDueAt: now)
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

    @Test func aDuplicateIsNotPutOffUntilATimeAtWhichNobodyAsksForIt() async throws {
        let store = try await TestStore.withFeeds(dueIn: [0, 0])

        let due = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(2, of: 1, at: now)
            let pause = DueReason(rule: "host-paused", detail: "rest", notBefore: now.adding(seconds: 60))
            for id in Int64(1)...2 {
                try unit.refreshes.postpone(id, until: now.adding(seconds: 60), reasons: [pause])
            }
            return try unit.subscriptions.subscriptions(matching: SubscriptionQuery()).map(\.nextDueAt)
        }

        #expect(due == [now.adding(seconds: 60), nil])
    }

    @Test func pausingIsNoWayToBeAskedEarlier() async throws {
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600])
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 600) WHERE id = 1")

        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...2 {
                try unit.subscriptions.setState(.paused, of: id, at: now)
                try unit.subscriptions.resume(id, at: now)
            }
        }

        #expect(try await dueTimes(store) == [3_000, 0])
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func whatIsTakenUpAgainWaitsForWhatItWaitedForBefore(state: SubscriptionState) async throws {
        // Given a feed whose server asked for a rest of two days, and one whose rest is over
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        let reasons = [200_000, -200_000].map { rest in
            [
                DueReason(rule: "interval", detail: "an hour", notBefore: now.adding(seconds: 3_600)),
                DueReason(rule: "retry-after", detail: "rest", notBefore: now.adding(seconds: rest)),
            ]
        }

        // When they are left alone for a while
        let found = try await store.context.save { [now] unit throws(PersistenceError) in
            for (id, reasons) in zip([Int64(1), 2], reasons) {
                try unit.refreshes.postpone(id, until: now.adding(seconds: 200_000), reasons: reasons)
                try unit.subscriptions.setState(state, of: id, at: now)
                try unit.subscriptions.setState(.active, of: id, at: now.adding(seconds: 7_200))
            }
            return try [1, 2].map { id throws(PersistenceError) in try unit.refreshes.dueReasons(of: id) }
        }

        // Then
        #expect(try await dueTimes(store) == [200_000, 7_200])
        #expect(found == [reasons[0], []])
    }

    @Test func aRefusedDocumentIsNoReasonToAskEarlier() async throws {
        let store = try await TestStore.withFeeds(dueIn: [500])

        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.heldDocuments.hold(
                1,
                body: [1],
                bodyDigest: 1,
                contentType: nil,
                reason: "another-show",
                detail: "",
                at: now
            )
            return try unit.heldDocuments.refuse(of: 1, at: now)
        }

        #expect(try await dueTimes(store) == [500])
    }

    @Test func countsHowTheSubscriptionsDo() async throws {
        let store = try await TestStore.withFeeds(dueIn: [-10, -5, 60, 120, 120])

        let overview = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(.paused, of: 4, at: now)
            _ = try unit.leases.take(2, owner: "a", at: now, until: now.adding(seconds: 300))
            for id in [Int64(3), 5] {
                try unit.refreshes.recordFailure(
                    RefreshFailure(at: now, kind: "timeout", message: "slow", nextDueAt: now.adding(seconds: 60)),
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
