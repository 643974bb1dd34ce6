import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing
import TestSupport

@testable import FeedImporting

/// Several processes, one store, one host.
struct SharedHostTests {
    private static let url = "http://show.example/feed"

    /// Runs a test with the turns of another process beside those of the bed.
    private static func besideAnother(_ test: (WebTestBed, TurnFile) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "turns-\(UUID())"
        let clock = SteppingClock()
        let milliseconds: @Sendable () -> Int64 = {
            1 + clock.now.offset.components.seconds * 1000 + clock.now.offset.components.attoseconds
                / 1_000_000_000_000_000
        }
        let other = try TurnFile(path: path, milliseconds: milliseconds)
        try await WebTestBed.run(
            clock: clock,
            turns: try TurnFile(path: path, milliseconds: milliseconds),
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in try await test(bed, other) }
        )
        try FileManager.default.removeItem(atPath: path)
    }

    @Test(.timeLimit(.minutes(10)))
    func aHostThatAnotherProcessIsAskingIsWaitedFor() async throws {
        try await Self.besideAnother { bed, other in
            let clock = bed.clock
            // Given
            #expect(other.enter(host: "show.example", spacing: .seconds(1)) == nil)

            // When
            let importing = Task { try await bed.importFeeds([Self.url]) }
            try await until { clock.now.offset >= .seconds(60) }
            #expect(bed.server.requests.isEmpty)
            let end = clock.now.offset
            other.leave(host: "show.example")

            // Then
            let results = try await importing.value.results
            #expect(results.map(\.outcome.word) == [.imported])
            #expect(clock.now.offset - end >= .seconds(1))
            // And the turn was given back
            clock.advance(by: .seconds(2))
            #expect(other.enter(host: "show.example", spacing: .seconds(1)) == nil)
        }
    }

    /// No lease is taken on a feed that the store does not know.
    @Test(.timeLimit(.minutes(10)))
    func whatAHostHasToldAnotherProcessHoldsForAFeedThatNobodyKnows() async throws {
        try await Self.besideAnother { bed, other in
            let clock = bed.clock
            // Given a feed that waits for its host, which another process is asking
            #expect(other.enter(host: "show.example", spacing: .seconds(1)) == nil)
            let importing = Task { try await bed.importFeeds([Self.url], isNamed: true) }
            try await until { clock.now.offset >= .seconds(60) }

            // When that one is told to leave the host alone
            let now = clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.hosts.pause("show.example", until: now.adding(seconds: 600), reason: .rateLimited, at: now)
            }
            other.leave(host: "show.example")

            // Then the feed is put off
            let results = try await importing.value.results
            #expect(results.map(\.outcome.word) == [.postponed])
            #expect(results.first?.warnings.map(\.kind.rawValue) == ["host-paused"])
            #expect(bed.server.requests.isEmpty)
            // And it is given back
            #expect(other.claim(feed: Self.url))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func whoDoesNotWaitForAFeedDoesNotWaitForItsHostEither(isKnown: Bool) async throws {
        try await Self.besideAnother { bed, other in
            let clock = bed.clock
            // Given a feed whose host another process is asking for it
            if isKnown { try await bed.importFeeds([Self.url]) }
            clock.advance(by: .seconds(10))
            let asked = bed.asked.count
            #expect(other.enter(host: "show.example", spacing: .seconds(1)) == nil)
            if isKnown {
                other.begin(run: "other")
                let now = clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.leases.take(1, owner: "other", at: now, until: now.adding(seconds: 900))
                }
            } else {
                #expect(other.claim(feed: Self.url))
            }
            let start = clock.now

            // When
            let (results, report) = try await bed.importFeeds([Self.url], isNamed: true) { $0.whenLeased = .fail }

            // Then
            #expect(results.map(\.outcome.word) == [.failed])
            // What the store knows of the feed is told although it was not asked.
            #expect(results.map(\.podcastID) == [isKnown ? 1 : nil])
            #expect(results.map(\.title) == [isKnown ? "Show" : nil])
            #expect(report.failureClasses == [.busy])
            #expect(report.failed == 1 && report.notStarted == 0)
            #expect(clock.now == start)
            #expect(bed.asked.count == asked)

            // And one that nobody is at work on is taken as ever
            other.leave(host: "show.example")
            other.end(run: "other")
            other.release(feed: Self.url)
            let (free, _) = try await bed.importFeeds([Self.url], isNamed: true) { $0.whenLeased = .fail }
            #expect(free.map(\.outcome.word) == [isKnown ? .unchanged : .imported])
        }
    }

    @Test func whatAProcessHadWhenItDiedIsDueAsIfNobodyHadIt() async throws {
        let path = NSTemporaryDirectory() + "turns-\(UUID())"
        let (other, own) = (try TurnFile(path: path), try TurnFile(path: path))
        try await WebTestBed.run(script: { _ in ServerStep.response(404) }) { bed in
            // Given two feeds that others have, one of whom is not seen to be there
            let now = bed.clock.timestamp
            let until = now.adding(seconds: 900)
            other.begin(run: "other")
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                for (name, owner) in [("a", "other"), ("b", "own")] {
                    let wish = NewSubscription(feedURL: "http://\(name).example/feed")
                    let id = try unit.subscriptions.subscribe(to: wish, at: now).id
                    _ = try unit.leases.take(id, owner: owner, at: now, until: until)
                }
            }
            @Sendable func due(_ turns: TurnFile?) async throws -> [String] {
                try await AbandonedLeases(turns: turns, persistence: bed.persistence).end(at: now, except: "own")
                return try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.dueStates(at: now).map(\.feedURL)
                }
            }

            // When one of them works, when it has died, and when nobody can tell
            let during = try await due(own)
            other.end(run: "other")
            let untold = try await due(nil)
            let after = try await due(own)

            // Then
            #expect(during.isEmpty && untold.isEmpty)
            #expect(after == ["http://a.example/feed"])
        }
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func aFeedWhoseProcessHasDiedIsNotWaitedFor() async throws {
        try await Self.besideAnother { bed, other in
            // Given a feed that another process has leased for long
            try await bed.importFeeds([Self.url])
            let now = bed.clock.timestamp
            let until = now.adding(seconds: 900)
            other.begin(run: "other")
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.leases.take(1, owner: "other", at: now, until: until)
            }

            // When it works on it
            let (during, _) = try await bed.importFeeds([Self.url])
            // And when it has gone without giving it back
            other.end(run: "other")
            let (after, _) = try await bed.importFeeds([Self.url])

            // Then
            #expect(during.map(\.outcome) == [.postponed(until: until)])
            #expect(after.map(\.outcome.word) == [.unchanged])
            #expect(bed.clock.timestamp < until)
        }
    }

    @Test func whoHasLeasedFeedsIsSeenExactlyAsLongAsItsRunLasts() async throws {
        let path = NSTemporaryDirectory() + "turns-\(UUID())"
        let other = try TurnFile(path: path)
        let isGone = Locked<[Bool]>([])
        try await WebTestBed.run(
            turns: try TurnFile(path: path),
            script: { _ in
                isGone.withLock { $0.append(other.isGone(run: "daemon")) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                for number in 1...2 {
                    // When one run after the other works for the same owner
                    try await bed.importFeeds(["http://show\(number).example/feed"], leaseOwner: "daemon")

                    // Then what it has leased is nobody's after it
                    #expect(other.isGone(run: "daemon"))
                }
            }
        )
        // And not before
        #expect(isGone.withLock(\.self) == [false, false])
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func aTurnThatIsPutBackIsTheNextAgain() {
        // Given two who wait for one host, and one for another
        var lines = HostLines(limits: HostLimits(), maximumActive: 8)
        let now = SteppingClock.start
        lines.add(1, host: "a", now: now)
        lines.add(2, host: "a", now: now)
        lines.add(3, host: "b", now: now)

        // When the first turn cannot be used for a while
        let turn = lines.next(at: .zero, now: now)
        #expect(turn?.ticket == 1)
        if let turn { lines.putBack(turn, until: .seconds(3), now: now) }

        // Then the others of the host wait behind it, and nobody else does
        #expect(lines.next(at: .zero, now: now)?.ticket == 3)
        #expect(lines.next(at: .seconds(2), now: now) == nil)
        #expect(lines.waitingCount == 2 && lines.activeCount == 1)
        #expect(lines.nextTime == .seconds(3))
        #expect(lines.next(at: .seconds(3), now: now)?.ticket == 1)
        lines.end(host: "a", at: .seconds(3), now: now)
        #expect(lines.next(at: .seconds(4), now: now)?.ticket == 2)
    }
}
