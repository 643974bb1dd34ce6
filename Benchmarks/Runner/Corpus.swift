import Foundation

/// Feeds in files that contenders are measured on.
struct Corpus {
    var name: String
    var files: [String]
    var bytes: Int

    var megabytes: Double { Double(bytes) / 1_000_000 }

    /// Generates a corpus into a folder of its own below the scratch folder.
    static func generated(
        _ name: String,
        in scratch: URL,
        feeds: Int,
        episodes: Int,
        seed: UInt64,
        notes: FeedGenerator.Notes = .cdata,
        revision: FeedGenerator.Revision = .first
    ) throws -> Corpus {
        let folder = scratch.appending(path: "feeds-\(name)", directoryHint: .isDirectory)
        try FileManager.default.makeEmptyFolder(folder)
        let generator = FeedGenerator(seed: seed, episodes: episodes, notes: notes, revision: revision)
        try generator.write(feeds, to: folder)
        return try read(
            name,
            files: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
                folder.appending(path: $0).path
            }
        )
    }

    /// The feeds found below a folder; nil when there are none.
    static func found(_ name: String, in folder: URL) throws -> Corpus? {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return nil }
        let files = paths.compactMap { $0 as? String }
            .filter { $0.hasSuffix(".xml") || $0.hasSuffix(".rss") }
            .map { folder.appending(path: $0).path }
        return files.isEmpty ? nil : try read(name, files: files)
    }

    private static func read(_ name: String, files: [String]) throws -> Corpus {
        let sizes = try files.map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }
        return Corpus(name: name, files: files.sorted(), bytes: sizes.reduce(0, +))
    }
}

extension FeedGenerator {
    /// Writes feeds numbered from zero into a folder.
    func write(_ feeds: Int, to folder: URL) throws {
        for number in 0..<feeds {
            let name = "feed-" + String(number + 100_000).dropFirst() + ".xml"
            try Data(feed(number)).write(to: folder.appending(path: name))
        }
    }
}

extension FileManager {
    /// Makes a folder, or empties the one that is there.
    func makeEmptyFolder(_ folder: URL) throws {
        if fileExists(atPath: folder.path) { try removeItem(at: folder) }
        try createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
