import Testing

@testable import FeedImporting

struct StageMeterTests {
    @Test func tellsWorkFromStandingStillAndFromHavingNothingToDo() {
        let clock = SteppingClock()
        let meter = StageMeter(clock: PipelineClock(clock))

        // When one waits a second, two work for two, one of them for two more, and then nothing comes
        meter.arrive()
        clock.advance(by: .seconds(1))
        meter.begin()
        meter.arrive()
        meter.begin()
        clock.advance(by: .seconds(2))
        meter.end()
        // One that waits while another is in hand does not stand still.
        meter.arrive()
        clock.advance(by: .seconds(2))
        meter.giveUp()
        meter.end()
        clock.advance(by: .seconds(10))

        let use = meter.use
        #expect(use.busy == .seconds(4))
        #expect(use.work == .seconds(6))
        #expect(use.stalled == .seconds(1))
        #expect(use.count == 2)
    }
}
