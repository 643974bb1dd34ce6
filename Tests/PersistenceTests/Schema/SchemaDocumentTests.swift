import Foundation
import TestSupport
import Testing

@testable import Persistence

struct SchemaDocumentTests {
    /// The SQL blocks of the page.
    static let questions: [String] = {
        let page = (try? Repository.text("docs/Schema.md")) ?? ""
        return page.components(between: "```sql\n", and: "```")
    }()

    @Test func asksAtLeastTenQuestions() {
        #expect(SchemaDocumentTests.questions.count >= 10)
    }

    @Test(arguments: questions)
    func everyQuestionHasAnAnswer(sql: String) async throws {
        let store = try await FilledStore.make()

        let answers = try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch(sql.trimmingSuffix(";\n")) { row in row.text() }
        }

        #expect(!answers.isEmpty)
    }

    @Test func describesEveryTableAndViewAndNoOther() async throws {
        let store = try await TestStore(inMemory: true)
        let names = try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch(
                """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite_%'
                """
            ) { row in row.requiredText() }
        }

        let page = try Repository.text("docs/Schema.md")
        let described = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { String($0.split(separator: "|")[0]).components(between: "`", and: "`") }

        #expect(Set(described + ["episodeListing", "showNotes"]) == Set(names))
        #expect(page.contains("`episodeListing`") && page.contains("`showNotes`"))
    }
}

extension String {
    func components(between opening: String, and closing: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let start = rest.range(of: opening), let end = rest[start.upperBound...].range(of: closing) {
            found.append(String(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return found
    }

    func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
