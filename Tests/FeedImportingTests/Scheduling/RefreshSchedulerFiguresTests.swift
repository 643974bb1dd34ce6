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

    @Test(arguments: [RefreshSchedulerFigures.Activity.starting, .ended])
    func owesNoSignOfLifeBeforeItStartsAndAfterItsEnd(activity: RefreshSchedulerFigures.Activity) {
        #expect(figures(activity, progress: .zero).isAlive(at: .seconds(100_000)))
    }
}
