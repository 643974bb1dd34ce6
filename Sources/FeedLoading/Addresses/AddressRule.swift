/// One block of addresses that feeds have no business to lead to, and why.
struct AddressRule: Hashable, Sendable {
    /// What the block is for, as an error names it.
    let name: String
    /// The block itself.
    let network: IPNetwork
    /// Whether it is a network of one's own that a user may open as a whole.
    let isPrivateNetwork: Bool

    /// The rule that holds for an address itself, embedded addresses aside.
    static func first(for address: IPAddress) -> AddressRule? {
        all.first { $0.network.contains(address) }
    }

    /// http polling A7 67, and what else the IANA registries call special.
    ///
    /// The metadata services of clouds come first: they hand out secrets, so
    /// opening private networks does not open them.
    private static let all: [AddressRule] = [
        rule("cloud metadata", "169.254.169.254/32"),
        rule("cloud metadata", "fd00:ec2::254/128"),
        // Alibaba's and Google's, inside of networks that are private otherwise.
        rule("cloud metadata", "100.100.100.200/32"),
        rule("cloud metadata", "fd20:ce::254/128"),
        rule("loopback", "127.0.0.0/8", isPrivate: true),
        rule("private", "10.0.0.0/8", isPrivate: true),
        rule("private", "172.16.0.0/12", isPrivate: true),
        rule("private", "192.168.0.0/16", isPrivate: true),
        rule("shared by a carrier", "100.64.0.0/10", isPrivate: true),
        rule("link-local", "169.254.0.0/16", isPrivate: true),
        rule("this network", "0.0.0.0/8"),
        rule("protocol assignments", "192.0.0.0/24"),
        rule("documentation", "192.0.2.0/24"),
        rule("6to4 relay", "192.88.99.0/24"),
        rule("benchmarking", "198.18.0.0/15"),
        rule("documentation", "198.51.100.0/24"),
        rule("documentation", "203.0.113.0/24"),
        rule("multicast", "224.0.0.0/4"),
        rule("reserved", "240.0.0.0/4"),
        rule("unspecified", "::/128"),
        rule("loopback", "::1/128", isPrivate: true),
        rule("private", "fc00::/7", isPrivate: true),
        rule("link-local", "fe80::/10", isPrivate: true),
        rule("site-local", "fec0::/10", isPrivate: true),
        rule("translation", "64:ff9b:1::/48"),
        rule("discard", "100::/64"),
        rule("protocol assignments", "2001::/23"),
        rule("documentation", "2001:db8::/32"),
        rule("documentation", "3fff::/20"),
        rule("segment routing", "5f00::/16"),
        rule("multicast", "ff00::/8"),
        // Public addresses all lie in 2000::/3.
        rule("unassigned", "::/3"),
        rule("unassigned", "4000::/2"),
        rule("unassigned", "8000::/1"),
    ].compactMap(\.self)

    private static func rule(_ name: String, _ network: String, isPrivate: Bool = false) -> AddressRule? {
        IPNetwork(network).map { AddressRule(name: "\(name), \(network)", network: $0, isPrivateNetwork: isPrivate) }
    }
}
