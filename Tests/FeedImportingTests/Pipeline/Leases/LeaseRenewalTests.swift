import Dispatch
import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Leases of a run that takes longer than they last.
struct LeaseRenewalTests {
    private static let url = "http://show.example/feed"
    private static let third = Duration.seconds(ImportLeases.seconds / 3)

    @Test(.timeLimit(.minutes(10)))
    func aFeedThatTakesLongKeepsItsLeaseThoughNothingElseBegins() async throws {
        let answer = SlowAnswer()
        let leaseClock = StandingClock()
        try await WebTestBed.run(leaseClock: PipelineClock(leaseClock), script: answer.script) { bed in
            try await bed.importFeeds([Self.url])

            // Given a feed whose server does not answer for a quarter of an hour
            answer.isSlow.withLock { $0 = true }
            async let results = bed.importFeeds([Self.url]).results
            await answer.isAwaited()
            await leaseClock.untilSomebodySleeps()

            // When
            bed.clock.advance(by: .seconds(ImportLeases.seconds - 10))
            leaseClock.advance(by: Self.third)
            await leaseClock.untilSomebodySleeps()
            bed.clock.advance(by: .seconds(20))

            // Then it is still ours
            let now = bed.clock.timestamp
            let overview = try await bed.read { unit throws(PersistenceError) in
                try unit.subscriptions.overview(at: now)
            }
            #expect(overview.inFlight == 1)

            // And nobody keeps it when it has ended
            answer.come()
            #expect(try await results.map(\.outcome.word) == [.unchanged])
            #expect(leaseClock.sleeperCount == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func soDoesOneThatIsNewToTheStoreWhileItsPagesAreRead() async throws {
        let next = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(Self.url)?page=2\"/>"
        let answer = SlowAnswer()
        let leaseClock = StandingClock()
        try await WebTestBed.run(
            leaseClock: PipelineClock(leaseClock),
            script: { request in
                request.path == Self.url
                    ? ServerStep.response(200, [], TestFeed.rss([TestFeed.item("b")], channel: next))
                    : answer.script(request)
            },
            { bed in
                // Given a new feed whose second page takes a quarter of an hour
                answer.isSlow.withLock { $0 = true }
                async let results = bed.importFeeds([Self.url], isNamed: true).results
                await answer.isAwaited()
                await leaseClock.untilSomebodySleeps()

                // When
                bed.clock.advance(by: .seconds(ImportLeases.seconds - 10))
                leaseClock.advance(by: Self.third)
                await leaseClock.untilSomebodySleeps()
                bed.clock.advance(by: .seconds(20))

                // Then it is still ours, and nobody's when it has ended
                func holder() async throws -> String? {
                    let now = bed.clock.timestamp
                    return try await bed.read { unit throws(PersistenceError) in
                        try unit.leases.holder(of: 1, at: now)?.owner
                    }
                }
                let meanwhile = try await holder()
                #expect(meanwhile != nil)
                answer.come()
                let count = try await results.first?.episodeCount
                let after = try await holder()
                #expect(count == 2 && after == nil)
            }
        )
    }

    /// A feed of the daemon is taken when it is due, and begins when it is its host's turn.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [(seconds: Int64(3), isWritten: false), (seconds: 500, isWritten: true)]
    )
    func whatIsLeasedIsLeasedOnceMoreOnlyIfItHasWaitedForLong(seconds: Int64, isWritten: Bool) async throws {
        let answer = SlowAnswer()
        try await WebTestBed.run(script: answer.script) { bed in
            // Given a feed that the daemon has taken, and that has waited for its host since
            try await bed.importFeeds([Self.url])
            bed.clock.advance(by: .seconds(7 * 86_400))
            let policy = RefreshPolicy()
            let (taken, end) = (bed.clock.timestamp, bed.clock.timestamp.adding(seconds: ImportLeases.seconds))
            let due = taken.adding(seconds: policy.minimumInterval + 300)
            let feeds = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.leases.takeDue(at: taken, limit: 1, owner: "daemon", until: end) { _ in due }
            }
            #expect(feeds.count == 1)
            bed.clock.advance(by: .seconds(seconds))

            // When its turn has come
            answer.isSlow.withLock { $0 = true }
            async let results = bed.importFeeds([Self.url], leaseOwner: "daemon").results
            await answer.isAwaited()

            // Then what others see of it is written once more only if that is needed
            let now = bed.clock.timestamp
            let (holder, state) = try await bed.read { unit throws(PersistenceError) in
                (try unit.leases.holder(of: 1, at: now), try unit.refreshes.state(id: 1))
            }
            #expect(holder?.owner == "daemon")
            #expect((holder?.until != end) == isWritten)
            #expect((state?.nextDueAt != due) == isWritten)
            answer.come()
            #expect(try await results.map(\.outcome.word) == [.unchanged])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aStoreThatIsBusyWhenLeasesAreProlongedEndsNoRun() async throws {
        let path = NSTemporaryDirectory() + "renewal-\(UUID()).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0.01
        let answer = SlowAnswer()
        let leaseClock = StandingClock()
        try await WebTestBed.run(
            leaseClock: PipelineClock(leaseClock),
            store: store,
            script: answer.script
        ) { bed in
            try await bed.importFeeds([Self.url])

            // Given a feed on its way, and another process that writes
            answer.isSlow.withLock { $0 = true }
            async let report = bed.importFeeds([Self.url]).report
            await answer.isAwaited()
            await leaseClock.untilSomebodySleeps()
            let other = try await OtherWriter(to: store)

            // When the lease cannot be prolonged
            leaseClock.advance(by: Self.third)
            await leaseClock.untilSomebodySleeps()
            try await other.end()

            // Then the run goes on
            answer.come()
            #expect(try await report.unchanged == 1)
        }
    }
}

/// A feed whose server takes its time, if it is told to.
private final class SlowAnswer: Sendable {
    let isSlow = Locked(false)
    private let answer = DispatchSemaphore(value: 0)
    private let (awaited, arrived) = AsyncStream<Void>.makeStream()

    var script: ScriptedServer.Script {
        { [self] _ in
            let whole = ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            guard isSlow.withLock(\.self) else { return whole }
            return [.perform { self.arrived.finish() }, .perform { self.answer.wait() }] + whole
        }
    }

    /// Suspends until somebody waits for it.
    func isAwaited() async {
        for await _ in awaited {}
    }

    /// Lets it answer.
    func come() {
        answer.signal()
    }
}
