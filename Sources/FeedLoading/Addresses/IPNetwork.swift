/// A block of addresses in CIDR notation: `10.0.0.0/8`, `fc00::/7`.
package struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let prefixLength: Int

    init(_ address: IPAddress, prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }

    /// Reads `ADDRESS/LENGTH`, or a lone address as a block of one; nil if it
    /// is neither.
    ///
    /// Addresses of IPv4 in the form of IPv6 (`::ffff:10.0.0.0/104`) are a block of
    /// IPv4: nothing is connected to in that form, unless somebody writes it so on
    /// purpose.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var prefixLength = width
        if parts.count == 2 {
            guard let length = WholeNumber.parse(parts[1].utf8), length <= width else { return nil }
            prefixLength = Int(length)
        }
        if let mapped = address.mappedIPv4, prefixLength >= 96 {
            self.init(mapped, prefixLength: prefixLength - 96)
        } else {
            self.init(address, prefixLength: prefixLength)
        }
    }

    /// Whether the address lies in the block.
    func contains(_ other: IPAddress) -> Bool {
        guard other.isIPv4 == address.isIPv4 else { return false }
        if address.isIPv4 { return Self.match(address.low << 32, other.low << 32, prefixLength) }
        return Self.match(address.high, other.high, min(prefixLength, 64))
            && Self.match(address.low, other.low, max(0, prefixLength - 64))
    }

    private static func match(_ lhs: UInt64, _ rhs: UInt64, _ bits: Int) -> Bool {
        // Shifting by the full width gives 0 in Swift: no bits, always alike.
        (lhs ^ rhs) & ~(UInt64.max >> UInt64(bits)) == 0
    }
}
