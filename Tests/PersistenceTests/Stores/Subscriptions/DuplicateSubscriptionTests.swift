import PodcastModel
import Testing

@testable import Persistence

/// Subscriptions whose feed another one follows (identity C8 49): one of them is always asked.
struct DuplicateSubscriptionTests {
    private let now = TestStore.now

    /// Runs a body on a store of so many subscriptions, numbered from 1, then checks the store.
    private func onStore<Result: Sendable>(
        of count: Int,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Result
    ) async throws -> Result {
        let store = try await TestStore()
        for number in 1...count { _ = try await store.add(feedURL: "https://\(number).example/feed") }
        let result = try await store.context.save(body)
        #expect(try await store.manager.care().check().isSound)
        return result
    }

    private static func originals(_ ids: ClosedRange<Int64>, in unit: UnitOfWork) throws(PersistenceError) -> [Int64?] {
        var originals: [Int64?] = []
        for id in ids { originals.append(try unit.subscriptions.subscription(id: id)?.duplicateOf) }
        return originals
    }

    @Test func aFeedThatGoesBackTurnsThePairRound() async throws {
        let (kept, originals, due) = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            let kept = try unit.subscriptions.markDuplicate(2, of: 1, at: now)
            return (kept, try Self.originals(1...2, in: unit), try unit.refreshes.dueSubscriptionIDs(at: now))
        }

        #expect(kept == 1)
        #expect(originals == [nil, 1])
        #expect(due == [1])
    }

    @Test func theOneThatIsAskedTakesTheAddressThatItsFeedHasGoneBackTo() async throws {
        let (addresses, originals, changes, former) = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            let last = try unit.changes.lastSequence()
            try unit.subscriptions.exchangeAddresses(of: 2, with: 1, cause: .redirect, at: now)
            return (
                try [1, 2].map { id throws(PersistenceError) in try unit.subscriptions.subscription(id: id)?.feedURL },
                try Self.originals(1...2, in: unit),
                try unit.changes.changes(since: last, limit: 99),
                try unit.subscriptions.addressBeforeMove(of: 2)
            )
        }

        #expect(addresses == ["https://2.example/feed", "https://1.example/feed"])
        #expect(originals == [2, nil])
        #expect(changes.map(\.fields) == [["feedURL"], ["feedURL"]])
        #expect(former == "https://2.example/feed")
    }

    @Test(arguments: [true, false])
    func aDuplicateThatGetsAnotherAddressOfItsHostKeepsItsPassword(isSameHost: Bool) async throws {
        // Given two addresses, of which the first has a password
        let addresses = ["https://a.example/1", isSameHost ? "https://a.example/2" : "https://b.example/2"]
        let credentials = FeedCredentials(user: "anna", password: "p")
        let store = try await TestStore(inMemory: true)
        let state = try await store.context.save { [now] unit throws(PersistenceError) in
            for address in addresses {
                let feed = NewSubscription(feedURL: address, provenance: .user)
                _ = try unit.subscriptions.subscribe(to: feed, at: now)
            }
            try unit.subscriptions.setCredentials(credentials, of: 1, at: now)
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)

            // When
            try unit.subscriptions.exchangeAddresses(of: 2, with: 1, cause: .redirect, at: now)
            return try unit.refreshes.state(id: 1)
        }

        // Then
        #expect(state?.feedURL == addresses[1])
        #expect(state?.credentials == (isSameHost ? credentials : nil))
        #expect(state?.provenance == (isSameHost ? .user : .others))
    }

    @Test(arguments: [true, false])
    func aDuplicateThatIsAskedByItsNameIsNotMadeDue(hasFailed: Bool) async throws {
        let due = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            if hasFailed {
                let failure = RefreshFailure(at: now, kind: .timeout, message: "no answer", nextDueAt: now)
                try unit.refreshes.recordFailure(failure, of: 1)
            } else {
                let success = RefreshSuccess(at: now, validators: HTTPValidators(), nextDueAt: now)
                try unit.refreshes.recordSuccess(success, of: 1)
            }
            return try unit.refreshes.state(id: 1)?.nextDueAt
        }

        #expect(due == nil)
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func isAskedItselfWhenTheOtherIsNot(state: SubscriptionState) async throws {
        let (originals, due) = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            try unit.subscriptions.setState(state, of: 2, at: now)
            return (try Self.originals(1...2, in: unit), try unit.refreshes.dueSubscriptionIDs(at: now))
        }

        #expect(originals == [nil, nil])
        #expect(due == [1])
    }

    @Test func leadsStraightToTheOneThatIsAsked() async throws {
        let (onward, backward) = try await onStore(of: 4) { [now] unit throws(PersistenceError) in
            // A duplicate whose original becomes one, and one whose original is one.
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            try unit.subscriptions.markDuplicate(2, of: 3, at: now)
            let onward = try Self.originals(1...3, in: unit)
            try unit.subscriptions.markDuplicate(4, of: 1, at: now)
            return (onward, try Self.originals(1...4, in: unit))
        }

        #expect(onward == [3, 3, nil])
        #expect(backward == [3, 3, nil, 3])
    }

    @Test func aFeedThatWasLeftIsFollowedAgainInThePlaceOfOneThatIsFollowed() async throws {
        let states = try await onStore(of: 3) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(2, purges: false, at: now)
            try unit.subscriptions.unsubscribe(3, purges: false, at: now)
            try unit.subscriptions.markDuplicate(3, of: 2, at: now)
            let before = try unit.subscriptions.subscription(id: 2)?.state
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            return [before, try unit.subscriptions.subscription(id: 2)?.state]
        }

        #expect(states == [.unfollowed, .active])
    }

    @Test(arguments: ["left", "purged", "sent elsewhere"])
    func isAskedItselfWhenItsOriginalIs(_ end: String) async throws {
        let (due, fields) = try await onStore(of: 3) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 3, at: now)
            try unit.subscriptions.setState(.paused, of: 2, at: now)
            try unit.subscriptions.markDuplicate(2, of: 3, at: now)
            let last = try unit.changes.lastSequence()
            if end == "sent elsewhere" {
                try unit.subscriptions.beginAnew(3, at: now)
            } else {
                try unit.subscriptions.unsubscribe(3, purges: end == "purged", at: now)
            }
            let changes = try unit.changes.changes(since: last, limit: 99).filter { $0.entity == .subscription }
            return (
                try unit.refreshes.dueSubscriptionIDs(at: now).filter { $0 < 3 },
                changes.filter { $0.id < 3 }.map(\.fields)
            )
        }

        #expect(due == [1])
        #expect(fields == [["duplicateOf"], ["duplicateOf"]])
    }

    @Test func isAskedItselfWhenItIsResumedAndTheLogSaysSo() async throws {
        let (originals, changes) = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            try unit.subscriptions.setState(.paused, of: 1, at: now)
            let last = try unit.changes.lastSequence()
            try unit.subscriptions.resume(1, at: now)
            return (try Self.originals(1...2, in: unit), try unit.changes.changes(since: last, limit: 99))
        }

        #expect(originals == [nil, nil])
        #expect(changes.map(\.fields) == [["state", "duplicateOf"]])
    }

    @Test func isNoLessADuplicateWhenADocumentOfItsIsHeld() async throws {
        let originals = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            try unit.subscriptions.setState(.held, of: 1, at: now)
            try unit.heldDocuments.release(of: 1, at: now)
            return try Self.originals(1...2, in: unit)
        }

        #expect(originals == [2, nil])
    }

    @Test func nothingIsLeftOfTheReasonsItWasAskedFor() async throws {
        let (reasons, changes) = try await onStore(of: 2) { [now] unit throws(PersistenceError) in
            _ = try unit.refreshes.request(of: 1, at: now)
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            let last = try unit.changes.lastSequence()
            // Once more, as when it is imported by name.
            try unit.subscriptions.markDuplicate(1, of: 2, at: now)
            return (try unit.refreshes.dueReasons(of: 1), try unit.changes.changes(since: last, limit: 99))
        }

        #expect(reasons.isEmpty)
        #expect(changes.isEmpty)
    }
}
