import Foundation
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Feeds whose outcome the store did not take: it was locked for too long, or full.
struct UnwrittenOutcomeTests {
    private static func loss(of request: FeedImportRequest, _ failureClass: ImportFailure.Class) -> FeedImportResult {
        let failure = ImportFailure(stage: .import, kind: .timeout, message: "", failureClass: failureClass)
        return SchedulerTestBed.result(of: request, .failed(failure))
    }

    @Test(arguments: [ImportFailure.Class.busy, .storage])
    func theFeedIsAskedAgainSoonAndChargedWithNothing(failureClass: ImportFailure.Class) async throws {
        // Given
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let scheduler = bed.scheduler()
        let start = bed.now
        let first = try #require(await scheduler.next())

        // When
        scheduler.finish(Self.loss(of: first, failureClass))
        let second = await scheduler.next()

        // Then
        #expect(second?.name == first.name)
        #expect(bed.now.seconds(since: start) <= 10)
        #expect(second?.refreshState?.nextDueAt == first.refreshState?.nextDueAt)
        #expect(second?.refreshState?.failures == 0)
        #expect(scheduler.figures.inFlight == 1)
    }

    /// Nothing else would: when the store is looked at the next time it may be as good as ever.
    @Test(arguments: [
        ([ImportFailure.Class.storage, .busy], 1), ([ImportFailure.Class.cancelled], 0),
        ([ImportFailure.Class.feed, .notAFeed], 0),
    ])
    func theLogTellsOnceOfOutcomesThatAreLostTogether(failures: [ImportFailure.Class], count: Int) async throws {
        // Given
        let bed = try await SchedulerTestBed()
        try await bed.follow(1...failures.count) { _ in -60 }
        let log = RecordedLog()
        let scheduler = bed.scheduler(logger: log.logger())
        var requests: [FeedImportRequest] = []
        for _ in failures { requests.append(try #require(await scheduler.next())) }

        // When
        for (request, failure) in zip(requests, failures) { scheduler.finish(Self.loss(of: request, failure)) }

        // Then
        let told = log.lines
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.hasPrefix("warning an outcome could not be stored") })
    }

    @Test(.timeLimit(.minutes(10)))
    func itsLeaseIsGivenBackWhenTheStoreCanBeWrittenAgain() async throws {
        // Given another process that writes for so long that neither an outcome nor the lease can be written
        let path = NSTemporaryDirectory() + "unwritten-\(UUID()).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0.01
        let bed = try await SchedulerTestBed(store: store)
        try await bed.follow([1]) { _ in -60 }
        let clock = StandingClock()
        let scheduler = bed.scheduler(sleepingOn: clock) { $0.shortestRest = .seconds(5) }
        let first = try #require(await scheduler.next())
        let other = try await OtherWriter(to: store)
        scheduler.finish(Self.loss(of: first, .busy))
        async let next = scheduler.next()
        await clock.untilSomebodySleeps()
        clock.advance(by: .seconds(5))
        await clock.untilSomebodySleeps()
        guard case .resting = scheduler.figures.activity else {
            Issue.record("\(scheduler.figures.activity)")
            return
        }

        // When
        try await other.end()
        clock.advance(by: .seconds(10))

        // Then
        #expect(await next?.name == first.name)
        try await bed.persistence.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func whoSleepsUntilSomethingIsDueIsWokenUpForIt() async throws {
        // Given a scheduler with one feed, which is on its way
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in 0 }
        let clock = StandingClock()
        let scheduler = bed.scheduler(sleepingOn: clock) { $0.shortestRest = .seconds(5) }
        let first = try #require(await scheduler.next())
        async let next = scheduler.next()
        await clock.untilSomebodySleeps()

        // When
        scheduler.finish(Self.loss(of: first, .storage))
        clock.advance(by: .seconds(5))

        // Then
        #expect(await next?.name == first.name)
    }

    @Test func manyThatAreLostAtOnceAreOneFailureOfTheStore() async throws {
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<20) { _ in -60 }
        let scheduler = bed.scheduler()
        var requests: [FeedImportRequest] = []
        for _ in 0..<20 { requests.append(try #require(await scheduler.next())) }
        let start = bed.now

        for request in requests { scheduler.finish(Self.loss(of: request, .storage)) }

        #expect(await scheduler.next() != nil)
        #expect(bed.now.seconds(since: start) <= 10)
    }

    @Test func theServerIsNotAskedTimeAndAgainForWhatTheStoreNeverTakes() async throws {
        // Given a feed whose document is too large for what is left of the disk
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let scheduler = bed.scheduler()
        let start = bed.now

        // When
        var asked: [Int64] = []
        for _ in 0..<4 {
            let request = try #require(await scheduler.next())
            asked.append(bed.now.seconds(since: start))
            scheduler.finish(Self.loss(of: request, .storage))
        }

        // Then
        #expect(asked[1] <= 10)
        #expect(asked[2] >= RefreshPolicy().minimumInterval)
        #expect(asked[3] >= 2 * RefreshPolicy().minimumInterval)
    }

    @Test func itIsGivenBackAtAStop() async throws {
        // Given
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let scheduler = bed.scheduler()
        let request = try #require(await scheduler.next())
        scheduler.finish(Self.loss(of: request, .storage))

        // When
        scheduler.end()
        try await scheduler.giveBack()

        // Then
        let (due, now) = (request.refreshState?.nextDueAt, bed.now)
        let left = try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.dueStates(at: now)
        }
        #expect(left.map(\.nextDueAt) == [due])
    }
}
