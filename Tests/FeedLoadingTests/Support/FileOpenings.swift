import Foundation

/// Tells whether a file was opened, by whomever.
final class FileOpenings {
    private let watch: Int32

    /// Begins to watch; nil if the file is not there, or cannot be watched.
    init?(of path: String) {
        watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard watch >= 0 else { return nil }
        guard inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0 else {
            close(watch)
            return nil
        }
    }

    deinit { close(watch) }

    /// Whether a file is there, and can be watched.
    static func canBeSeen(of path: String) -> Bool { FileOpenings(of: path) != nil }

    /// Whether the file was opened since this was asked for last.
    func haveBeenSeen() -> Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        return read(watch, &events, events.count) > 0
    }
}
