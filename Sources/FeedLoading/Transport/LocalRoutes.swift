import CCurl
import Foundation

/// Tells whether this machine has a way out into the network.
///
/// "Network is unreachable" alone does not say so: a host that has nothing but
/// an IPv6 address is unreachable from every machine without IPv6, and must
/// not pass for an outage that stops all feeds (http polling A3 42).
enum LocalRoutes {
    /// Whether there is a route to the public internet, in IPv4 or in IPv6.
    static func leadAnywhere() -> Bool {
        hasRoute(to: publicIPv4) || hasRoute(to: publicIPv6)
    }

    /// Asks the system for a route; connecting a datagram socket sends nothing.
    static func hasRoute(to address: sockaddr_storage) -> Bool {
        let isIPv6 = Int32(address.ss_family) == AF_INET6
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        let descriptor = socket(Int32(address.ss_family), Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(length)) == 0
            }
        }
    }

    /// `192.0.9.1`: any ordinary address would do.
    private static var publicIPv4: sockaddr_storage { ipv4(0xC000_0901) }

    /// `2600::`: the same of IPv6.
    private static var publicIPv6: sockaddr_storage {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(443).bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
            bytes[0] = 0x26
            bytes[1] = 0x00
        }
        return storage(of: address)
    }

    /// An IPv4 address as the system takes it.
    static func ipv4(_ number: UInt32) -> sockaddr_storage {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(443).bigEndian
        address.sin_addr.s_addr = number.bigEndian
        return storage(of: address)
    }

    private static func storage<Address>(of address: Address) -> sockaddr_storage {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
        return storage
    }
}
