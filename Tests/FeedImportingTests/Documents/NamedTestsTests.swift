import Foundation
import TestSupport
import Testing

/// The tests that the pages in docs/ name as holding what they say.
struct NamedTestsTests {
    @Test(arguments: ["EpisodeIdentity", "FeedFormats", "Operating", "Polling"])
    func everyTestThatIsNamedWithItsSuiteIsThere(page: String) throws {
        // Given
        let text = try Repository.text("docs/\(page).md")
        let suites = try TestSources.suites()
        let targets = try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/Tests")

        // When
        let names = text.matches(of: /\b([A-Z]\w+Tests)(?:\.([a-z]\w+))?/).map { ($0.1, $0.2) }
            .filter { !targets.contains(String($0.0)) }

        // Then
        #expect(!names.isEmpty)
        for (suite, test) in names {
            let source = try #require(suites[String(suite)], "there is no suite \(suite)")
            if let test { #expect(source.contains("func \(test)("), "there is no test \(suite).\(test)") }
        }
    }
}
