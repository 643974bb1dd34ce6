@testable import ConformanceSuites
import Testing

struct SuiteReportTests {
    @Test
    func countsWhatIsUnequalAndKeepsIt() throws {
        // Given
        var report = SuiteReport(name: "suite", requiredShare: 0.5, minimumComparisons: 2)

        // When
        report.add(Comparison(file: "a.xml", field: "items[0].title", expected: "A", actual: "A"))
        report.add(Comparison(file: "a.xml", field: "items[1].title", expected: "B", actual: nil))

        // Then
        let tally = try #require(report.tallies["items[].title"])
        #expect(tally.compared == 2 && tally.equal == 1)
        #expect(report.share == 0.5)
        #expect(report.differences.map(\.field) == ["items[1].title"])
        #expect(report.isReached)
    }

    @Test
    func isNotReachedOverTooFewComparisons() {
        // Given
        var report = SuiteReport(name: "suite", requiredShare: 0.5, minimumComparisons: 2)

        // When
        report.add(Comparison(file: "a.xml", field: "title", expected: "A", actual: "A"))

        // Then
        #expect(report.share == 1)
        #expect(!report.isReached)
    }

    @Test
    func isNotReachedBelowItsShare() {
        // Given
        var report = SuiteReport(name: "suite", requiredShare: 0.99, minimumComparisons: 1)

        // When
        report.add(Comparison(file: "a.xml", field: "title", expected: nil, actual: "A"))

        // Then
        #expect(report.share == 0)
        #expect(!report.isReached)
    }

    @Test
    func namesTheReasonOfWhatIsLeftOut() {
        // Given
        var report = SuiteReport(name: "suite", requiredShare: 0.5, minimumComparisons: 1)

        // When
        report.exclude("items[].length", because: "feed formats C4")

        // Then
        #expect(report.compared == 0)
        #expect(report.tableText.contains("left out, 1: feed formats C4\n    1 × items[].length"))
    }
}
