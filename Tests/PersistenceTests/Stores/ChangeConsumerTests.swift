import PodcastModel
import Testing

@testable import Persistence

struct ChangeConsumerTests {
    private let now = TestStore.now

    @Test func listsConsumersWithWhatWasBeingDelivered() async throws {
        let store = try await FilledStore.make()
        let delivery = ChangeDelivery(sequence: 5, file: "8:1", offset: 100, bytes: 50)

        let consumers = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.changes.setPosition(ofConsumer: "another", to: 0, at: now)
            #expect(try unit.changes.announce(delivery, toConsumer: "hooks", from: 2, at: now))
            return try unit.changes.consumers()
        }

        #expect(
            consumers == [
                ChangeConsumer(name: "another", sequence: 0, updatedAt: now, pending: nil),
                ChangeConsumer(name: "hooks", sequence: 2, updatedAt: now, pending: delivery),
            ]
        )
    }

    @Test func noticesThatSomebodyElseReadsUnderTheSameName() async throws {
        let store = try await FilledStore.make()

        let (first, second, announced, left) = try await store.context.save { [now] unit throws(PersistenceError) in
            (
                try unit.changes.advance(consumer: "hooks", from: 2, to: 5, at: now),
                try unit.changes.advance(consumer: "hooks", from: 2, to: 5, at: now),
                try unit.changes.announce(
                    ChangeDelivery(sequence: 9, file: "8:1", offset: 0, bytes: 1),
                    toConsumer: "hooks",
                    from: 2,
                    at: now
                ),
                try unit.changes.consumer("hooks")
            )
        }

        #expect([first, second, announced] == [true, false, false])
        #expect(left?.sequence == 5)
        #expect(left?.pending == nil)
    }

    @Test func announcesOneDeliveryAtATime() async throws {
        let store = try await FilledStore.make()
        let delivery = ChangeDelivery(sequence: 5, file: "8:1", offset: 100, bytes: 50)

        let (answers, settled) = try await store.context.save { [now] unit throws(PersistenceError) in
            let changes = unit.changes
            let answers = [
                try changes.announce(delivery, toConsumer: "hooks", from: 2, at: now),
                // Who else is there at the same number has to let the first one finish.
                try changes.announce(delivery, toConsumer: "hooks", from: 2, at: now),
                // It never arrived, and that is settled.
                try changes.advance(consumer: "hooks", from: 2, to: 2, at: now),
                try changes.announce(delivery, toConsumer: "hooks", from: 2, at: now),
            ]
            _ = try changes.advance(consumer: "hooks", from: 2, to: 5, at: now)
            return (answers, try changes.consumer("hooks"))
        }

        #expect(answers == [true, false, true, true])
        #expect(settled == ChangeConsumer(name: "hooks", sequence: 5, updatedAt: now, pending: nil))
    }

    @Test func trimsALongLogInPortions() async throws {
        let store = try await TestStore(inMemory: true)
        let count = ChangeLogStore.trimLimit * 2
        try await store.damage(
            """
            WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < \(count + 5))
            INSERT INTO change (at, entity, entityId, kind, backlog) SELECT n, 'episode', 1, 'update', 0 FROM number
            """
        )

        let trimmed = try await store.context.save { unit throws(PersistenceError) in
            let moment = Timestamp(epochSeconds: count + 1)
            return [
                try unit.changes.trim(before: moment, at: moment), try unit.changes.trim(before: moment, at: moment),
                try unit.changes.trim(before: moment, at: moment),
            ]
        }

        #expect(trimmed == [Int(count) / 2, Int(count) / 2, 0])
        #expect(try await store.integers("SELECT min(sequence) FROM change") == [count + 1])
    }
}
