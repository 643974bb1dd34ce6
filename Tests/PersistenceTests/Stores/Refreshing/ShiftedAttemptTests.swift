import PodcastModel
import Testing

@testable import Persistence

/// What a clock has dated that was set while the process ran (http polling A1 12, A2 23, A3 39).
struct ShiftedAttemptTests {
    private let now = TestStore.now

    @Test(arguments: [-34_560_000, 1_728_000] as [Int64])
    func nothingOfTheOldTimeStaysBehind(seconds: Int64) async throws {
        // Given a feed that was asked by the old time, which had been seen to move before that
        let store = try await TestStore.withFeeds(dueIn: [0])
        let asked = now.adding(seconds: -seconds)
        let due = asked.adding(seconds: 3600)
        let seen = now.adding(seconds: -100_000_000)
        try await store.context.save { unit throws(PersistenceError) in
            let reasons = [
                DueReason(rule: .spread, detail: "“1 min” more"),
                DueReason(rule: .maxAge, detail: "", notBefore: due),
            ]
            let validators = HTTPValidators(etag: "\"1\"")
            let success = RefreshSuccess(at: asked, validators: validators, nextDueAt: due, dueReasons: reasons)
            try unit.refreshes.recordSuccess(success, of: 1)
        }
        try await store.damage(
            """
            UPDATE subscription SET failures = 1, failingSince = \(asked.epochSeconds),
              pendingMoveURL = 'https://new.example/', pendingMoveCause = 'redirect', pendingMoveSightings = 2,
              pendingMoveFirstSeenAt = \(seen.epochSeconds), pendingMoveLastSeenAt = \(asked.epochSeconds),
              pendingMoveLookedAt = \(asked.epochSeconds), pendingMoveProblem = 'nothing there'
            """
        )

        // When the clock is set right
        let dates = ShiftedDates(
            first: asked.adding(seconds: -60),
            last: asked.adding(seconds: 60),
            seconds: seconds,
            uncertain: (now.adding(seconds: 30), now.adding(seconds: 60))
        )
        let count = try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.shiftAttempts(dates)
        }

        // Then all is as if it had been right before; what an earlier process has dated is as it was
        #expect(count == 1)
        #expect(try await store.dueTimes() == [3_600])
        for column in [
            "lastAttemptAt", "lastSuccessAt", "lastDocumentAt", "validatorsAt", "failingSince",
            "pendingMoveLastSeenAt", "pendingMoveLookedAt",
        ] {
            #expect(
                try await store.integers("SELECT \(column) FROM subscription") == [now.epochSeconds],
                "\(column)"
            )
        }
        #expect(
            try await store.integers("SELECT pendingMoveFirstSeenAt FROM subscription") == [seen.epochSeconds]
        )
        let reasons = try await store.context.perform { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 1)
        }
        #expect(reasons.map(\.rule) == [.spread, .maxAge])
        #expect(reasons.map(\.detail) == ["“1 min” more", ""])
        #expect(reasons.map { $0.notBefore?.seconds(since: now) } == [nil, 3_600])
    }

    @Test(arguments: [
        "dueReasons = '[1, \"a\", [2], null]'", "dueReasons = '{\"rule\": 1}'", "dueReasons = '[1e999]'",
        "dueReasons = '[{\"notBefore\": \"soon\"}]'", "dueReasons = 'x'", "failures = 1", "etag = 'x'",
        "pendingMoveURL = 'x'",
    ])
    func aDamagedRowKeepsNoFeedFromBeingMoved(damage: String) async throws {
        let store = try await TestStore.withFeeds(dueIn: [3_600, 3_600])
        try await store.damage("UPDATE subscription SET lastAttemptAt = \(now.epochSeconds)")
        try await store.outside("PRAGMA ignore_check_constraints = ON")
        try await store.damage("UPDATE subscription SET \(damage) WHERE id = 1")
        try await store.outside("PRAGMA ignore_check_constraints = OFF")

        let count = try await store.context.save { [now] unit throws(PersistenceError) in
            let recent = (now.adding(seconds: 86_400), now.adding(seconds: 86_400))
            let dates = ShiftedDates(first: now, last: now, seconds: 86_400, uncertain: recent)
            return try unit.refreshes.shiftAttempts(dates)
        }

        #expect(count == 2)
        #expect(try await store.dueTimes() == [90_000, 90_000])
    }
}
