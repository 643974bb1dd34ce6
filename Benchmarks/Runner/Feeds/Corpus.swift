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

    /// The podcast feeds found below a folder; nil when there are none.
    ///
    /// A feed with an enclosure is a podcast. Compressed files are unpacked into the scratch folder.
    static func podcasts(_ name: String, in folder: URL, scratch: URL) throws -> Corpus? {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return nil }
        let unpacked = scratch.appending(path: "feeds-\(name)", directoryHint: .isDirectory)
        try FileManager.default.makeEmptyFolder(unpacked)
        var files: [String] = []
        for case let path as String in paths {
            var file = folder.appending(path: path)
            if file.pathExtension == "gz" {
                let target = unpacked.appending(
                    path: "\(files.count)-" + file.deletingPathExtension().lastPathComponent
                )
                _ = try MeasuredCommand("sh", ["-c", "gzip -dc \"$0\" > \"$1\"", file.path, target.path]).run()
                file = target
            }
            guard ["xml", "rss", "atom"].contains(file.pathExtension) else { continue }
            if try Data(contentsOf: file).range(of: Data("<enclosure".utf8)) != nil { files.append(file.path) }
        }
        return files.isEmpty ? nil : try read(name, files: files)
    }

    /// Writes the paths to a file, one a line; returns its path.
    func writeList(in scratch: URL) throws -> String {
        let list = scratch.appending(path: "list.txt")
        try Data(files.joined(separator: "\n").utf8).write(to: list)
        return list.path
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

    /// Makes room below a folder for a store, without any that was there; returns its path.
    func makeEmptyStore(in scratch: URL) throws -> String {
        let folder = scratch.appending(path: "store", directoryHint: .isDirectory)
        try makeEmptyFolder(folder)
        return folder.appending(path: "bench.sqlite").path
    }
}
