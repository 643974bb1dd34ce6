import Foundation
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What the store remembers of the schedule (http polling A2 21, 23).
struct RememberedScheduleTests {
    private static func feed(_ channel: String) -> String { TestFeed.rss([TestFeed.item("a")], channel: channel) }

    private func state(of bed: ImportTestBed) async throws -> RefreshState {
        let state = try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1) }
        return try #require(state)
    }

    private func reasons(of bed: ImportTestBed) async throws -> [DueReason.Rule] {
        try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.dueReasons(of: 1).map(\.rule)
        }
    }

    @Test func whatTheDocumentSaysIsRememberedForAnswersWithoutOne() async throws {
        try await ImportTestBed.run { bed in
            // Given a document that asks for ten hours of rest, and for none at night
            let channel =
                "<ttl>600</ttl><skipHours><hour>2</hour><hour>24</hour></skipHours>"
                + "<skipDays><day>Sunday</day></skipDays><itunes:complete>yes</itunes:complete>"
            let path = try bed.write(Self.feed(channel))
            try await bed.importFiles([path])

            // When it is the same the next time
            bed.advance(hours: 50)
            let (results, _) = try await bed.importFiles([path])

            // Then
            #expect(results.first?.outcome.word == .unchanged)
            let hints = try await state(of: bed).hints
            #expect(hints.ttlMinutes == 600)
            #expect(hints.skipHours == [2, 0] || hints.skipHours == [0, 2])
            #expect(hints.skipDays == ["Sunday"])
            #expect(hints.isComplete)
            #expect(try await reasons(of: bed).contains(.ttl))
            #expect(try await reasons(of: bed).contains(.complete))
        }
    }

    @Test func aNewDocumentTakesBackWhatTheOldOneSaid() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.feed("<ttl>600</ttl>"))
            try await bed.importFiles([path])
            #expect(try await reasons(of: bed).contains(.ttl))
            _ = try bed.write(Self.feed(""))
            try await bed.importFiles([path])

            #expect(try await !reasons(of: bed).contains(.ttl))
            #expect(try await state(of: bed).hints == PollingHints())
        }
    }

    @Test func theRhythmIsLearnedFromTheStoredEpisodes() async throws {
        try await ImportTestBed.run { bed in
            // Given a document of twenty daily episodes
            let days = (1...20).map { TestFeed.item("n\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(days))
            try await bed.importFiles([path])
            let learned = try await state(of: bed).releaseTimes

            // When it gets one more
            bed.advance(hours: 50)
            _ = try bed.write(TestFeed.rss([TestFeed.item("n21", day: 21)] + days))
            try await bed.importFiles([path])
            let more = try await state(of: bed).releaseTimes

            // Then both are known, newest first, and had a say
            #expect(learned.count == 20)
            #expect(learned.first == Timestamp(rfc3339: "2026-11-20T06:00:00Z"))
            #expect(more.count == 21)
            #expect(more.first == Timestamp(rfc3339: "2026-11-21T06:00:00Z"))
            #expect(more == more.sorted(by: >))
            #expect(try await reasons(of: bed).contains(.rhythm))
        }
    }

    @Test func rule23ARestartAsksForNothingThatIsNotDue() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.feed(""))
            try await bed.importFiles([path])
            let attempt = try await state(of: bed).lastSuccessAt

            // When the process is started ten times in a minute, then nothing is due
            for _ in 0..<10 {
                #expect(try await lease(bed, after: 6).isEmpty)
            }
            let due = try #require(try await state(of: bed).nextDueAt)
            #expect(due.seconds(since: try #require(attempt)) >= 3600)
        }
    }

    @Test func rule21AFeedThatBringsTheProcessDownIsNotAskedAgainAndAgain() async throws {
        try await ImportTestBed.run { bed in
            // Given a feed that is due
            let path = try bed.write(Self.feed(""))
            try await bed.importFiles([path])
            bed.advance(hours: 2)

            // When the process takes it and dies, every minute for an hour
            var count = 0
            for _ in 0..<60 { count += try await lease(bed, after: 60, leaseSeconds: 30).count }

            // Then it was taken once
            #expect(count == 1)
            #expect(try await reasons(of: bed) == [.inFlight])
            bed.advance(hours: 1)
            #expect(try await lease(bed, after: 0).count == 1)
        }
    }

    @Test func rule21AFeedThatBringsTheProcessDownWaitsForAllThatItWouldWaitForIfItFailed() {
        func hours(_ change: (inout DecisionTestBed) -> Void) -> ClosedRange<Int64> {
            let waits = (1...200 as ClosedRange<Int64>).map { id in
                var bed = DecisionTestBed()
                bed.state.subscriptionID = id
                change(&bed)
                return RefreshDecision.provisionalDue(of: RefreshState(bed.state), policy: bed.policy, now: bed.now)
                    .seconds(since: bed.now) / .hour
            }
            return (waits.min() ?? 0)...(waits.max() ?? 0)
        }

        // Nothing is wrong
        #expect(hours { _ in } == 1...1)
        // The document comes whole each time
        #expect(hours { $0.state.validators = HTTPValidators() } == 24...26)
        // The feed asks for more
        #expect(hours { $0.state.hints.ttlMinutes = 1440 } == 24...26)
        #expect(hours { $0.state.hints.isComplete = true }.lowerBound == 7 * 24)
        // The server wants other credentials, or says that the feed is gone
        #expect(hours { $0.state.state = .needsAuth } == 24...26)
        #expect(hours { $0.state.state = .gone }.lowerBound == 30 * 24)
        // It has failed before
        #expect(hours { $0.state.failures = 9 }.upperBound > 12)
    }

    @Test func aFeedThatWasTakenButNotAskedIsDueAsBefore() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.feed(""))
            try await bed.importFiles([path])
            bed.advance(hours: 2)
            let before = try await state(of: bed)
            let taken = try #require(try await lease(bed, after: 0).first)
            #expect(taken == before)
            #expect(try await reasons(of: bed) == [.inFlight])

            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.leases.giveBack(taken, owner: "test")
            }

            #expect(try await state(of: bed) == before)
            #expect(try await reasons(of: bed) == [.interrupted])
            #expect(try await lease(bed, after: 0).count == 1)
            #expect(try await reasons(of: bed) == [.inFlight])
        }
    }

    /// Lets seconds pass and takes what is due then, as a process of its own.
    private func lease(
        _ bed: ImportTestBed,
        after seconds: Int64,
        leaseSeconds: Int64 = 600
    ) async throws -> [RefreshState] {
        bed.advance(seconds: seconds)
        let now = bed.now
        return try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.leases.takeDue(
                at: now,
                limit: 10,
                owner: "test",
                until: now.adding(seconds: leaseSeconds)
            ) { RefreshDecision.provisionalDue(of: $0, policy: RefreshPolicy(), now: now) }
        }
    }
}
