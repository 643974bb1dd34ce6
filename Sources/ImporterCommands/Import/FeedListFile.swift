import Foundation
import ImporterApp

/// A text file that names a feed on each line.
enum FeedListFile {
    static func feeds(in paths: [String]) throws(ImporterAppError) -> [NamedFeed] {
        var feeds: [NamedFeed] = []
        for path in paths {
            let data = try contents(of: path)
            // Editors of some systems begin a text with a byte order mark.
            let text = String(
                decoding: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data,
                as: UTF8.self
            )
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let list = path == "-" ? "the list" : path
            for (index, line) in lines.enumerated() {
                let feed = line.trimmingCharacters(in: .whitespaces)
                guard !feed.isEmpty, !feed.hasPrefix("#") else { continue }
                feeds.append(NamedFeed(text: feed, place: "line \(index + 1) of \(list)"))
            }
        }
        return feeds
    }

    /// All there is to read: of a file, of a pipe, or of standard input for `-`.
    private static func contents(of path: String) throws(ImporterAppError) -> Data {
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        do {
            if let handle { return try handle.readToEnd() ?? Data() }
        } catch {
            // Such as a folder: it can be opened, and not be read.
        }
        throw ImporterAppError(.usage, "\(path): this list of feeds cannot be read; is the path right?")
    }
}
