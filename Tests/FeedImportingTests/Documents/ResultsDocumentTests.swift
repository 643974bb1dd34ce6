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

    /// The words that have a name in the program, by the file that names them.
    private static func words(namedIn path: String) throws -> Set<String> {
        let names = try Repository.text(path).matches(of: /static let \w+ = Self\(rawValue: "([a-z-]+)"\)/)
        return Set(names.map { String($0.1) })
    }

    /// The kinds that the pipeline itself gives to failures.
    private static func pipelineWords() throws -> Set<String> {
        let folder = Repository.root + "/Sources/FeedImporting"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var words: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            words.formUnion(text.matches(of: /\bkind: "([a-z-]+)"/).map { String($0.1) })
            words.formUnion(text.matches(of: /let \w*Kind = "([a-z-]+)"/).map { String($0.1) })
        }
        return words
    }

    @Test func everyWordIsDocumentedAndNoOther() throws {
        let documented = try Self.documented()
        let loading = try Self.words(ofErrorIn: "Sources/FeedLoading/Errors/FeedLoadingError.swift")
        let parsing = try Self.words(ofErrorIn: "Sources/FeedParsing/FeedParsingError.swift")
        let storing = try Self.words(ofErrorIn: "Sources/Persistence/PersistenceError.swift")
        let pipeline = try Self.pipelineWords()
        let warnings = try Self.words(namedIn: "Sources/PodcastModel/Importing/ImportWarning+Kinds.swift")
        #expect(loading.count > 30 && parsing.count > 10 && storing.count > 20 && warnings.count > 30)
        let defects = FeedWarning.Kind.allCases.map(\.rawValue)
        let outcomes = ["imported", "unchanged", "moved", "gone", "postponed", "failed"]

        // Of the store's errors many end a command before any feed is asked.
        let needed = loading.union(parsing).union(pipeline).union(warnings).union(defects).union(outcomes)
        #expect(needed.subtracting(documented).sorted() == [])
        // A text that is no address is refused before the pipeline.
        #expect(documented.subtracting(needed).subtracting(storing).sorted() == ["invalid-address"])
    }

    @Test(arguments: [
        (ImportWarning.Kind.limitReached, FeedWarning.Kind.limitReached), (.missingTag, .missingTag),
        (.truncated, .truncated),
    ])
    func aDefectHasOneWord(kind: ImportWarning.Kind, defect: FeedWarning.Kind) {
        #expect(kind == ImportWarning.Kind(defect))
    }
}
