package import Foundation

/// Where the files of the repository are, found from this source file.
package enum Repository {
    package static var root: String { url("").path }

    /// A file of the repository, or one beside it.
    package static func url(_ path: String) -> URL {
        // The sources may be reached through a symbolic link.
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        let root = (0..<3).reduce(file) { url, _ in url.deletingLastPathComponent() }
        return path.isEmpty ? root : root.appendingPathComponent(path).standardizedFileURL
    }

    /// The feeds of others beside the repository, which are not part of it and need not be there.
    package static var corpus: URL { url("../shared/corpus") }

    package static var hasCorpus: Bool { FileManager.default.fileExists(atPath: corpus.path) }

    package static func text(_ path: String) throws -> String {
        try String(contentsOf: url(path), encoding: .utf8)
    }
}
