/// Gofeed: small feeds that show one thing each, for its unified model and for
/// its raw RSS and Atom models.
package struct GofeedSuite: ConformanceSuite {
    package let name = "gofeed"
    package let requiredShare = 0.97
    package let isAbsenceExpected = true
    package let minimumComparisons = 1_500

    package init() {}

    private static let folders = [
        "translator/rss", "translator/atom", "extensions/dublincore", "extensions/itunes", "extensions/media",
        "parser/rss", "parser/atom",
    ]

    package func cases(in corpus: Corpus) throws -> [ConformanceCase] {
        try Self.folders.flatMap { folder in
            try corpus.names(in: "\(name)/\(folder)", ending: ".xml").map { file in
                let path = "\(name)/\(folder)/\(file)"
                return ConformanceCase(
                    file: "\(path).xml",
                    bytes: try corpus.bytes(of: "\(path).xml"),
                    baseURL: nil,
                    expected: try corpus.fields(of: "\(path).json")
                )
            }
        }
    }

    package func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields {
        if testCase.file.hasPrefix("gofeed/parser/rss") {
            return GofeedRSSFields(reading, asIn: testCase.expected).fields
        }
        if testCase.file.hasPrefix("gofeed/parser/atom") {
            return GofeedAtomFields(reading, asIn: testCase.expected).fields
        }
        return GofeedUnifiedFields(reading, asIn: testCase.expected).fields
    }

    package func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String {
        switch pattern {
        case "language": value.lowercased()  // feed formats B: language is normalised
        default: value
        }
    }

    package func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String? {
        GofeedExclusions.reason(pattern, field, in: testCase)
    }
}
