import Foundation

/// Ends a wait in `poll`, from any thread.
package final class WakeUpPipe: Sendable {
    /// The descriptor to wait on; readable once the bell rang.
    package let readEnd: Int32
    private let writeEnd: Int32

    /// Nil if there are no file descriptors left; `errno` says so.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A full pipe is rung enough; the reader empties it without waiting.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the wait, now or when it begins.
    package func ring() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Makes the pipe ready to ring again.
    func silence() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
