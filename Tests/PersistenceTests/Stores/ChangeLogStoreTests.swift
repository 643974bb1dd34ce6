import PodcastModel
import Testing

@testable import Persistence

struct ChangeLogStoreTests {
    private let now = TestStore.now

    @Test func tellsWhatHappenedInOrder() async throws {
        let store = try await FilledStore.make()

        let changes = try await store.context.perform { unit throws(PersistenceError) in
            try unit.changes.changes(since: 0, limit: 100)
        }

        #expect(changes.map(\.sequence) == (1...Int64(changes.count)).map { $0 })
        let told = changes.map {
            "\($0.entity.rawValue) \($0.kind.rawValue) \($0.fields.joined(separator: ",")) \($0.isBacklog)"
        }
        #expect(
            told == [
                "subscription insert  false", "podcast insert  false", "episode insert  true", "episode insert  true",
                "episode insert  true", "episode insert  true", "episode insert  true", "episode insert  false",
                "subscription update feedURL false", "episode update title false", "episode rekey key,title false",
                "episode remove  false", "episode remove  false", "subscription insert  false",
                "subscription update failingSince false", "subscription update state false",
            ]
        )
        let rest = try await store.context.perform { unit throws(PersistenceError) in
            try unit.changes.changes(since: 3, limit: 2).map(\.sequence)
        }
        #expect(rest == [4, 5])
    }

    @Test func hasNoGapsHoweverManyUnitsFail() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        for number in 1...10 {
            do {
                try await store.context.save { [now] unit throws(PersistenceError) in
                    try unit.episodes.insert(
                        Samples.incoming(number),
                        podcastID: added.podcast,
                        at: now,
                        isBacklog: false
                    )
                    if number % 2 == 0 { throw .notFound(entity: "test", id: 0) }
                }
            } catch {
                #expect(number % 2 == 0)
            }
        }

        let sequences = try await store.integers("SELECT sequence FROM change ORDER BY sequence")
        #expect(sequences == (1...7).map(Int64.init))
    }

    @Test func remembersHowFarAConsumerHasRead() async throws {
        let store = try await FilledStore.make()

        let positions = try await store.context.save { [now] unit throws(PersistenceError) in
            var positions = [
                try unit.changes.consumer("hooks")?.sequence, try unit.changes.consumer("other")?.sequence,
            ]
            try unit.changes.setPosition(ofConsumer: "hooks", to: 5, at: now)
            positions.append(try unit.changes.consumer("hooks")?.sequence)
            try unit.changes.removeConsumer("hooks")
            positions.append(try unit.changes.consumer("hooks")?.sequence)
            return positions
        }

        #expect(positions == [2, nil, 5, nil])
    }

    @Test func trimsOnlyWhatIsOldAndReadByAll() async throws {
        let store = try await FilledStore.make()
        let later = now.adding(seconds: 43_200)
        let longAfter = later.adding(seconds: 9_999_999)

        let (first, second, third, last) = try await store.context.save { [now] unit throws(PersistenceError) in
            let first = try unit.changes.trim(before: later, at: longAfter)
            try unit.changes.setPosition(ofConsumer: "hooks", to: 100, at: now)
            let second = try unit.changes.trim(before: later, at: longAfter)
            try unit.changes.removeConsumer("hooks")
            let third = try unit.changes.trim(before: longAfter, at: longAfter)
            return (first, second, third, try unit.changes.lastSequence())
        }

        // Nine changes are from the first day, then come four of the next.
        #expect(first == 2)
        #expect(second == 7)
        // All but the newest, so that its number is never used again.
        #expect(third == 6)
        #expect(last == 16)
        try await store.context.save { [now] unit throws(PersistenceError) in
            _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://new.example/"), at: now)
        }
        #expect(try await store.integers("SELECT sequence FROM change ORDER BY sequence") == [16, 17])
    }

    @Test func aClockThatWasAheadKeepsNothingFromBeingTrimmed() async throws {
        // Given one change a day, some of them dated ten years ahead
        let store = try await FilledStore.make()
        let day: Int64 = 86_400
        try await store.damage("UPDATE change SET at = \(now.epochSeconds) + sequence * \(day)")
        try await store.damage("UPDATE change SET at = at + 3650 * \(day) WHERE sequence IN (3, 12, 15, 16)")

        // When
        let (first, second) = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.changes.removeConsumer("hooks")
            let today = now.adding(seconds: 17 * day)
            return (
                try unit.changes.trim(before: now.adding(seconds: 6 * day), at: today),
                try unit.changes.trim(before: now.adding(seconds: 14 * day + 1), at: today)
            )
        }

        // Then those are as old as the ones after them, and the last ones no older than those before
        #expect(first == 5)
        #expect(second == 9)
        #expect(try await store.integers("SELECT sequence FROM change ORDER BY sequence") == [15, 16])
    }

    @Test func printsUnderThePromisedNames() throws {
        let change = StoreChange(
            sequence: 7,
            at: now,
            entity: .episode,
            id: 3,
            podcastID: 1,
            kind: .update,
            fields: ["title"],
            title: nil,
            isBacklog: false
        )

        #expect(
            try JSONValue(encoding: change).text
                == #"{"sequence":7,"at":"2026-11-01T00:00:00Z","entity":"episode","id":3,"podcast":1,"kind":"update","fields":["title"],"title":null,"backlog":false}"#
        )
    }
}
