import Foundation

/// The end of the notify protocol that is systemd's: keeps what a service
/// tells.
///
/// Its state is guarded by its lock.
final class NotifySocket: @unchecked Sendable {
    /// The value for `NOTIFY_SOCKET`.
    let name: String
    /// Every line that was told, as it comes.
    let lines: AsyncStream<String>
    private let descriptor: Int32
    private let lock = NSLock()
    private var received: [String] = []

    /// Listens at a path, or with `@` at a name of the abstract namespace.
    init(_ name: String) throws {
        self.name = name
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        self.descriptor = descriptor
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        Thread { self.listen(continuation) }.start()
    }

    /// Everything that was told so far.
    var allLines: [String] { lock.withLock { received } }

    /// Waits for a line that begins so; nil if none comes any more.
    func line(beginning prefix: String) async -> String? {
        for await line in lines where line.hasPrefix(prefix) { return line }
        return nil
    }

    /// Ends the listening.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private func listen(_ continuation: AsyncStream<String>.Continuation) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
            lock.withLock { received += lines }
            for line in lines { continuation.yield(line) }
        }
        continuation.finish()
    }
}
