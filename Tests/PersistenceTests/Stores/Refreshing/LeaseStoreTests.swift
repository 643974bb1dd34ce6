import PodcastModel
import Testing

@testable import Persistence

/// Which feeds are due, and who is working on them.
struct LeaseStoreTests {
    private let now = TestStore.now

    @Test func handsOutWhatIsDueLongestFirstAndOnlyOnce() async throws {
        let store = try await TestStore(inMemory: true)
        let until = now.adding(seconds: 300)
        for number in 0..<5 {
            let feedURL = "https://example.com/\(number)"
            let due = now.adding(seconds: Int64(-number) * 60 + 120)
            _ = try await store.context.save { [now] unit throws(PersistenceError) in
                let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feedURL), at: now).id
                try unit.refreshes.postpone(id, until: due, reasons: [])
            }
        }

        let (first, second, third) = try await store.context.save { [now] unit throws(PersistenceError) in
            var leased: [[RefreshState]] = []
            for owner in ["a", "b"] {
                leased.append(
                    try unit.leases.takeDue(at: now, limit: 2, owner: owner, until: until) { _ in
                        until
                    }
                )
            }
            return (
                leased[0].map(\.subscriptionID), leased[1].map(\.subscriptionID),
                try unit.refreshes.dueSubscriptionIDs(at: until)
            )
        }

        #expect(first == [5, 4])
        #expect(second == [3])
        #expect(third.prefix(2) == [2, 1] && Set(third) == [5, 4, 3, 2, 1])
    }

    @Test func whoHasAFeedIsToldUntilSomebodyElseTakesIt() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let later = now.adding(seconds: 600)

        let owners = try await store.context.save { [now] unit throws(PersistenceError) in
            var owners = [try unit.refreshes.standing(of: id, at: now).leaseOwner]
            _ = try unit.leases.take(id, owner: "a", at: now, until: now.adding(seconds: 60))
            owners.append(try unit.refreshes.standing(of: id, at: later).leaseOwner)
            _ = try unit.leases.take(id, owner: "b", at: later, until: later.adding(seconds: 60))
            owners.append(try unit.refreshes.standing(of: id, at: later).leaseOwner)
            try unit.leases.end(id, owner: "b")
            owners.append(try unit.refreshes.standing(of: id, at: later).leaseOwner)
            return owners
        }

        #expect(owners == [nil, "a", "b", nil])
    }

    @Test func aLeaseKeepsOthersAwayUntilItEnds() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let until = now.adding(seconds: 60)

        let outcomes = try await store.context.save { [now] unit throws(PersistenceError) in
            var outcomes = [
                try unit.leases.take(id, owner: "a", at: now, until: until),
                try unit.leases.take(id, owner: "b", at: now, until: until),
                try unit.leases.take(id, owner: "a", at: now, until: until),
                try unit.leases.take(id, owner: "b", at: until, until: until.adding(seconds: 60)),
            ]
            try unit.leases.end(id, owner: "a")
            outcomes.append(try unit.leases.take(id, owner: "a", at: until, until: until))
            _ = try unit.leases.renew(on: [id], owner: "b", until: until.adding(seconds: 90))
            outcomes.append(try unit.leases.take(id, owner: "a", at: until, until: until))
            try unit.leases.end(id, owner: "b")
            outcomes.append(try unit.leases.take(id, owner: "a", at: until, until: until))
            return outcomes
        }

        #expect(
            outcomes == [
                .granted, .held(by: "a", until: until), .granted, .granted,
                .held(by: "b", until: until.adding(seconds: 60)), .held(by: "b", until: until.adding(seconds: 90)),
                .granted,
            ]
        )
    }

    @Test func aFeedThatWasRemovedHasNoLease() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.leases.take(id, owner: "a", at: now, until: now)
            try unit.subscriptions.unsubscribe(id, purges: true, at: now)
        }

        await #expect(throws: PersistenceError.notFound(entity: "subscription", id: id)) {
            try await store.context.save { [now] unit throws(PersistenceError) in
                try unit.leases.take(id, owner: "b", at: now, until: now)
            }
        }
        #expect(try await store.integers("SELECT count(*) FROM lease") == [0])
    }

    @Test func saysWhenTheNextFeedFallsDue() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        let (due, end) = (now.adding(seconds: 60), now.adding(seconds: 600))

        let dates = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.postpone(id, until: due, reasons: [])
            var dates = [try unit.refreshes.nextDueDate()]
            _ = try unit.leases.take(id, owner: "a", at: now, until: end)
            dates.append(try unit.refreshes.nextDueDate())
            try unit.subscriptions.setState(.paused, of: id, at: now)
            dates.append(try unit.refreshes.nextDueDate())
            return dates
        }

        #expect(dates == [due, end, nil])
    }
}
