import Foundation
import TestSupport

/// The sources of all tests, for documents that name some.
enum TestSources {
    /// The text of every test file by the suites in it.
    static func suites() throws -> [String: String] {
        let folder = Repository.root + "/Tests"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var suites: [String: String] = [:]
        for file in files where file.hasSuffix("Tests.swift") {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            for match in text.matches(of: /(?:struct|class) (\w+Tests)\b/) { suites[String(match.1)] = text }
        }
        return suites
    }
}
