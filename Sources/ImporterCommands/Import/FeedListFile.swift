import Foundation
import ImporterApp
import PodcastModel

/// A text file that names a feed on each line.
enum FeedListFile {
    /// How much of a list is read: as much as of one in OPML.
    private static let byteLimit = 64 << 20
    /// How long a line may be: no address is longer, but what is no list may never end one.
    private static let lineLimit = 64 << 10

    static func feeds(in paths: [String]) throws(ImporterAppError) -> [NamedFeed] {
        var feeds: [NamedFeed] = []
        for path in paths {
            let data = try contents(of: path)
            // Editors of some systems begin a text with a byte order mark.
            let text = String(
                decoding: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data,
                as: UTF8.self
            )
            if let mistake = mistake(in: text) {
                throw ImporterAppError(.usage, "\(path.inMessage): this list of feeds \(mistake)")
            }
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

    /// Why this is no text with a feed on each line, each of which would be a feed that fails; nil if it is one.
    private static func mistake(in text: String) -> String? {
        if text.utf8.contains(0) { return "is no text in UTF-8; is it the right file?" }
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return nil }
        return "is markup; `podimport opml import` takes a list in OPML, and --feed the file of a feed"
    }

    /// All there is to read: of a file, of a pipe, or of standard input for `-`.
    private static func contents(of path: String) throws(ImporterAppError) -> Data {
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        var (contents, line) = (Data(), 0)
        do {
            while let handle {
                guard let chunk = try handle.read(upToCount: lineLimit), !chunk.isEmpty else { return contents }
                contents += chunk
                line = chunk.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { chunk.endIndex - $0 } ?? line + chunk.count
                guard line <= lineLimit, contents.count <= byteLimit else { break }
            }
        } catch {
            // Such as a folder: it can be opened, and not be read.
            contents = Data()
        }
        guard contents.isEmpty else {
            let limit = line > lineLimit ? "a line of more than 64 KiB" : "more than 64 MiB"
            throw ImporterAppError(.usage, "\(path): this list of feeds has \(limit); is it the right file?")
        }
        throw ImporterAppError(.usage, "\(path.inMessage): this list of feeds cannot be read; is the path right?")
    }
}
