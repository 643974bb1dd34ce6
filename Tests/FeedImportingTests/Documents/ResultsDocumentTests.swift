import FeedParsing
import Foundation
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// The words of docs/Results.md, which programs go by.
struct ResultsDocumentTests {
    /// The words that the first cells of the page's tables have in backquotes; with a stage, those of its errors.
    private static func documented(ofStage stage: String? = nil) throws -> Set<String> {
        var page = try Repository.text("docs/Results.md")[...]
        if let stage {
            page = page[try #require(page.range(of: "\n**`\(stage)`**")).upperBound...]
            page = page[..<(page.range(of: "\n**`")?.lowerBound ?? page.endIndex)]
        }
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
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

    private static func pipelineTexts() throws -> [String] {
        let folder = Repository.root + "/Sources/FeedImporting"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    }

    /// The kinds that the pipeline itself gives to failures.
    private static func pipelineWords() throws -> Set<String> {
        var words: Set<String> = []
        for text in try pipelineTexts() {
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

    @Test(arguments: [
        ("load", "Sources/FeedLoading/Errors/FeedLoadingError.swift"),
        ("parse", "Sources/FeedParsing/FeedParsingError.swift"),
        ("import", "Sources/Persistence/PersistenceError.swift"),
    ])
    func theWordOfAnErrorStandsAtItsStage(stage: String, path: String) throws {
        let given = try Self.pipelineTexts().flatMap { text in
            text.matches(of: /stage: \.([a-z]+),\s+kind: "([a-z-]+)"/).filter { $0.1 == stage }.map { String($0.2) }
        }
        let needed = try Self.words(ofErrorIn: path).union(given)
        let documented = try Self.documented(ofStage: stage)

        #expect(documented.count > 5)
        #expect(stage != "load" || given.contains("busy"))
        // Of the store's errors many end a command before any feed is asked.
        if stage != "import" { #expect(needed.subtracting(documented).sorted() == []) }
        // What the pipeline names by a constant may be of any stage.
        let elsewhere = try Self.pipelineWords().union(["invalid-address"])
        #expect(documented.subtracting(needed).subtracting(elsewhere).sorted() == [])
    }
}
