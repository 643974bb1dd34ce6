import Foundation

/// Node's rss-parser: real feeds, among them one of 730 episodes.
package struct RSSParserSuite: ConformanceSuite {
    package let name = "rss-parser"
    package let requiredShare = 0.99
    package let isAbsenceExpected = false
    package let minimumComparisons = 15_000

    package init() {}

    /// Feeds whose content is XHTML.
    private static let xhtmlFeeds = ["reddit-atom.rss", "reddit-home.rss"]

    package func cases(in corpus: Corpus) throws -> [ConformanceCase] {
        let expectations = Set(try corpus.names(in: "\(name)/output", ending: ".json"))
        let inputs = try [".atom", ".rss"].flatMap { ending in
            try corpus.names(in: "\(name)/input", ending: ending).map { (file: $0, ending: ending) }
        }
        return try inputs.filter { expectations.contains($0.file) }.map { input in
            ConformanceCase(
                file: "\(name)/input/\(input.file)\(input.ending)",
                bytes: try corpus.bytes(of: "\(name)/input/\(input.file)\(input.ending)"),
                baseURL: nil,
                expected: try corpus.fields(of: "\(name)/output/\(input.file).json")
            )
        }
    }

    package func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields {
        RSSParserFields(reading).fields
    }

    package func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String {
        switch pattern {
        case "feed.language": value.lowercased()  // feed formats B: language is normalised
        case "feed.title", "feed.items[].title":  // feed formats C1: white space is squashed
            value.onOneLine
        case "feed.itunes.subtitle", "feed.items[].itunes.subtitle": value.onOneLine
        case "feed.items[].categories[]", "feed.items[].categories[]._": value.onOneLine
        case "feed.items[].isoDate", "feed.items[].pubDate": value.inWholeSeconds
        case "feed.items[].itunes.keywords": value.asKeywords
        case "feed.items[].content": value.replacing("\r\n", with: "\n")  // XML 1.0, 2.11: line ends
        default: value
        }
    }

    package func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String? {
        if testCase.file.contains("uolNoticias") { return "the expectation itself holds U+FFFD" }
        if testCase.file.hasSuffix("incomplete-fields.atom") {
            return "feed formats C1: an item with nothing in it is no episode"
        }
        switch pattern {
        case _ where pattern.hasSuffix("Snippet"):
            return "feed formats C2: each text keeps its own field, none is stripped"
        case _ where pattern.contains("media:group") || pattern.contains("media:credit"):
            return "feed formats J: groups and credits are kept as raw markup"
        case "feed.items[].mediaContent.xmlns:media": return "a namespace declaration is no value"
        case "feed.totalViews", "feed.nested-field.nest1[]", "feed.nested-field.nest2[].nest3[]",
            "feed.items[].subtitle":
            return "an option of the peer's caller: fields made from unknown elements"
        case "feed.items[].content" where Self.xhtmlFeeds.contains(where: testCase.file.hasSuffix):
            return "the expectation itself has lost the order of text and elements in XHTML"
        case "feed.feedUrl":
            return testCase.expected["feed.paginationLinks.self"] != testCase.expected[field]
                ? "feed formats B9: the feed's own address is the link with rel=self, the peer took the last link" : nil
        case "feed.items[].title":
            return testCase.expected[field]?.contains(/<|&#/) == true
                ? "feed formats C1: titles are unescaped once and without tags" : nil
        case "feed.items[].date", "feed.items[].dc:date":
            return testCase.expected[Fields.sibling(of: field, "pubDate")] == nil
                ? nil : "feed formats B11: dc:date stands in for pubDate"
        case "feed.items[].source", "feed.source", "feed.type":
            return "feed formats B11: dc:source and dc:type are kept as raw markup"
        case "feed.items[].link":
            return testCase.expected[field]?.hasPrefix("/") == true ? "feed formats B: addresses are resolved" : nil
        default: return nil
        }
    }
}
