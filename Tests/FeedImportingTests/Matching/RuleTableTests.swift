import Foundation
import TestSupport
import Testing

/// The table of docs/EpisodeIdentity.md that says which test keeps which rule.
struct RuleTableTests {
    private struct Row {
        let rule: String
        /// The suites with tests that are named after the rule.
        let suites: Set<String>
        /// The other tests that keep it, with their suites; a suite alone stands for all of it.
        let others: [(suite: String, function: String?)]

        /// The rules in `C2 8, 9`, as `C2 8` and `C2 9`.
        var rules: [String] {
            let words = rule.split(whereSeparator: { " ,".contains($0) }).map(String.init)
            return words.first?.hasPrefix("C") == true ? words.dropFirst().map { "\(words[0]) \($0)" } : []
        }
    }

    private static func rows() throws -> [Row] {
        let page = try Repository.text("docs/EpisodeIdentity.md")
        let table = try #require(page.components(separatedBy: "## Rules and their tests").last)
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4 else { return Row(rule: String(line), suites: [], others: []) }
            var suite = ""
            let others = quoted(in: cells[3]).map { name -> (suite: String, function: String?) in
                let parts = name.split(separator: ".").map(String.init)
                guard parts[0].hasSuffix("Tests") else { return (suite, name) }
                suite = parts[0]
                return (suite, parts.count == 2 ? parts[1] : nil)
            }
            return Row(rule: cells[0], suites: Set(quoted(in: cells[2])), others: others)
        }
    }

    private static func quoted(in cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
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

    /// The rules that a test is named after: `c7Rules39And40…` after `C7 39` and `C7 40`.
    private static func rules(of function: String) -> [String] {
        guard let name = function.prefixMatch(of: /c([1-9])Rules?([0-9]+(?:And[0-9]+)*)/) else { return [] }
        return name.output.2.components(separatedBy: "And").map { "C\(name.output.1) \($0)" }
    }

    @Test func everyRowHasTests() throws {
        let rows = try Self.rows()
        #expect(rows.count > 50)
        for row in rows { #expect(!row.suites.isEmpty || !row.others.isEmpty, "\(row.rule)") }
    }

    @Test func everyOtherTestOfTheTableIsThere() throws {
        let suites = try Self.suites()
        for row in try Self.rows() {
            for test in row.others {
                let functions = try #require(suites[test.suite], "\(row.rule): there is no suite \(test.suite)")
                guard let function = test.function else { continue }
                #expect(functions.contains(function), "\(row.rule): there is no test \(test.suite).\(function)")
            }
        }
    }

    @Test func everyRuleIsInTheTable() throws {
        let sections = [
            1: 1...7, 2: 8...11, 3: 12...16, 4: 17...22, 5: 23...30, 6: 31...36, 7: 37...41, 8: 42...49, 9: 50...51,
        ]
        let listed = try Self.rows().flatMap(\.rules)
        for (section, rules) in sections {
            for rule in rules { #expect(listed.contains("C\(section) \(rule)"), "C\(section) \(rule)") }
        }
    }

    /// A test that is named after a rule keeps it: the row of that rule names its suite, and no other suites.
    @Test func theSuitesOfARuleAreThoseWithTestsThatAreNamedAfterIt() throws {
        var named: [String: Set<String>] = [:]
        var count = 0
        for (suite, functions) in try Self.suites() {
            for function in functions {
                let rules = Self.rules(of: function)
                for rule in rules { named[rule, default: []].insert(suite) }
                if !rules.isEmpty { count += 1 }
            }
        }
        #expect(count > 100)
        for row in try Self.rows() {
            let expected = row.rules.reduce(into: Set<String>()) { $0.formUnion(named.removeValue(forKey: $1) ?? []) }
            let (missing, wrong) = (expected.subtracting(row.suites), row.suites.subtracting(expected))
            #expect(missing.isEmpty && wrong.isEmpty, "\(row.rule) lacks \(missing.sorted()), not \(wrong.sorted())")
        }
        #expect(named.isEmpty, "there are no such rules: \(named)")
    }
}
