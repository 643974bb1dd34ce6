import Foundation

/// The address of a Unix socket: a path, or a name of Linux's abstract
/// namespace.
struct UnixSocketAddress: Hashable, Sendable {
    /// The bytes of the name; abstract names begin with a zero byte.
    private let name: [UInt8]

    /// Reads the form systemd uses; nil for other kinds of sockets, such as
    /// `vsock:`, and for names that are too long.
    init?(notifySocket text: String) {
        guard text.hasPrefix("/") || (text.hasPrefix("@") && text.utf8.count > 1) else { return nil }
        self.init(name: text.hasPrefix("@") ? [0] + text.utf8.dropFirst() : Array(text.utf8))
    }

    /// The address of a socket's file; nil if the path is too long.
    init?(path: String) {
        self.init(name: Array(path.utf8))
    }

    private init?(name: [UInt8]) {
        guard name.count < Self.capacity else { return nil }
        self.name = name
    }

    private static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Runs a system call with the address in its C form.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let isAbstract = name.first == 0
        // An abstract name ends with the length; a path with a zero byte.
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let length = socklen_t(offset + name.count + (isAbstract ? 0 : 1))
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Sends one datagram from a socket made for it.
    ///
    /// A listener that does not read for five seconds is given up.
    func sendDatagram(_ bytes: [UInt8]) throws(SystemCallError) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard socket >= 0 else { throw SystemCallError("socket") }
        defer { close(socket) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let sent = withSocketAddress { address, length in
            sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
        }
        guard sent == bytes.count else { throw SystemCallError("sendto") }
    }
}
