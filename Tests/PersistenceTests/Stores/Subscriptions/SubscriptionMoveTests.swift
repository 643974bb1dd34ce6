import PodcastModel
import Testing

@testable import Persistence

struct SubscriptionMoveTests {
    private let now = TestStore.now

    @Test func countsTheSightingsOfAMoveAndStartsAgainForAnother() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let moves = try await store.context.save { [now] unit throws(PersistenceError) in
            var moves: [PendingMove?] = []
            for (seconds, url) in [(0, "https://b.example/"), (60, "https://b.example/"), (120, "https://c.example/")] {
                moves.append(
                    try unit.subscriptions.noteMove(
                        of: id,
                        to: url,
                        cause: .redirect,
                        at: now.adding(seconds: Int64(seconds))
                    )
                )
            }
            try unit.subscriptions.forgetMove(of: id)
            moves.append(try unit.refreshes.history(of: id).pendingMove)
            return moves
        }

        #expect(moves.map { $0?.sightings } == [1, 2, 1, nil])
        #expect(moves[1]?.firstSeenAt == now)
        #expect(moves[1]?.lastSeenAt == now.adding(seconds: 60))
        #expect(moves[2]?.firstSeenAt == now.adding(seconds: 120))
        #expect(moves[2]?.cause == .redirect)
    }

    @Test func whatTheSiteLeadsToIsNoSightingOfARedirect() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let moves = try await store.context.save { [now] unit throws(PersistenceError) in
            var moves: [PendingMove?] = []
            for (day, cause) in [(0, MoveCause.site), (14, .site), (16, .redirect), (17, .newFeedURL), (30, .site)] {
                let at = now.adding(seconds: Int64(day) * 86_400)
                moves.append(try unit.subscriptions.noteMove(of: id, to: "https://b.example/", cause: cause, at: at))
            }
            return moves
        }

        #expect(moves.map { $0?.sightings } == [1, 2, 1, 2, 1])
        #expect(moves[2]?.firstSeenAt == now.adding(seconds: 16 * 86_400))
    }

    @Test func whoeverFollowsWhereAFeedIsSeenToMoveIsToldOfThatFeed() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let old = try await store.add(feedURL: "https://a.example/feed").subscription
        let new = try await store.add(feedURL: "https://b.example/feed").subscription
        let other = try await store.add(feedURL: "https://c.example/feed").subscription

        // When
        let found = try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.subscriptions.noteMove(of: old, to: "http://b.example/feed/", cause: .redirect, at: now)
            return try unit.subscriptions.lookalikes(of: [old, new, other])
        }

        // Then
        #expect(found[new]?.alike == [old])
        #expect(found[old] == nil && found[other] == nil)
    }

    @Test func addressesThatLookLikeAnotherAreFoundAtItsHosts() async throws {
        // Given addresses that are each at the edge of what a host's begin with
        let store = try await TestStore(inMemory: true)
        let addresses = [
            "https://feeds.feedburner.com/Show", "http://feeds2.feedburner.com/show?format=xml",
            "http://feedburner.com/show", "https://a.example/", "http://www.a.example?format=xml",
            "https://a.example:8080/f", "http://a.example:8080/F", "https://a.example.org/",
            "https://b.example/rss?auth=OLD", "https://b.example/rss?auth=NEW",
            "/srv/show.xml", "/srv/show.xml.old",
        ]
        var ids: [Int64] = []
        for address in addresses { ids.append(try await store.add(feedURL: address).subscription) }
        let all = ids

        // When each is asked for alone, and all at once
        let (alone, together) = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.recordFailure(
                RefreshFailure(at: now, kind: .forbidden, message: "403", nextDueAt: now),
                of: all[8]
            )
            var alone: [Int64: Lookalikes] = [:]
            for id in all { alone[id] = try unit.subscriptions.lookalikes(of: [id])[id] }
            return (alone, try unit.subscriptions.lookalikes(of: all))
        }

        // Then
        #expect(alone == together)
        let alike = all.map { alone[$0]?.alike ?? [] }
        let expected = [[1, 2], [0, 2], [0, 1], [4], [3], [6], [5]].map { $0.map { all[$0] } }
        #expect(alike == expected + Array(repeating: [], count: 5))
        #expect(alone[all[9]]?.failing == [all[8]])
    }

    @Test func aFeedIsFoundByTheAddressThatItIsSeenToMoveTo() async throws {
        // Given two feeds that are seen to move to one address, one that has left it, and one that is asked by another
        let store = try await TestStore(inMemory: true)
        for host in "abcd" { _ = try await store.add(feedURL: "https://\(host).example/feed") }
        let (found, none) = try await store.context.save { [now] unit throws(PersistenceError) in
            for id in [3, 2, 1] as [Int64] {
                _ = try unit.subscriptions.noteMove(of: id, to: "http://www.x.example/f/", cause: .redirect, at: now)
            }
            _ = try unit.subscriptions.noteMove(of: 3, to: "https://y.example/", cause: .redirect, at: now)
            try unit.subscriptions.markDuplicate(4, of: 1, at: now)
            _ = try unit.subscriptions.noteMove(of: 4, to: "http://x.example/f", cause: .redirect, at: now)

            // When
            let found = try unit.subscriptions.subscriptions(movingTo: "https://x.example/f")
            try unit.subscriptions.forgetMove(of: 1)
            _ = try unit.subscriptions.move(2, to: "http://www.x.example/f/", cause: .redirect, at: now)
            return (found, try unit.subscriptions.subscriptions(movingTo: "https://x.example/f"))
        }

        // Then
        #expect(found == [1, 2])
        #expect(none == [])
        #expect(try await store.manager.care().check().isSound)
    }

    @Test func aMoveKeepsTheRowDropsTheValidatorsAndCanBeTakenBack() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(feedURL: "https://a.example/feed", episodes: [Samples.incoming(1)])
        let id = added.subscription

        let (moved, state, undone) = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.recordSuccess(
                RefreshSuccess(
                    at: now,
                    validators: HTTPValidators(etag: "1"),
                    document: .init(bodyDigest: 1, parserVersion: 1, itemCount: 1),
                    nextDueAt: now
                ),
                of: id
            )
            _ = try unit.subscriptions.noteMove(of: id, to: "https://b.example/feed", cause: .redirect, at: now)
            let outcome = try unit.subscriptions.move(id, to: "https://b.example/feed", cause: .redirect, at: now)
            let moved = (outcome, try unit.subscriptions.subscription(id: id))
            let state = try unit.refreshes.state(id: id)
            let undo = try unit.subscriptions.undoMove(of: id, at: now)
            return (moved, state, (undo, try unit.subscriptions.subscription(id: id)))
        }

        #expect(moved.0 == .moved)
        #expect(moved.1?.feedURL == "https://b.example/feed")
        #expect(moved.1?.movedFrom == ["https://a.example/feed"])
        #expect(moved.1?.pendingMove == nil)
        #expect(state?.validators.isEmpty == true)
        #expect(state?.bodyDigest == nil)
        #expect(undone.0 == .moved)
        #expect(undone.1?.feedURL == "https://a.example/feed")
        #expect(undone.1?.movedFrom == ["https://b.example/feed"])
        #expect(undone.1?.episodeCount == 1)
    }

    @Test func movesToTheSecureSpellingOfItsOwnAddress() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add(feedURL: "http://a.example/feed").subscription

        let outcome = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.move(id, to: "https://a.example/feed", cause: .redirect, at: now)
        }

        #expect(outcome == .moved)
    }

    @Test func aMoveOntoAnotherSubscriptionChangesNothing() async throws {
        let store = try await TestStore(inMemory: true)
        let first = try await store.add(feedURL: "https://a.example/feed").subscription
        let second = try await store.add(feedURL: "https://b.example/feed").subscription

        let (outcome, feedURL, due) = try await store.context.save { [now] unit throws(PersistenceError) in
            let outcome = try unit.subscriptions.move(second, to: "http://a.example/feed", cause: .redirect, at: now)
            try unit.subscriptions.markDuplicate(second, of: first, at: now)
            return (
                outcome, try unit.subscriptions.subscription(id: second)?.feedURL,
                try unit.refreshes.dueSubscriptionIDs(at: now)
            )
        }

        #expect(outcome == .duplicate(of: first))
        #expect(feedURL == "https://b.example/feed")
        #expect(due == [first])
    }

    @Test func aDuplicateIsNotPolled() async throws {
        let store = try await TestStore(inMemory: true)
        let ids = [
            try await store.add(feedURL: "https://a.example/feed").subscription,
            try await store.add(feedURL: "https://b.example/feed").subscription,
        ]

        let (before, after) = try await store.context.save { [now] unit throws(PersistenceError) in
            let before = try unit.refreshes.polledSubscriptions()
            try unit.subscriptions.markDuplicate(ids[1], of: ids[0], at: now)
            return (before, try unit.refreshes.polledSubscriptions())
        }

        #expect(before == ids)
        #expect(after == [ids[0]])
    }

    @Test func takesOneMoveBackAfterTheOther() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add(feedURL: "https://a.example/feed").subscription

        let addresses = try await store.context.save { [now] unit throws(PersistenceError) in
            for place in ["b", "c"] {
                _ = try unit.subscriptions.move(id, to: "https://\(place).example/feed", cause: .user, at: now)
            }
            var addresses: [String?] = []
            for _ in 0..<3 {
                let outcome = try unit.subscriptions.undoMove(of: id, at: now)
                addresses.append(outcome == nil ? nil : try unit.subscriptions.subscription(id: id)?.feedURL)
            }
            _ = try unit.subscriptions.move(id, to: "https://d.example/feed", cause: .redirect, at: now)
            _ = try unit.subscriptions.undoMove(of: id, at: now)
            addresses.append(try unit.subscriptions.subscription(id: id)?.feedURL)
            return addresses
        }

        let (first, second) = ("https://a.example/feed", "https://b.example/feed")
        #expect(addresses == [second, first, nil, first])
    }

    @Test func undoesNothingWhereNothingMoved() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let outcome = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.undoMove(of: id, at: now)
        }

        #expect(outcome == nil)
    }

    @Test func holdsADocumentUntilItIsReleased() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        let (sightings, body, state, released) = try await store.context.save { [now] unit throws(PersistenceError) in
            var sightings: [Int?] = []
            for (reason, text) in [("empty", "one"), ("empty", "two"), ("mass-removal", "three")] {
                try unit.heldDocuments.hold(
                    id,
                    body: Array(text.utf8),
                    bodyDigest: .max,
                    contentType: nil,
                    reason: reason,
                    detail: "so",
                    at: now
                )
                sightings.append(try unit.heldDocuments.head(of: id)?.sightings)
            }
            let held = try unit.heldDocuments.document(of: id)
            let state = try unit.refreshes.state(id: id)?.state
            try unit.heldDocuments.release(of: id, at: now)
            return (
                sightings, held?.body, state,
                (try unit.heldDocuments.document(of: id), try unit.refreshes.state(id: id)?.state)
            )
        }

        #expect(sightings == [1, 2, 1])
        #expect(body == Array("three".utf8))
        #expect(state == .held)
        #expect(released.0 == nil)
        #expect(released.1 == .active)
    }
}
