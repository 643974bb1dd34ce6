import Foundation

/// Where the files of the repository are, found from this source file.
enum Repository {
    static var root: String {
        // The sources may be reached through a symbolic link.
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        return (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }.path
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
}
