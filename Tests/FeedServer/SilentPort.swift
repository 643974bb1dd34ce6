import Foundation

/// A loopback port that is taken, so that nobody else gets it, but on which
/// nothing listens: connections to it are refused.
package struct SilentPort {
    /// The port's number.
    package let number: Int
    private let descriptor: Int32

    /// Takes a free port.
    ///
    /// - Throws: `POSIXError` if the loopback gives none.
    package init() throws {
        (descriptor, number) = try loopbackSocket()
    }

    /// Gives the port back.
    package func release() {
        close(descriptor)
    }
}

/// A TCP socket bound to a free loopback port.
func loopbackSocket() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}
