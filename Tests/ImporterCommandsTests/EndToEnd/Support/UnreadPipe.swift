import Foundation
import TestSupport

/// A pipe in a folder that has the least room there is, and that nobody reads.
struct UnreadPipe {
    /// The name of its file.
    let name: String
    private let reader: Int32
    private let capacity: Int32

    /// Makes a pipe with a name in a folder.
    init(_ name: String, in folder: URL) throws {
        self.name = name
        let path = folder.appendingPathComponent(name).path
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        reader = Foundation.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        // F_SETPIPE_SZ, which Glibc's module does not know.
        capacity = fcntl(reader, 1031, 4096)
    }

    /// Suspends until there is no room for so many bytes more.
    ///
    /// - Parameter bytes: of a line, which is written whole or not at all.
    /// - Throws: `POSIXError`, and when the task is cancelled.
    func untilFull(for bytes: Int32) async throws {
        try await until {
            var waiting: Int32 = 0
            guard ioctl(reader, UInt(FIONREAD), &waiting) == 0 else { throw POSIXError(.EIO) }
            return waiting + bytes >= capacity
        }
    }

    /// Lets whoever writes to it go.
    func close() {
        Foundation.close(reader)
    }
}
