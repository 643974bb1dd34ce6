/// Feedsmith: one feed for each format, and one with every namespace for each.
package struct FeedsmithSuite: ConformanceSuite {
    package let name = "feedsmith"
    package let requiredShare = 0.97
    package let isAbsenceExpected = false
    package let minimumComparisons = 1_500

    package init() {}

    package func cases(in corpus: Corpus) throws -> [ConformanceCase] {
        try ["rss", "atom", "rdf"].flatMap { format in
            let folder = "\(name)/feeds/\(format)/references"
            return try corpus.names(in: folder, ending: ".xml").map { file in
                ConformanceCase(
                    file: "\(folder)/\(file).xml",
                    bytes: try corpus.bytes(of: "\(folder)/\(file).xml"),
                    baseURL: nil,
                    expected: try corpus.fields(of: "\(folder)/\(file).json")
                )
            }
        }
    }

    package func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields {
        FeedsmithFields(reading, asIn: testCase.expected).fields
    }

    package func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String {
        switch pattern {
        case "language": value.lowercased()  // feed formats B: language is normalised
        case "items[].psc.chapters[].start", "entries[].psc.chapters[].start": Self.seconds(value)
        case "entries[].content", "entries[].summary": value.withoutXHTMLDivision
        case "podcast.liveItems[].start", "podcast.liveItems[].end", "podcast.updateFrequency.dtstart":
            value.inWholeSeconds
        default: value
        }
    }

    package func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String? {
        FeedsmithExclusions.reason(pattern, field, in: testCase.expected)
    }

    /// A start as written, `HH:MM:SS.mmm`, in seconds.
    private static func seconds(_ text: String) -> String {
        let parts = text.split(separator: ":").compactMap { Double($0) }
        return Fields.text(of: parts.reduce(0) { $0 * 60 + $1 })
    }
}
