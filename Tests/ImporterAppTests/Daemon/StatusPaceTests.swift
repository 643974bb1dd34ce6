import Testing

@testable import ImporterApp

struct StatusPaceTests {
    @Test func leavesOutLinesThatOnlyCountOnUnlessTheyAreImportantOrTwoSecondsApart() {
        var pace = StatusPace()
        let start = ContinuousClock.now
        func admits(_ line: String, isImportant: Bool = false, after milliseconds: Int) -> Bool {
            pace.admits(line, isImportant: isImportant, at: start + .milliseconds(milliseconds))
        }

        #expect(admits("Refreshing, 1 in flight; 1 refreshed", after: 0))
        #expect(!admits("Refreshing, 2 in flight; 1 refreshed", after: 10))
        #expect(!admits("Refreshing; 2 refreshed", after: 1999))
        #expect(admits("Refreshing, 2 in flight; 9 refreshed", after: 2000))
        #expect(!admits("Refreshing, 2 in flight; 9 refreshed", isImportant: true, after: 2000))
        #expect(admits("Refreshing; 10 refreshed; the settings were not reloaded", isImportant: true, after: 2001))
    }

    @Test func tellsAtOnceThatSomethingElseIsDone() {
        var pace = StatusPace()
        let now = ContinuousClock.now
        let lines = [
            "Loading the store", "Refreshing, 1 in flight; 0 refreshed", "Idle, next feed due at noon; 1 refreshed",
            "Refreshing, 1 in flight; 1 refreshed", "Stopping, 1 in flight",
        ]

        #expect(lines.map { pace.admits($0, isImportant: false, at: now) } == lines.map { _ in true })
    }
}
