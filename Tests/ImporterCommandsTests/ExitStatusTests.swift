import PodcastModel
import Testing

@testable import ImporterCommands

struct ExitStatusTests {
    private func report(_ outcomes: [ImportOutcome]) -> ImportReport {
        var report = ImportReport()
        for outcome in outcomes { report.add(FeedImportResult(feed: "f", outcome: outcome)) }
        return report
    }

    private static func failed(_ failureClass: ImportFailure.Class) -> ImportOutcome {
        .failed(ImportFailure(stage: .load, kind: .timeout, message: "m", failureClass: failureClass))
    }

    private static let done = ImportOutcome.imported(ImportCounts())

    @Test(
        arguments: [
            ([done, .unchanged(notModified: true)], 0), ([done, failed(.feed)], 1), ([done, failed(.notAFeed)], 1),
            ([failed(.feed), failed(.notAFeed)], 2), ([failed(.feed)], 2), ([failed(.notAFeed)], 65),
            ([failed(.busy)], 69), ([failed(.usage)], 64),
            ([failed(.storage)], 74), ([done, failed(.storage)], 74), ([], 0),
        ] as [([ImportOutcome], Int32)]
    )
    func followsTheDocumentedTable(outcomes: [ImportOutcome], status: Int32) {
        #expect(ExitStatus.status(of: report(outcomes)) == status)
    }

    @Test(arguments: [done, failed(.feed), failed(.notAFeed)])
    func aStoppedRunIsNotDone(outcome: ImportOutcome) {
        var report = report([outcome])
        report.notStarted = 3
        #expect(ExitStatus.status(of: report) == 1)
    }
}
