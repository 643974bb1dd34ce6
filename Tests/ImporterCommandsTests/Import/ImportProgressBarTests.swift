import PodcastModel
import Testing

@testable import ImporterCommands

struct ImportProgressBarTests {
    @Test func showsHowFarARunIs() {
        var progress = ImportProgress(total: 10)
        progress.done = 5
        progress.inFlight = 2
        progress.inserted = 40
        progress.failed = 1
        let text = ImportProgressBar.text(of: progress, width: 100)
        #expect(text == "███████████████░░░░░░░░░░░░░░░ 5/10 feeds, 40 new episodes, 2 in flight, 1 failed")
    }

    @Test func fitsNarrowTerminals() {
        var progress = ImportProgress(total: 1000)
        progress.done = 999
        for width in [10, 20, 40, 80] {
            #expect(ImportProgressBar.text(of: progress, width: width).displayWidth <= width)
        }
    }

    @Test func knowsNoEndWithoutATotal() {
        var progress = ImportProgress()
        progress.done = 3
        #expect(ImportProgressBar.text(of: progress, width: 80) == "3 feeds, 0 new episodes, 0 in flight")
    }
}
