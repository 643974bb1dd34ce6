import FeedParsing
import Foundation
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// The words of docs/Results.md, which programs go by.
struct ResultsDocumentTests {
    /// The words that the first cells of the page's tables have in backquotes.
    private static func documented() throws -> Set<String> {
        let rows = try Repository.text("docs/Results.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let cells = rows.map { $0.dropFirst(2).prefix { $0 != "|" } }
        return Set(cells.flatMap { $0.matches(of: /`([a-z-]+)`/).map { String($0.1) } })
    }

    /// The words of an error by the switch that gives them.
    private static func words(ofErrorIn path: String) throws -> Set<String> {
        let text = try Repository.text(path)
        let start = try #require(text.range(of: "var shortDescription: String {"))
        let end = try #require(text.range(of: "\n    }\n", range: start.upperBound..<text.endIndex))
        return Set(text[start.upperBound..<end.lowerBound].matches(of: /"([a-z-]+)"/).map { String($0.1) })
    }

    /// The kinds that the pipeline itself gives to warnings and failures.
    private static func pipelineWords() throws -> Set<String> {
        let folder = Repository.root + "/Sources/FeedImporting"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var words: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            words.formUnion(text.matches(of: /\bkind: "([a-z-]+)"/).map { String($0.1) })
            let constants = text.matches(of: /let \w*(?:Kind|Warning|Hint|Drop|Guids) = "([a-z-]+)"/)
            words.formUnion(constants.map { String($0.1) })
        }
        return words
    }

    @Test func everyWordIsDocumentedAndNoOther() throws {
        let documented = try Self.documented()
        let loading = try Self.words(ofErrorIn: "Sources/FeedLoading/Errors/FeedLoadingError.swift")
        let parsing = try Self.words(ofErrorIn: "Sources/FeedParsing/FeedParsingError.swift")
        let storing = try Self.words(ofErrorIn: "Sources/Persistence/PersistenceError.swift")
        let pipeline = try Self.pipelineWords()
        #expect(loading.count > 30 && parsing.count > 10 && storing.count > 20 && pipeline.count > 25)
        let warnings = FeedWarning.Kind.allCases.map(\.rawValue) + MoveRule.Refusal.allCases.map(\.rawValue)
        let outcomes = ["imported", "unchanged", "moved", "gone", "postponed", "failed"]

        // Of the store's errors many end a command before any feed is asked.
        let needed = loading.union(parsing).union(pipeline).union(warnings).union(outcomes)
        #expect(needed.subtracting(documented).sorted() == [])
        // A text that is no address is refused before the pipeline.
        #expect(documented.subtracting(needed).subtracting(storing).sorted() == ["invalid-address"])
    }
}
