import Foundation

/// Wakes a thread that waits for descriptors (poll(2)).
final class WakingPipe: Sendable {
    /// Can be read from when the thread is to wake up.
    let reader: Int32
    private let writer: Int32

    init() throws(ImporterAppError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ImporterAppError(.storage, "no pipe can be made (\(String(cString: strerror(errno))))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Wakes the thread, now or as soon as it waits.
    func wake() {
        // It cannot fail: there is room for a byte.
        _ = write(writer, [1], 1)
    }
}
