import Foundation
import GRDB
import TestSupport
import Testing

/// The lists of other programs in the corpus beside the repository, if there is one.
struct OPMLCorpusTests {
    /// Every list is imported, and its report names the addresses that a plain
    /// search of the text finds, each with what became of it.
    @Test(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
    func importsEveryListOfTheCorpusWithARightReport() async throws {
        let lists = try Self.lists()
        var feeds = 0

        for list in lists {
            try await ProgramTestBed.run { bed in
                // When
                let output = try await bed.podimport("opml", "import", list.path, "--format", "json")
                let again = try await bed.podimport("opml", "import", list.path, "--format", "json")

                // Then
                #expect([0, 1, 2].contains(output.status), "\(list.path): \(output.errors)")
                let lines = try output.objects()
                let named = lines.compactMap { $0.text("feed") }
                #expect(Set(named) == Set(list.addresses), "\(list.path)")
                #expect(named.count == list.addresses.count, "\(list.path)")
                let added = lines.filter { $0.text("status") == "added" }
                #expect(Set(added.compactMap { $0.number("id") }).count == added.count, "\(list.path)")
                let stored = try await bed.database().read { database in
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM subscription")
                }
                #expect(stored == added.count, "\(list.path)")
                #expect(added.count == list.distinct, "\(list.path)")
                let statuses = try again.objects().map { $0.text("status") }
                #expect(statuses == lines.map { $0.text("status") == "added" ? "known" : $0.text("status") })
                feeds += added.count
            }
        }

        #expect(lists.count == 142)
        #expect(feeds > 1_700)
    }

    /// A list, and what a search for `xmlUrl` finds in it.
    private struct List {
        let path: String
        /// Every address, as often as it is there.
        let addresses: [String]

        /// How many different feeds the web addresses among them are, scheme,
        /// `www.` and a last slash aside.
        var distinct: Int {
            let keys = addresses.compactMap { address -> String? in
                guard
                    let web = address.wholeMatch(
                        of: /(?i)(?:(?:https?|feed):\/\/)?(?:www\.)?([^\/\s:]+\.[^\/\s]+)([^\s#]*)(?:#.*)?/
                    )
                else { return nil }
                var key = web.1.lowercased() + web.2
                while key.hasSuffix("/") { key.removeLast() }
                return key
            }
            return Set(keys).count
        }
    }

    private static func lists() throws -> [List] {
        let files = FileManager.default.enumerator(at: Repository.corpus, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }
        return try (files ?? []).filter { ["opml", "xml"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
            .compactMap { file in
                let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
                guard text.contains(/(?i)<opml[\s>]/) else { return nil }
                return List(path: file.path, addresses: addresses(in: text))
            }
    }

    private static func addresses(in text: String) -> [String] {
        text.replacing(/<!--(?s:.*?)-->/, with: "")
            .matches(of: /(?i)\sxmlurl\s*=\s*(?:"([^"]*)"|'([^']*)')/)
            .map { match in
                var value = String(match.1 ?? match.2 ?? "")
                for (reference, character) in [
                    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#38;", "&"), ("&amp;", "&"),
                ] {
                    value = value.replacing(reference, with: character)
                }
                return value.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            .filter { !$0.isEmpty }
    }
}
