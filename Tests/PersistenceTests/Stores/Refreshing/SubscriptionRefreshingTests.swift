import PodcastModel
import Testing

@testable import Persistence

struct SubscriptionRefreshingTests {
    private let now = TestStore.now

    private func success(
        _ validators: HTTPValidators,
        document: RefreshSuccess.Document? = nil,
        after seconds: Int64 = 0
    ) -> RefreshSuccess {
        RefreshSuccess(
            at: now.adding(seconds: seconds),
            validators: validators,
            document: document,
            nextDueAt: now.adding(seconds: seconds + 3_600),
            dueReasons: [DueReason(rule: .maxAge, detail: "1 h", notBefore: now)]
        )
    }

    private func failure(after seconds: Int64 = 0, newState: SubscriptionState? = nil) -> RefreshFailure {
        RefreshFailure(
            at: now.adding(seconds: seconds),
            kind: .gone,
            message: "it is gone",
            nextDueAt: now.adding(seconds: seconds + 60),
            newState: newState
        )
    }

    // MARK: - Outcomes

    @Test func storesBothValidatorsOfTheLastAnswerOrClearsThem() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let answers = [
            HTTPValidators(
                etag: "W/\"a\"",
                lastModified: "Sun, 01 Nov 2026 00:00:00 GMT",
                url: "https://example.com/feed.xml"
            ),
            HTTPValidators(etag: "\"b\"", lastModified: nil, url: "https://cdn.example.com/feed.xml"),
            HTTPValidators(),
        ]

        for answer in answers {
            let success = success(answer)
            let state = try await store.context.save { unit throws(PersistenceError) in
                try unit.refreshes.recordSuccess(success, of: id)
                return try unit.refreshes.state(id: id)
            }
            #expect(state?.validators == answer)
        }
    }

    @Test func keepsTheDigestOfTheDocumentWhenNoneWasRead() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let first = success(
            HTTPValidators(etag: "1"),
            document: .init(bodyDigest: UInt64.max - 1, parserVersion: 3, itemCount: 12)
        )
        let second = success(HTTPValidators(etag: "2"), after: 60)

        let (state, history, reasons) = try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.recordSuccess(first, of: id)
            try unit.refreshes.recordSuccess(second, of: id)
            return (
                try unit.refreshes.state(id: id), try unit.refreshes.history(of: id),
                try unit.refreshes.dueReasons(of: id)
            )
        }

        #expect(state?.bodyDigest == UInt64.max - 1)
        #expect(state?.parserVersion == 3)
        #expect(history.lastDocumentItemCount == 12)
        #expect(history.lastDocumentAt == now.adding(seconds: 60))
        #expect(reasons == second.dueReasons)
        #expect(state?.nextDueAt == second.nextDueAt)
    }

    @Test func aFailureKeepsValidatorsAndCountsUntilASuccess() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let (good, first, second) = (
            success(HTTPValidators(etag: "1")), failure(after: 60), failure(after: 120, newState: .gone)
        )
        let recovery = success(HTTPValidators(etag: "2"), after: 180)

        let (failing, recovered, fields) = try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.recordSuccess(good, of: id)
            try unit.refreshes.recordFailure(first, of: id)
            try unit.refreshes.recordFailure(second, of: id)
            let failing = try unit.subscriptions.subscription(id: id)
            let validators = try unit.refreshes.state(id: id)?.validators
            try unit.refreshes.recordSuccess(recovery, of: id)
            let changes = try unit.changes.changes(since: 0, limit: 99).filter {
                $0.entity == .subscription && $0.kind == .update
            }
            return ((failing, validators), try unit.subscriptions.subscription(id: id), changes.map(\.fields))
        }

        #expect(failing.0?.failures == 2)
        #expect(failing.0?.failingSince == now.adding(seconds: 60))
        #expect(failing.0?.state == .gone)
        #expect(failing.0?.lastSuccessAt == now)
        #expect(failing.1 == HTTPValidators(etag: "1", url: "https://example.com/feed.xml"))
        #expect(recovered?.failures == 0)
        #expect(recovered?.state == .active)
        #expect(recovered?.lastError == nil)
        #expect(fields == [["failingSince"], ["state"], ["state", "failingSince"]])
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func aFeedThatIsNotRefreshedStaysSo(state: SubscriptionState) async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let (good, bad) = (success(HTTPValidators()), failure(newState: .gone))

        let states = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(state, of: id, at: now)
            try unit.refreshes.recordSuccess(good, of: id)
            let first = try unit.refreshes.state(id: id)
            try unit.refreshes.recordFailure(bad, of: id)
            try unit.refreshes.postpone(id, until: now, reasons: [])
            return [first, try unit.refreshes.state(id: id)]
        }

        #expect(states.map { $0?.state } == [state, state])
        #expect(states.allSatisfy { $0?.nextDueAt == nil })
    }

    @Test func postponingChargesAFeedWithNothing() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let later = now.adding(seconds: 600)

        let subscription = try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.postpone(id, until: later, reasons: [DueReason(rule: .hostPaused, detail: "429")])
            return try unit.subscriptions.subscription(id: id)
        }

        #expect(subscription?.nextDueAt == later)
        #expect(subscription?.failures == 0)
        #expect(subscription?.lastAttemptAt == nil)
    }

    // MARK: - Nothing has changed

    @Test func thatNothingHasChangedLeavesWhenItWasSaidAndWhenToAskAgain() async throws {
        // Given a feed that is well and leased
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let (later, due) = (now.adding(seconds: 60), now.adding(seconds: 7200))
        let before = try await store.context.save { [now] unit throws(PersistenceError) in
            let good = RefreshSuccess(
                at: now,
                validators: HTTPValidators(etag: "\"1\""),
                document: .init(bodyDigest: 7, parserVersion: 1, itemCount: 3),
                nextDueAt: now
            )
            try unit.refreshes.recordSuccess(good, of: id)
            try unit.subscriptions.setOverride("interval", to: "2h", of: id)
            _ = try unit.leases.take(id, owner: "a", at: now, until: now.adding(seconds: 900))
            return try unit.refreshes.state(id: id)
        }
        let state = try #require(before)

        // When
        let reasons = [DueReason(rule: .interval, detail: "at most once in 2 h", notBefore: due)]
        let (isRecorded, after, history, stored) = try await store.context.save { unit throws(PersistenceError) in
            let isRecorded = try unit.refreshes.recordUnchanged(
                state,
                at: later,
                nextDueAt: due,
                dueReasons: reasons,
                endingLeaseOf: "a"
            )
            return (
                isRecorded, try unit.refreshes.state(id: id), try unit.refreshes.history(of: id),
                try unit.refreshes.dueReasons(of: id)
            )
        }

        // Then
        #expect(isRecorded)
        #expect(after == state.changing { ($0.nextDueAt, $0.lastSuccessAt) = (due, later) })
        #expect(history.lastDocumentAt == later && stored == reasons)
        #expect(try await store.integers("SELECT count(*) FROM lease") == [0])
    }

    @Test(arguments: [
        "UPDATE subscription SET state = 'paused', nextDueAt = NULL",
        "UPDATE subscription SET failures = 1, failingSince = 5",
        """
        UPDATE subscription SET pendingMoveURL = 'https://example.com/b', pendingMoveCause = 'redirect',
          pendingMoveSightings = 1, pendingMoveFirstSeenAt = 5, pendingMoveLastSeenAt = 5
        """,
        "UPDATE subscription SET feedURL = 'https://example.com/b' WHERE id = 1",
        "UPDATE subscription SET duplicateOf = 2, nextDueAt = NULL WHERE id = 1",
        "UPDATE subscription SET overrides = '{\"interval\":\"7d\"}'",
        "UPDATE subscription SET dueReasons = '[{\"rule\":\"retry\",\"detail\":\"\",\"notBefore\":null}]'",
        "DELETE FROM subscription",
    ])
    func whatHappenedToAFeedMeanwhileIsNotOverlooked(meanwhile: String) async throws {
        // Given a feed that was well when its lease was taken
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        _ = try await store.add(feedURL: "https://other.example/feed")
        let before = try await store.context.save { [now] unit throws(PersistenceError) in
            let good = RefreshSuccess(at: now, validators: HTTPValidators(), nextDueAt: now)
            try unit.refreshes.recordSuccess(good, of: id)
            _ = try unit.leases.take(id, owner: "a", at: now, until: now.adding(seconds: 900))
            return try unit.refreshes.state(id: id)
        }
        let state = try #require(before)

        // When somebody changes it before the answer comes
        try await store.damage(meanwhile)
        let isRecorded = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.recordUnchanged(
                state,
                at: now.adding(seconds: 60),
                nextDueAt: now,
                dueReasons: [],
                endingLeaseOf: "a"
            )
        }

        // Then it takes more than that to note the answer
        #expect(!isRecorded)
        let later = now.adding(seconds: 60).epochSeconds
        #expect(try await store.integers("SELECT count(*) FROM subscription WHERE lastAttemptAt = \(later)") == [0])
    }

    // MARK: - Wishes

    /// The ways in which the lease of a feed ends.
    enum End: CaseIterable {
        case success, failure, giveBack, leave
    }

    @Test(arguments: End.allCases, [true, false])
    func whatIsWishedForWhileAFeedIsAskedHoldsAfterThat(end: End, isRequested: Bool) async throws {
        // Given a feed that is being asked because somebody wanted it
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let (good, bad, later) = (success(HTTPValidators(), after: 60), failure(after: 60), now.adding(seconds: 60))

        let (due, reasons) = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.refreshes.request(of: id, at: now.adding(seconds: -10))
            let leased = try unit.leases.takeDue(
                at: now,
                limit: 1,
                owner: "a",
                until: now.adding(seconds: 900),
                provisionalDue: { _ in now.adding(seconds: 3600) }
            )

            // When
            if isRequested { _ = try unit.refreshes.request(of: id, at: now.adding(seconds: 30)) }
            switch end {
            case .success: try unit.refreshes.recordSuccess(good, of: id)
            case .failure: try unit.refreshes.recordFailure(bad, of: id)
            case .giveBack: for state in leased { try unit.leases.giveBack(state, owner: "a") }
            case .leave:
                let standing = try unit.refreshes.standing(of: id, at: later)
                try unit.refreshes.leaveAsRequested(
                    id,
                    because: "it is another",
                    standing: standing,
                    at: later,
                    askedAt: later,
                    endingLeaseOf: "a"
                )
            }
            return (try unit.refreshes.state(id: id)?.nextDueAt, try unit.refreshes.dueReasons(of: id))
        }

        // Then
        let otherwise =
            switch end {
            case .success: good.nextDueAt
            case .failure: bad.nextDueAt
            case .giveBack: now.adding(seconds: -10)
            case .leave: later
            }
        #expect(due == (isRequested ? now.adding(seconds: 30) : otherwise))
        #expect((reasons.first?.rule == .retry) == isRequested)
    }

    @Test(arguments: [true, false])
    func whatIsLeftAsWishedIsNotMadeDueWhilePausedNorIfItIsADuplicate(isPaused: Bool) async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let other = try await store.add(feedURL: "https://other.example/feed").subscription

        let due = try await store.context.save { [now] unit throws(PersistenceError) in
            if isPaused {
                try unit.subscriptions.setState(.paused, of: id, at: now)
            } else {
                try unit.subscriptions.markDuplicate(id, of: other, at: now)
            }
            let standing = try unit.refreshes.standing(of: id, at: now)
            try unit.refreshes.leaveAsRequested(
                id,
                because: "it is another",
                standing: standing,
                at: now,
                askedAt: nil,
                endingLeaseOf: "a"
            )
            return try unit.refreshes.state(id: id)?.nextDueAt
        }

        #expect(due == nil)
    }
}
