import Foundation
import ImporterApp

/// A text file that names a feed on each line.
enum FeedListFile {
    static func feeds(in paths: [String]) throws(ImporterAppError) -> [String] {
        var feeds: [String] = []
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ImporterAppError(.usage, "\(path): this list of feeds cannot be read; is the path right?")
            }
            let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            feeds += lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        }
        return feeds
    }
}
