import Foundation
import PodcastModel
import TestSupport
import Testing

/// The tables of docs/Polling.md, which say what the rules in `explain` mean, and which test holds which rule.
struct PollingDocumentTests {
    /// One row: the numbers of its rules, and what its last cell says.
    private struct Row {
        let text: String
        let rules: Set<Int>
        /// What stands in backquotes: `Suite.test`, `test` of the suite named
        /// last, or `Suite` for all of it.
        let names: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try Repository.text("docs/Polling.md")
        return page.split(separator: "\n").filter { $0.hasPrefix("| A") }.map { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let names = cells.dropLast().last?.components(separatedBy: "`") ?? []
            let quoted = names.indices.filter { $0 % 2 == 1 }.map { names[$0] }
            return Row(text: String(line.prefix(60)), rules: rules(in: cells[1]), names: quoted)
        }
    }

    /// The numbers in `A3 34–39, 41`.
    private static func rules(in cell: String) -> Set<Int> {
        var rules: Set<Int> = []
        for part in cell.split(whereSeparator: { $0 == "," || $0 == " " }) where part.first?.isNumber == true {
            let ends = part.split(separator: "–").compactMap { Int($0.prefix(while: \.isNumber)) }
            guard let first = ends.first, let last = ends.last, first <= last else { continue }
            rules.formUnion(first...last)
        }
        return rules
    }

    @Test func everyTestThatIsNamedIsThere() throws {
        let (rows, suites) = (try Self.rows(), try TestSources.suites())
        #expect(rows.count > 80)
        #expect(suites.count > 100)
        for row in rows {
            for name in row.names {
                let parts = name.split(separator: ".").map(String.init)
                if let suite = parts.first, suite.hasSuffix("Tests") {
                    let text = try #require(suites[suite], "there is no suite \(suite): \(row.text)")
                    guard parts.count == 2 else { continue }
                    #expect(text.contains("func \(parts[1])("), "there is no test \(name): \(row.text)")
                } else {
                    let isThere = suites.values.contains { $0.contains("func \(name)(") }
                    #expect(isThere, "there is no test \(name): \(row.text)")
                }
            }
        }
    }

    @Test func everyRuleInExplainIsDocumentedAndNoOther() throws {
        let page = try Repository.text("docs/Polling.md")
        let start = try #require(page.range(of: "\n### The rules in `explain`\n")).upperBound
        let end = try #require(page.range(of: "\n### ", range: start..<page.endIndex)).lowerBound
        let documented = DocumentedWords.inFirstCells(of: page[start..<end])
        let rules = try DocumentedWords.named(in: "Sources/PodcastModel/Stored/Refreshing/DueReason+Rules.swift").values
        let states = SubscriptionState.allCases.filter(\.isStopped).map(\.rawValue)

        #expect(rules.count > 25 && states.count == 2)
        #expect(documented.sorted() == (rules + states).sorted())
    }

    /// A1 to A8 are numbered through to 78, A11 has 89 and 90; A9 and A10 are
    /// about push.
    @Test func everyRuleHasATestOrSaysThatItIsNotUsed() throws {
        let rows = try Self.rows()
        for rule in Array(1...78) + [89, 90] {
            let answers = rows.filter { $0.rules.contains(rule) }
            let isHeld = answers.contains { !$0.names.isEmpty || $0.text.contains("not used") }
            #expect(isHeld, "rule \(rule)")
        }
    }
}
