import PodcastModel
import Testing

@testable import ImporterCommands

struct ImportPrinterTests {
    /// What an unchanged feed does not list for the second time is withdrawn by that.
    @Test(arguments: [(0, "Show: not modified"), (2, "Show: not modified, 2 withdrawn")])
    func saysWhatBecameOverdueOfAnUnchangedFeed(overdueCount: Int, line: String) throws {
        // Given
        var result = FeedImportResult(feed: "f", outcome: .unchanged(notModified: true))
        result.title = "Show"
        result.overdueCount = overdueCount

        // Then
        let terminal = Terminal(isTerminal: false, width: 80, usesColor: false)
        #expect(ImportPrinter.text(of: result, for: terminal) == line)
        #expect(try JSONValue(encoding: result).text.contains("\"removed\":\(overdueCount),"))
        var report = ImportReport()
        report.add(result)
        #expect(report.counts.removed == overdueCount)
        #expect(report.unchanged == 1)
    }

    @Test func theSumAccountsForEveryFeed() {
        // Given
        let gone = ImportFailure(stage: .load, kind: "gone", message: "gone")
        let outcomes: [ImportOutcome] = [
            .imported(ImportCounts()), .unchanged(notModified: false), .moved(to: "b"), .gone(gone),
            .postponed(until: nil), .postponed(until: nil),
        ]
        var report = ImportReport()
        for outcome in outcomes { report.add(FeedImportResult(feed: "f", outcome: outcome)) }

        // Then
        #expect(
            ImportPrinter.sum(of: report) == "6 feeds, 0 new, 0 updated, 1 unchanged, 1 moved, 1 gone, 2 postponed"
        )
    }
}
