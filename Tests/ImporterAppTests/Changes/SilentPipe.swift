import Foundation

/// A pipe that nobody reads from before the test does.
struct SilentPipe {
    let reader: Int32
    let writer: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        // Of the programs that other tests start none must keep it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    /// How many bytes wait to be read.
    var count: Int {
        var count: Int32 = 0
        return ioctl(reader, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Reads so many bytes, which are there.
    func take(_ count: Int) {
        var buffer = [UInt8](repeating: 0, count: count)
        _ = read(reader, &buffer, count)
    }

    /// Takes no more, and reads what there is.
    func finish() -> [UInt8] {
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        defer {
            close(writer)
            close(reader)
        }
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(reader, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
