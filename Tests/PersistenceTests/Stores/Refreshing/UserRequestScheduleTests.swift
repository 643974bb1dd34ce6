import PodcastModel
import Testing

@testable import Persistence

/// When a feed is due of which the user has decided something.
struct UserRequestScheduleTests {
    private let now = TestStore.now

    @Test func otherCredentialsMakeAFeedDueThatFails() async throws {
        // Given feeds of which all but the last are refused
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600, 3_600, 3_600])
        let later = now.adding(seconds: 86_400)
        try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...3 {
                var refusal = RefreshFailure(at: now, kind: .unauthorized, message: "who?", nextDueAt: later)
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
        #expect(reasons == [DueReason(rule: .changed, detail: "it has other credentials now")])
    }

    @Test func anotherAddressIsBegunWithAnew() async throws {
        // Given a feed that is gone, and one that is paused
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        try await store.context.save { [now] unit throws(PersistenceError) in
            var failure = RefreshFailure(at: now, kind: .gone, message: "gone", nextDueAt: now.adding(seconds: 99_999))
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
                var failure = RefreshFailure(at: now, kind: .unauthorized, message: "who?", nextDueAt: later)
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

    @Test func pausingIsNoWayToBeAskedEarlier() async throws {
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600])
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds - 600) WHERE id = 1")

        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            for id in Int64(1)...2 {
                try unit.subscriptions.setState(.paused, of: id, at: now)
                try unit.subscriptions.resume(id, at: now)
            }
        }

        #expect(try await store.dueTimes() == [3_000, 0])
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func whatIsTakenUpAgainWaitsForWhatItWaitedForBefore(state: SubscriptionState) async throws {
        // Given a feed whose server asked for a rest of two days, and one whose rest is over
        let store = try await TestStore.withFeeds(dueIn: [0, 0])
        let reasons = [200_000, -200_000].map { rest in
            [
                DueReason(rule: .interval, detail: "an hour", notBefore: now.adding(seconds: 3_600)),
                DueReason(rule: .retryAfter, detail: "rest", notBefore: now.adding(seconds: rest)),
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
        #expect(try await store.dueTimes() == [200_000, 7_200])
        #expect(found == [reasons[0], []])
    }

    @Test func aRefusedDocumentIsNoReasonToAskEarlier() async throws {
        let store = try await TestStore.withFeeds(dueIn: [500])

        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.heldDocuments.hold(
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

        #expect(try await store.dueTimes() == [500])
    }
}
