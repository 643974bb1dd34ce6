import FeedLoading
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

struct RefreshSchedulerFiguresTests {
    private func figures(
        _ activity: RefreshSchedulerFigures.Activity,
        progress: Duration,
        sleepsUntil: Duration? = nil
    ) -> RefreshSchedulerFigures {
        var figures = RefreshSchedulerFigures()
        figures.activity = activity
        figures.lastProgress = progress
        figures.sleepsUntil = sleepsUntil
        return figures
    }

    /// A scheduler that a clock of its own tells for how long the machine was awake.
    private func scheduler(
        _ bed: SchedulerTestBed,
        awake: SteppingClock,
        changing change: @escaping @Sendable (inout FeedImportRequest) -> Void = { _ in }
    ) -> RefreshScheduler {
        RefreshScheduler(
            owner: "a",
            persistence: bed.persistence,
            configuration: RefreshSchedulerConfiguration(),
            clock: PipelineClock(bed.clock, awake: awake),
            now: { bed.now },
            logger: .silent,
            makeRequest: { feed in
                var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
                change(&request)
                return request
            }
        )
    }

    @Test func isAliveWhileItSleepsAsItMeantTo() {
        let sleeping = figures(.sleeping(until: nil), progress: .seconds(100), sleepsUntil: .seconds(1000))

        #expect(sleeping.isAlive(at: .seconds(999)))
        #expect(sleeping.isAlive(at: .seconds(1599)))
        #expect(!sleeping.isAlive(at: .seconds(1601)))
    }

    @Test func isNotAliveWhenNothingComesToAnEndForLong() {
        let working = figures(.working, progress: .seconds(100))

        #expect(working.isAlive(at: .seconds(700)))
        #expect(!working.isAlive(at: .seconds(701)))
    }

    @Test func isAliveAsLongAsTheSettingsLetAFeedLoad() async throws {
        // Given a feed that may take two hours
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let awake = SteppingClock()
        let scheduler = scheduler(bed, awake: awake) { $0.options.timeLimits.total = 7_200_000 }

        // When it is on its way
        #expect(await scheduler.next() != nil)

        // Then nobody else need come to an end meanwhile
        awake.advance(by: .seconds(7_800))
        #expect(scheduler.isAlive)
        awake.advance(by: .seconds(2))
        #expect(!scheduler.isAlive)
    }

    @Test func isAliveAfterTheMachineWasSuspended() async throws {
        // Given a feed on its way
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let awake = SteppingClock()
        let scheduler = scheduler(bed, awake: awake)
        #expect(await scheduler.next() != nil)

        // When a night goes by in which nothing could happen
        bed.clock.advance(by: .seconds(32_400))
        let isAlive = scheduler.isAlive

        // Then that is no silence; one in the morning is
        #expect(isAlive)
        awake.advance(by: .seconds(32_400))
        #expect(!scheduler.isAlive)
    }

    @Test(arguments: [RefreshSchedulerFigures.Activity.starting, .ended])
    func owesNoSignOfLifeBeforeItStartsAndAfterItsEnd(activity: RefreshSchedulerFigures.Activity) {
        #expect(figures(activity, progress: .zero).isAlive(at: .seconds(100_000)))
    }
}
