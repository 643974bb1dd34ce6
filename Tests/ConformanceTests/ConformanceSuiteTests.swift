import ConformanceSuites
import Testing

/// Reads the corpus of other readers, where it is there, and asserts the shares.
struct ConformanceSuiteTests {
    @Test(
        .enabled(if: Corpus.besideRepository() != nil, "there is no ../shared/corpus"),
        arguments: AllSuites.suites.map(\.name)
    )
    func reachesItsShareOverEnoughComparisons(name: String) throws {
        // Given
        let corpus = try #require(Corpus.besideRepository())
        let suite = try #require(AllSuites.suites.first { $0.name == name })

        // When
        let report = try suite.run(in: corpus)

        // Then
        #expect(report.compared >= suite.minimumComparisons)
        #expect(report.share >= suite.requiredShare, "\(report.differencesText)")
    }

    @Test
    func suitesHaveDistinctNamesAndDemandSomething() {
        #expect(AllSuites.suites.count == 5)
        #expect(Set(AllSuites.suites.map(\.name)).count == AllSuites.suites.count)
        #expect(AllSuites.suites.allSatisfy { $0.requiredShare >= 0.95 && $0.minimumComparisons >= 100 })
    }
}
