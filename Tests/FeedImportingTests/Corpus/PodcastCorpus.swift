import Foundation
import TestSupport

/// The podcast feeds of real publishers in the corpus beside the repository.
enum PodcastCorpus {
    /// The folders that hold podcast feeds; the others hold blogs, lists and expectations.
    private static let folders = [
        "argl-podcast-feeds", "engineering-kiosk", "partytime", "syndikit", "rss-parser/input", "radiofeed",
        "podcast-archiver",
        "103fm-hebrew", "podcast-feed-reader", "podcast-server", "daily-podcast-stk", "feed-master",
        "lukaswhite-podcast-feed-parser", "jbierfeldt-podcast-feed-parser", "netnewswire", "feedkit",
        "podcast-namespace",
    ]

    /// The paths of the documents in order; none if there is no corpus.
    static func documents() -> [String] { folders.flatMap { documents(in: $0) } }

    /// The paths of the documents of one folder, in order of their names.
    static func documents(in folder: String) -> [String] {
        let folder = Repository.corpus.appendingPathComponent(folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return (files ?? [])
            .filter { ["xml", "rss", "atom", "rdf", "json", "gz"].contains($0.pathExtension) }
            .map(\.path)
            .sorted()
    }
}
