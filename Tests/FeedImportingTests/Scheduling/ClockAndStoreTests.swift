import Foundation
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// A clock that is set while the store cannot be written.
struct ClockAndStoreTests {
    @Test(.timeLimit(.minutes(10)), arguments: [-28_800, 28_800] as [Int64])
    func dueTimesAreMovedAlongAsSoonAsTheStoreCanBeWritten(seconds: Int64) async throws {
        // Given a feed that is due in ten hours
        let path = NSTemporaryDirectory() + "clock-\(UUID()).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0.01
        let bed = try await SchedulerTestBed(store: store)
        try await bed.follow([1]) { _ in -60 }
        let clock = StandingClock()
        let scheduler = bed.scheduler(sleepingOn: clock)
        let first = try #require(await scheduler.next())
        try await bed.answer(first, nextDueIn: 36_000, scheduler)

        // When the clock is set while another process writes
        let other = try await OtherWriter(to: store)
        bed.setClock(by: seconds)
        async let next = scheduler.next()
        await clock.untilSomebodySleeps()
        guard case .resting = scheduler.figures.activity else {
            Issue.record("\(scheduler.figures.activity)")
            return
        }
        try await other.end()
        clock.advance(by: .seconds(5))
        await clock.untilSomebodySleeps()

        // Then the feed is due ten hours after it was asked all the same
        let due = try await bed.read { unit throws(PersistenceError) in try unit.refreshes.nextDueDate() }
        let wait = try #require(due?.seconds(since: bed.now))
        #expect((35_990...36_000).contains(wait))
        scheduler.end()
        #expect(await next == nil)
        try await bed.persistence.close()
    }
}
