/// One feed and what it is expected to say.
package struct ConformanceCase: Sendable {
    /// The path of the feed below the corpus.
    package let file: String
    /// The bytes of the feed.
    package let bytes: [UInt8]
    /// What relative addresses are relative to.
    package let baseURL: String?
    /// The values the suite expects, in its own words.
    package let expected: Fields
}

/// The expectations of one other feed reader, and how they relate to ours.
///
/// A suite puts our reading into its own words; what it calls a value and we
/// do not is left out by name, with the rule that says so.
package protocol ConformanceSuite: Sendable {
    /// The folder of the suite in the corpus.
    var name: String { get }
    /// The share of comparisons that must be equal, 0 to 1.
    var requiredShare: Double { get }
    /// Whether a value that is not in the expectation must not be read either.
    var isAbsenceExpected: Bool { get }
    /// Fewer comparisons than this mean that the suite was not really read.
    var minimumComparisons: Int { get }

    /// The feeds with their expectations, in the order of their names.
    func cases(in corpus: Corpus) throws -> [ConformanceCase]
    /// Our reading in the words of the suite.
    func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields
    /// The expected value in our spelling, where a rule of ours prescribes one.
    func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String
    /// Why an expectation is not ours to meet, naming the rule; nil when it is.
    ///
    /// - Parameters:
    ///   - pattern: the name of the field without positions.
    ///   - field: the name of the field.
    ///   - testCase: the feed and everything it is expected to say.
    /// - Returns: the rule that says so.
    func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String?
}

extension ConformanceSuite {
    /// Runs every case and compares value by value.
    package func run(in corpus: Corpus) throws -> SuiteReport {
        var report = SuiteReport(name: name, requiredShare: requiredShare, minimumComparisons: minimumComparisons)
        for testCase in try cases(in: corpus) {
            var actual = Fields()
            do {
                let reading = try FeedReading(testCase.bytes, baseURL: testCase.baseURL)
                actual = fields(of: reading, for: testCase)
            } catch {
                // Every expected value then counts as unequal.
                report.addFailure(file: testCase.file, message: String(describing: error))
            }
            compare(actual, with: testCase, into: &report)
        }
        return report
    }

    private func compare(_ actual: Fields, with testCase: ConformanceCase, into report: inout SuiteReport) {
        var names = Set(testCase.expected.values.keys)
        if isAbsenceExpected { names.formUnion(actual.values.keys) }
        for name in names.sorted() {
            let pattern = Fields.pattern(of: name)
            let expected = testCase.expected[name]
            if let reason = reasonToExclude(pattern, name, in: testCase) {
                if expected != nil { report.exclude(pattern, because: reason) }
                continue
            }
            report.add(
                Comparison(
                    file: testCase.file,
                    field: name,
                    expected: expected.map { normalised($0, of: pattern, in: testCase) },
                    actual: actual[name]
                )
            )
        }
    }
}
