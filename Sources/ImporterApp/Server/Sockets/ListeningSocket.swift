import Foundation
import PodcastModel

/// A socket that listens for requests: made here, or handed over by systemd.
struct ListeningSocket: Sendable {
    /// Closed by whoever serves it.
    let descriptor: Int32
    /// Where it listens, as the log names it.
    let name: String
    /// The file of a socket that was made here.
    let path: String?
    /// Which file that is: another daemon may put its own in the place.
    private let file: FileIdentity?

    init(descriptor: Int32, name: String, path: String?) {
        self.descriptor = descriptor
        self.name = name
        self.path = path
        file = path.flatMap(Self.identity)
    }

    /// How many connections may wait to be taken.
    static let backlog: Int32 = 64

    /// Makes the socket that `podimport status` asks at: a file beside the store.
    ///
    /// - Throws: ``SystemCallError``; `EADDRINUSE` if another daemon has it.
    static func besideStore(_ storePath: String) throws -> ListeningSocket {
        let path = StatusSocket.path(forStore: storePath)
        // One that nobody answers at was left by a daemon that was killed.
        if try StatusSocket.isAbandoned(storePath: storePath) { unlink(path) }
        let listener = try StatusSocket.withAddress(ofStore: storePath) { address in
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
            guard listener >= 0 else { throw SystemCallError("socket") }
            let isBound = address.withSocketAddress { bind(listener, $0, $1) == 0 }
            guard isBound, listen(listener, backlog) == 0 else {
                let error = SystemCallError("bind")
                close(listener)
                throw error
            }
            return listener
        }
        // Whoever may read the store may ask.
        chmod(path, 0o660)
        return ListeningSocket(descriptor: listener, name: path, path: path)
    }

    /// Listens at a port of the loopback.
    ///
    /// - Throws: ``SystemCallError``.
    static func loopback(_ address: ListenAddress) throws -> ListeningSocket {
        let family = address.isIPv6 ? AF_INET6 : AF_INET
        let listener = socket(family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard listener >= 0 else { throw SystemCallError("socket") }
        var isReused: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        guard address.withSocketAddress({ bind(listener, $0, $1) == 0 }), listen(listener, backlog) == 0 else {
            let error = SystemCallError("bind")
            close(listener)
            throw error
        }
        let port = Self.port(of: listener) ?? address.port
        return ListeningSocket(descriptor: listener, name: "http://\(address.host):\(port)/", path: nil)
    }

    /// Nobody can connect any more.
    func removeFile() {
        if let path, isInPlace { unlink(path) }
    }

    /// Whether its file is where it was made, and still its own.
    var isInPlace: Bool {
        guard let path, let file else { return false }
        return Self.identity(ofFileAt: path) == file
    }

    /// A symbolic link that somebody has put in its place is not it.
    private static func identity(ofFileAt path: String) -> FileIdentity? {
        FileStatus(path: path, followsLink: false)?.identity
    }

    /// The port a TCP socket listens at, which the system chose if it was given as 0.
    static func port(of descriptor: Int32) -> UInt16? {
        switch address(of: descriptor) {
        case .ipv4(_, let port), .ipv6(_, let port): port
        case .file, .other: nil
        }
    }

    /// Whether programs of this machine only can connect to a socket: it is a file, or at the loopback.
    static func isOfThisMachine(_ descriptor: Int32) -> Bool {
        switch address(of: descriptor) {
        case .file: true
        case .ipv4(let address, _): address >> 24 == 127
        case .ipv6(let address, _): address == [UInt8](repeating: 0, count: 15) + [1]
        case .other: false
        }
    }
}

extension ListeningSocket {
    /// Where a socket is, in the order of its bytes on this machine.
    private enum Address {
        case file
        case ipv4(UInt32, port: UInt16)
        case ipv6([UInt8], port: UInt16)
        case other
    }

    private static func address(of descriptor: Int32) -> Address {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return .other }
                switch Int32(address.pointee.sa_family) {
                case AF_UNIX: return .file
                case AF_INET:
                    return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        .ipv4(
                            UInt32(bigEndian: $0.pointee.sin_addr.s_addr),
                            port: UInt16(bigEndian: $0.pointee.sin_port)
                        )
                    }
                case AF_INET6:
                    return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                        .ipv6(
                            withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) },
                            port: UInt16(bigEndian: $0.pointee.sin6_port)
                        )
                    }
                default: return .other
                }
            }
        }
    }
}
