import Foundation

/// Rubycocos' feedparser: real feeds with what to expect written below them.
package struct RubycocosSuite: ConformanceSuite {
    package let name = "rubycocos"
    package let requiredShare = 0.95
    package let isAbsenceExpected = false
    package let minimumComparisons = 200

    package init() {}

    private static let folders = ["books", "comics", "misc", "news", "osm", "spec/atom", "spec/rss"]

    package func cases(in corpus: Corpus) throws -> [ConformanceCase] {
        try Self.folders.flatMap { folder in
            let path = "rubycocos-feedparser/\(folder)"
            return try [".atom", ".rss"].flatMap { ending in
                try corpus.names(in: path, ending: ending).map { "\(path)/\($0)\(ending)" }
            }
        }
        .compactMap { file in
            let text = String(decoding: try corpus.bytes(of: file), as: UTF8.self)
            guard let line = text.firstRange(of: /\n---[ \t\r]*\n/) else { return nil }
            return ConformanceCase(
                file: file,
                bytes: [UInt8](text[..<line.lowerBound].utf8),
                baseURL: nil,
                expected: RubycocosExpectations(text[line.upperBound...]).fields
            )
        }
    }

    package func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields {
        RubycocosFields(reading).fields
    }

    package func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String { value }

    package func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String? {
        switch pattern {
        case "feed.generator.url": return "feed formats B: of the generator the name is kept"
        case "feed.url" where Self.feedsWithoutPage.contains(where: testCase.file.hasSuffix):
            return "feed formats B9: an Atom id is not a page"
        case "feed.items[].guid" where testCase.file.hasSuffix("lambdatheultimate.rss"):
            return "identity C1: a guid is what the feed publishes, the address is not put in its place"
        default: return nil
        }
    }

    private static let feedsWithoutPage = ["googlegroups.atom", "googlegroups2.atom"]
}
