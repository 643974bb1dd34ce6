import PodcastModel
import Testing

@testable import Persistence

/// What a clock has dated that was ahead and has been set back while nobody looked (http polling A2 23).
struct FutureAttemptTests {
    private let now = TestStore.now

    /// Notes that a feed was asked so many seconds from now, and is due an hour later.
    private func ask(_ id: Int64, in seconds: Int64, _ store: TestStore) async throws {
        let asked = now.adding(seconds: seconds)
        try await store.context.save { unit throws(PersistenceError) in
            let due = asked.adding(seconds: 3600)
            let success = RefreshSuccess(
                at: asked,
                validators: HTTPValidators(etag: "\"1\""),
                nextDueAt: due,
                dueReasons: [
                    DueReason(rule: .spread, detail: ""), DueReason(rule: .interval, detail: "", notBefore: due),
                ]
            )
            try unit.refreshes.recordSuccess(success, of: id)
            try unit.fetches.record(FetchRecord(at: asked, outcome: "imported"), of: id)
        }
    }

    private func mend(_ store: TestStore, longestPause: Int64 = 7 * 86_400) async throws -> Int {
        try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.refreshes.mendFutureAttempts(at: now, longestPause: longestPause) { state in
                now.adding(seconds: state.subscriptionID * 86_400)
            }
        }
    }

    private func dueTimes(_ store: TestStore) async throws -> [Int64] {
        let times = try await store.integers("SELECT nextDueAt FROM subscription ORDER BY id")
        return times.map { $0 - now.epochSeconds }
    }

    @Test func feedsThatTheHistoryDoesNotTellAreFoundByTheirLongWait() async throws {
        let store = try await TestStore.withFeeds(dueIn: [7 * 86_400, 7 * 86_400, 90_000])
        try await store.damage("UPDATE subscription SET lastAttemptAt = nextDueAt - 3600 WHERE id <> 2")
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds) WHERE id = 2")

        let mended = try await mend(store)

        #expect(mended == 2)
        // The second one really waits a week; it was asked today.
        #expect(try await dueTimes(store) == [3_600, 7 * 86_400, 3_600])
    }

    @Test(arguments: [20 * 3600, 900, 3_000_000_000] as [Int64])
    func aFeedThatWasAskedInTheFutureCountsAsAskedNowHoweverFarThatIs(ahead: Int64) async throws {
        // Given a feed asked a moment ago, and two by a clock that was ahead, one of which is not refreshed any more
        let store = try await TestStore.withFeeds(dueIn: [0, 0, 0])
        try await ask(1, in: -60, store)
        try await ask(2, in: ahead, store)
        try await ask(3, in: ahead + 1, store)
        try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.subscriptions.setState(.paused, of: 3, at: now)
        }

        // When
        let mended = try await mend(store)
        let again = try await mend(store)

        // Then nothing is left of the future
        #expect(mended == 2 && again == 0)
        #expect(try await dueTimes(store) == [3_540, 3_600, -now.epochSeconds])
        for column in ["lastAttemptAt", "lastSuccessAt", "lastDocumentAt", "validatorsAt"] {
            let times = try await store.integers("SELECT \(column) FROM subscription ORDER BY id")
            #expect(times.map { $0 - now.epochSeconds } == [-60, 0, 0], "\(column)")
        }
        let fetches = try await store.integers("SELECT at FROM fetch ORDER BY id")
        #expect(fetches.map { $0 - now.epochSeconds } == [-60, 0, 0])
        let reasons = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 2)
        }
        #expect(reasons.map { $0.notBefore?.seconds(since: now) } == [nil, 3_600])
    }

    @Test func aMomentOfTheFutureIsNone() async throws {
        let store = try await TestStore.withFeeds(dueIn: [0])
        try await ask(1, in: 200, store)

        #expect(try await mend(store) == 0)
        #expect(try await dueTimes(store) == [3_800])
    }

    @Test func whatOthersAskWhileTheStoreIsWaitedForIsNotOfTheFuture() async throws {
        // Given a feed that was asked two seconds after this began, and one that has been taken since
        let dueTimes: [Int64] = [90_002, 2 * 86_400 + 2]
        let store = try await TestStore.withFeeds(dueIn: dueTimes)
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds + 2) WHERE id = 1")
        let due = now.adding(seconds: dueTimes[1])
        try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.postpone(2, until: due, reasons: [DueReason(rule: .inFlight, detail: "")])
        }

        // When
        let mended = try await mend(store)

        // Then
        #expect(mended == 0)
        #expect(try await self.dueTimes(store) == dueTimes)
    }

    @Test func aMoveThatWasSeenInTheFutureCountsAsSeenNow() async throws {
        // Given
        let store = try await TestStore.withFeeds(dueIn: [0])
        try await ask(1, in: 150_000_000, store)
        let later = now.adding(seconds: 150_000_000).epochSeconds
        try await store.damage(
            """
            UPDATE subscription SET pendingMoveURL = 'https://new.example/', pendingMoveCause = 'redirect',
              pendingMoveSightings = 1, pendingMoveFirstSeenAt = \(later), pendingMoveLastSeenAt = \(later)
            """
        )

        // When
        _ = try await mend(store)

        // Then it is believed as soon as any other
        for column in ["pendingMoveFirstSeenAt", "pendingMoveLastSeenAt"] {
            #expect(try await store.integers("SELECT \(column) FROM subscription") == [now.epochSeconds], "\(column)")
        }
    }

    @Test(arguments: [DueReason.Rule.inFlight, .interrupted])
    func aFeedThatWasBeingAskedInTheFutureWaitsForNoLongerThanIfThatWereNow(rule: DueReason.Rule) async throws {
        // Given feeds that a process had when it died or was stopped, of which one waits for less, and one of neither
        let store = try await TestStore.withFeeds(dueIn: [0, 0, 0])
        for (id, seconds, rule) in [(1, 150_000_000, rule), (2, 90_000, rule), (3, 150_000_000, .gone)] {
            let moment = now.adding(seconds: Int64(seconds))
            try await store.context.save { unit throws(PersistenceError) in
                try unit.refreshes.postpone(Int64(id), until: moment, reasons: [DueReason(rule: rule, detail: "")])
            }
        }

        // When
        let mended = try await mend(store)

        // Then
        #expect(mended == 1)
        #expect(try await dueTimes(store) == [86_400, 90_000, 150_000_000])
    }

    @Test func whatWasWantedOrAddedInTheFutureIsDue() async throws {
        // Given a feed that was added by a clock that was ahead, and others that somebody wanted asked then
        let store = try await TestStore.withFeeds(dueIn: [150_000_000, 0, 0])
        let later = now.adding(seconds: 150_000_000)
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.refreshes.request(of: 2, at: later)
            try unit.refreshes.postpone(3, until: later, reasons: [DueReason(rule: .changed, detail: "")])
        }

        // When
        let mended = try await mend(store)

        // Then they are, and it is known why
        #expect(mended == 3)
        #expect(try await dueTimes(store) == [0, 0, 0])
        let rules = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 2).map(\.rule)
        }
        #expect(rules == [.retry])
    }

    @Test func aFeedThatWasPutOffIntoTheFirstHourThatItDoesNotSkipIsDue() async throws {
        let store = try await TestStore.withFeeds(dueIn: [0])
        let pause = now.adding(seconds: 150_000_000)
        try await store.context.save { unit throws(PersistenceError) in
            let reasons = [
                DueReason(rule: .hostPaused, detail: "", notBefore: pause),
                DueReason(rule: .skipHours, detail: "", notBefore: pause.adding(seconds: 1800)),
            ]
            try unit.refreshes.postpone(1, until: pause.adding(seconds: 2000), reasons: reasons)
        }

        #expect(try await mend(store) == 1)
        #expect(try await dueTimes(store) == [0])
    }

    @Test(arguments: [DueReason.Rule.hostPaused, .outage, .localTrouble], [false, true])
    func feedsThatWerePutOffUntilAMomentInTheFutureAreDue(rule: DueReason.Rule, withOthersAsked: Bool) async throws {
        // Given feeds that were not asked, for reasons that were none of their own, and one whose own rules hold
        let store = try await TestStore.withFeeds(dueIn: [30 * 86_400, 6 * 86_400, 30 * 86_400, 0])
        for (id, days, rule) in [(1, 30, rule), (2, 6, rule), (3, 30, .gone)] {
            let moment = now.adding(seconds: Int64(days) * 86_400)
            try await store.context.save { unit throws(PersistenceError) in
                let reason = DueReason(rule: rule, detail: "", notBefore: moment)
                try unit.refreshes.postpone(Int64(id), until: moment, reasons: [reason])
            }
        }
        if withOthersAsked { try await ask(4, in: 86_400, store) }

        let mended = try await mend(store)

        // Then the one is due whose pause is longer than any is, and both if the clock is known to have been ahead
        #expect(mended == (withOthersAsked ? 3 : 1))
        #expect(
            try await dueTimes(store)
                == (withOthersAsked ? [0, 0, 30 * 86_400, 3_600] : [0, 6 * 86_400, 30 * 86_400, 0])
        )
    }
}
