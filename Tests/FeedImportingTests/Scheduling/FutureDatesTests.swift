import FeedImporting
import Logging
import Persistence
import PodcastModel
import TestSupport
import Testing

/// Which of two clocks is believed when an earlier run was later than this one (http polling A2 18, 23, A3 39).
struct FutureDatesTests {
    /// When the feed was asked, and its host for a pause, by a clock that was right.
    private let asked = Timestamp(epochSeconds: 1_793_491_200)

    private static let logger = Logger.silent

    private func store() async throws -> PersistenceManager {
        let persistence = PersistenceManager(configuration: .init(location: .memory), logger: Self.logger)
        try await persistence.loadPersistentStore()
        try await persistence.newBackgroundContext().save { [asked] unit throws(PersistenceError) in
            let feed = NewSubscription(feedURL: "https://slow.example/feed")
            let id = try unit.subscriptions.subscribe(to: feed, at: asked.adding(seconds: -86_400)).id
            let due = asked.adding(seconds: 3600)
            let success = RefreshSuccess(at: asked, validators: HTTPValidators(etag: "\"1\""), nextDueAt: due)
            try unit.refreshes.recordSuccess(success, of: id)
            try unit.fetches.record(FetchRecord(at: asked, outcome: "imported"), of: id)
            try unit.hosts.pause("slow.example", until: due, reason: .rateLimited, at: asked)
        }
        return persistence
    }

    /// When the feed is due and the pause ends, in seconds after it was asked.
    private func ends(_ persistence: PersistenceManager) async throws -> [Int64?] {
        try await persistence.mainContext().perform { [asked] unit throws(PersistenceError) in
            let due = try unit.refreshes.nextDueDate()
            let pause = try unit.hosts.host(named: "slow.example")?.pausedUntil
            return [due, pause].map { $0?.seconds(since: asked) }
        }
    }

    private func dates(_ persistence: PersistenceManager, _ earliest: Timestamp?) -> FutureDates {
        FutureDates(
            persistence: persistence,
            earliest: earliest,
            provisionalDue: { _, now in now.adding(seconds: 3600) },
            logger: Self.logger
        )
    }

    @Test(arguments: [31_536_000, 315_360_000, 1_793_491_200] as [Int64])
    func aClockBehindTheProgramItselfMendsNothing(seconds: Int64) async throws {
        // Given
        let persistence = try await store()
        let earliest = asked.adding(seconds: -86_400)
        let dates = dates(persistence, earliest)

        // When
        try await dates.mend(at: asked.adding(seconds: -seconds))

        // Then the feed is not due as soon as the clock is right again
        #expect(try await ends(persistence) == [3600, 3600])
    }

    @Test func whatWasBeingAskedByAClockThatWasAheadWaitsAsIfItWereAskedNow() async throws {
        // Given a feed that was being asked when the process died, years ahead
        let persistence = try await store()
        let due = asked.adding(seconds: 200_000_000)
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.refreshes.postpone(1, until: due, reasons: [DueReason(rule: .inFlight, detail: "")])
        }

        // When
        try await dates(persistence, nil).mend(at: asked.adding(seconds: 60))

        // Then
        #expect(try await ends(persistence) == [3660, 3600])
    }

    @Test(arguments: [nil, Timestamp(epochSeconds: 1_793_400_000)])
    func aClockThatMayBeRightMendsWhatIsOfItsFuture(earliest: Timestamp?) async throws {
        let persistence = try await store()
        let dates = dates(persistence, earliest)

        try await dates.mend(at: asked.adding(seconds: -72_000))

        #expect(try await ends(persistence) == [3600 - 72_000, 3600 - 72_000])
    }
}
