import Foundation

/// An address of the loopback at which the daemon may listen.
struct ListenAddress: Hashable, Sendable {
    /// `127.0.0.1` or `[::1]`.
    let host: String
    /// 0 for any that is free.
    let port: UInt16

    var isIPv6: Bool { host.hasPrefix("[") }

    /// What the operator has to write, in words.
    static let expectation = "an address of the loopback with a port, such as 127.0.0.1:8123 or [::1]:8123"

    /// Reads `127.0.0.1:8123`, `[::1]:8123` or `localhost:8123`; nil for anything
    /// else: whoever can connect can change what is followed, so no other
    /// machine may.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        switch text[..<colon] {
        case "127.0.0.1", "localhost": host = "127.0.0.1"
        case "[::1]": host = "[::1]"
        default: return nil
        }
        self.port = port
    }

    /// Runs a system call with the address in its C form.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return Self.with(&address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return Self.with(&address, body)
    }

    private static func with<Address, Result>(
        _ address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let length = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
