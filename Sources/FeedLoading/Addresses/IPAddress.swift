import Foundation

/// An IPv4 or IPv6 address as a number.
package struct IPAddress: Hashable, Sendable {
    /// The first eight bytes of an IPv6 address; 0 for IPv4.
    let high: UInt64
    /// The last eight bytes of an IPv6 address, or the four of IPv4.
    let low: UInt64
    /// Whether this is an IPv4 address.
    let isIPv4: Bool

    init(ipv4 value: UInt32) {
        high = 0
        low = UInt64(value)
        isIPv4 = true
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
        isIPv4 = false
    }

    /// Reads bytes in network order: four for IPv4, sixteen for IPv6.
    init?(bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 4:
            self.init(ipv4: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case 16:
            self.init(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        default:
            return nil
        }
    }

    /// Reads `192.0.2.1` or `2001:db8::1`, perhaps in brackets or with a zone.
    package init?(_ text: String) {
        var bytes: (UInt64, UInt64) = (0, 0)
        var text = text[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        let isIPv6 = text.contains(":")
        if isIPv6, let zone = text.firstIndex(of: "%") { text = text[..<zone] }
        let isRead = inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(text), &bytes) == 1
        guard isRead else { return nil }
        let address = withUnsafeBytes(of: &bytes) {
            IPAddress(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(isIPv6 ? 16 : 4)))
        }
        guard let address else { return nil }
        self = address
    }

    /// Reads the host of a URL as the system does that connects to it: an address in any spelling, such as `2130706433`,
    /// `0x7f.1`, `0177.0.0.1` or `[::ffff:7f00:1]`, or `localhost`; nil for any other name (http polling A7 69).
    package init?(host: String) {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") {
            self.init("127.0.0.1")
        } else if name.contains(":") {
            self.init(name)
        } else {
            var number = in_addr()
            guard inet_aton(name, &number) != 0 else { return nil }
            self.init(ipv4: UInt32(bigEndian: number.s_addr))
        }
    }

    /// Reads an address as libcurl writes it: mostly IPv4, for which no text need
    /// be made.
    init?(cString text: UnsafePointer<CChar>) {
        var number: UInt32 = 0
        if inet_pton(AF_INET, text, &number) == 1 {
            self.init(ipv4: UInt32(bigEndian: number))
        } else {
            self.init(String(cString: text))
        }
    }

    /// The IPv4 address that a mapped one (`::ffff:0:0/96`) is another form of.
    var mappedIPv4: IPAddress? {
        guard !isIPv4, high == 0, low >> 32 == 0xFFFF else { return nil }
        return IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }

    /// The IPv4 address inside a mapped (`::ffff:0:0/96`), compatible
    /// (`::/96`), translated (`::ffff:0:0:0/96`, `64:ff9b::/96`) or 6to4
    /// (`2002::/16`) address.
    var embeddedIPv4: IPAddress? {
        guard !isIPv4 else { return nil }
        if let mappedIPv4 { return mappedIPv4 }
        if high == 0, low >> 32 == 0xFFFF_0000 { return IPAddress(ipv4: UInt32(truncatingIfNeeded: low)) }
        if high == 0, low >> 32 == 0, low > 1 { return IPAddress(ipv4: UInt32(truncatingIfNeeded: low)) }
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 { return IPAddress(ipv4: UInt32(truncatingIfNeeded: low)) }
        if high >> 48 == 0x2002 { return IPAddress(ipv4: UInt32(truncatingIfNeeded: high >> 16)) }
        return nil
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        if isIPv4 { return (0..<4).map { String(low >> (24 - 8 * UInt64($0)) & 0xFF) }.joined(separator: ".") }
        var bytes = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return "an IPv6 address" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
