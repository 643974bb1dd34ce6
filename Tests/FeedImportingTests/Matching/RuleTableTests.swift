import Foundation
import TestSupport
import Testing

/// The table of docs/EpisodeIdentity.md that says which test keeps which rule.
struct RuleTableTests {
    private struct Row: Sendable {
        let rule: String
        let tests: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try Repository.text("docs/EpisodeIdentity.md")
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 2 else { return nil }
            let tests = cells[1].split(separator: "`").map(String.init).filter { $0.contains("Tests") }
            return tests.isEmpty || !cells[1].hasPrefix("`") ? nil : Row(rule: cells[0], tests: tests)
        }
    }

    /// The names of all test functions, by their suites.
    private static func suites() throws -> [String: Set<String>] {
        var suites: [String: Set<String>] = [:]
        let files = FileManager.default.enumerator(
            at: Repository.url("Tests"),
            includingPropertiesForKeys: []
        )
        for case let file as URL in files ?? .init() where file.lastPathComponent.hasSuffix("Tests.swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            let names = text.matches(of: /func (\w+)\(/).map { String($0.output.1) }
            for suite in text.matches(of: /struct (\w+Tests)\b/) {
                suites[String(suite.output.1), default: []].formUnion(names)
            }
        }
        return suites
    }

    @Test func everyTestOfTheTableIsThere() throws {
        let suites = try Self.suites()
        let rows = try Self.rows()

        #expect(rows.count > 50)
        for row in rows {
            for test in row.tests {
                let parts = test.split(separator: ".").map(String.init)
                let functions = try #require(suites[parts[0]], "\(row.rule): there is no suite \(parts[0])")
                if parts.count == 2 { #expect(functions.contains(parts[1]), "\(row.rule): there is no test \(test)") }
            }
        }
    }

    @Test func everyRuleIsInTheTable() throws {
        let sections = [
            1: 1...7, 2: 8...11, 3: 12...16, 4: 17...22, 5: 23...30, 6: 31...36, 7: 37...41, 8: 42...49, 9: 50...51,
        ]
        let listed = try Self.rows().flatMap { row -> [String] in
            let words = row.rule.split(whereSeparator: { " ,".contains($0) }).map(String.init)
            return words.first?.hasPrefix("C") == true ? words.dropFirst().map { "\(words[0]) \($0)" } : []
        }
        for (section, rules) in sections {
            for rule in rules { #expect(listed.contains("C\(section) \(rule)"), "C\(section) \(rule)") }
        }
    }

    /// A test that is named after a rule keeps it: the table must not forget it.
    @Test func everyTestThatIsNamedAfterARuleIsInTheTable() throws {
        let listed = Set(try Self.rows().flatMap(\.tests))
        var count = 0
        for (suite, functions) in try Self.suites() {
            for function in functions where function.wholeMatch(of: /c[1-9]Rules?[0-9]+.*/) != nil {
                #expect(listed.contains("\(suite).\(function)"))
                count += 1
            }
        }
        #expect(count > 100)
    }
}
