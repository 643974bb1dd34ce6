import Foundation
import PodcastModel

/// A path that may be a symbolic link to what is meant.
struct LinkedPath {
    let path: String

    /// As many links in a row as the kernel follows.
    private static let mostLinks = 40

    /// Where the link leads, also if there is nothing yet; the path itself if it is none, or leads round in a circle.
    ///
    /// What is made by way of the link has this path before it is there and afterwards.
    var target: String {
        guard Self.destination(ofLink: path) != nil else { return path }
        var place = path
        for _ in 0...Self.mostLinks {
            if let file = Self.resolving(place) { return file }
            let folder = URL(fileURLWithPath: place).deletingLastPathComponent()
            guard let destination = Self.destination(ofLink: place) else {
                let name = URL(fileURLWithPath: place).lastPathComponent
                return Self.resolving(folder.path).map { URL(fileURLWithPath: $0).appending(path: name).path } ?? place
            }
            place = destination.hasPrefix("/") ? destination : folder.appending(path: destination).path
        }
        return path
    }

    /// The path without links in it; nil if there is nothing, or the system does not tell.
    private static func resolving(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// What a link says; nil if it is none.
    private static func destination(ofLink path: String) -> String? {
        guard FileStatus(path: path, followsLink: false)?.kind == .link else { return nil }
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: path)
        } catch {
            // It has been removed meanwhile, or may not be read.
            return nil
        }
    }
}
