import Foundation

/// Tells whether a file was opened, by whomever.
final class FileOpenings {
    private let watch: Int32

    /// Begins to watch; nil if the file is not there, or cannot be watched.
    init?(of path: String) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else {
            close(descriptor)
            return nil
        }
        // Only now: an object that is whole is ended by deinit, which would close it a second time.
        watch = descriptor
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
