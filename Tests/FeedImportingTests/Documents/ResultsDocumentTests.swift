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
        return DocumentedWords.inFirstCells(of: page)
    }

    /// The words of an error by the switch that gives them.
    private static func words(ofErrorIn path: String) throws -> Set<String> {
        let text = try Repository.text(path)
        let start = try #require(text.range(of: "var shortDescription: String {"))
        let end = try #require(text.range(of: "\n    }\n", range: start.upperBound..<text.endIndex))
        return Set(text[start.upperBound..<end.lowerBound].matches(of: /"([a-z-]+)"/).map { String($0.1) })
    }

    private static let failures = "Sources/PodcastModel/Importing/ImportFailure+Kinds.swift"
    private static let warnings = "Sources/PodcastModel/Importing/ImportWarning+Kinds.swift"

    /// The words of the failures that the pipeline itself makes, with their stage where that is always the same.
    private static func failuresOfThePipeline() throws -> [(word: String, stage: String?)] {
        let words = try DocumentedWords.named(in: failures)
        let folder = Repository.root + "/Sources/FeedImporting"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            return text.matches(of: /(?:stage: \.([a-z]+),\s+)?\bkind: \.(\w+)/).compactMap { match in
                words[String(match.2)].map { (word: $0, stage: match.1.map(String.init)) }
            }
        }
    }

    @Test func everyWordIsDocumentedAndNoOther() throws {
        let documented = try Self.documented()
        let loading = try Self.words(ofErrorIn: "Sources/FeedLoading/Errors/FeedLoadingError.swift")
        let parsing = try Self.words(ofErrorIn: "Sources/FeedParsing/FeedParsingError.swift")
        let storing = try Self.words(ofErrorIn: "Sources/Persistence/PersistenceError.swift")
        let failures = Set(try DocumentedWords.named(in: Self.failures).values)
        let warnings = Set(try DocumentedWords.named(in: Self.warnings).values)
        #expect(loading.count > 30 && parsing.count > 10 && storing.count > 20)
        #expect(failures.count > 15 && warnings.count > 30)
        let defects = FeedWarning.Kind.allCases.map(\.rawValue)
        let outcomes = ImportOutcome.Word.allCases.map(\.rawValue)

        // Of the store's errors many end a command before any feed is asked.
        let needed = loading.union(parsing).union(failures).union(warnings).union(defects).union(outcomes)
        #expect(needed.subtracting(documented).sorted() == [])
        #expect(documented.subtracting(needed).subtracting(storing).sorted() == [])
        // What a failure is told by is the word of some error, or it is no error of a layer.
        #expect(
            failures.subtracting(loading).subtracting(parsing).subtracting(storing).sorted()
                == ["invalid-address", "other-show"]
        )
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
        let made = try Self.failuresOfThePipeline()
        let given = Set(made.filter { $0.stage == stage }.map(\.word))
        let needed = try Self.words(ofErrorIn: path).union(given)
        let documented = try Self.documented(ofStage: stage)

        #expect(documented.count > 5)
        #expect(stage != "load" || given.contains("busy"))
        // Of the store's errors many end a command before any feed is asked.
        if stage != "import" { #expect(needed.subtracting(documented).sorted() == []) }
        // Others may be of any stage, or are made before the pipeline.
        let elsewhere = Set(made.map(\.word)).union(["invalid-address"])
        #expect(documented.subtracting(needed).subtracting(elsewhere).sorted() == [])
    }
}
