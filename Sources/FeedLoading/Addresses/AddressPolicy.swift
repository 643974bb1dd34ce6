package import PodcastModel

/// Which addresses a transfer may connect to (http polling A7 65–69).
///
/// It is asked about the very address of every connection, after the name was
/// looked up and before the connection is made, on every hop: a name that
/// leads elsewhere the second time gains nothing by it, nor does an odd
/// spelling of an address. Without exceptions only public addresses are
/// allowed.
package struct AddressPolicy: Hashable, Sendable {
    /// Whether loopback, private and link-local networks are open.
    package var allowsPrivateNetworks: Bool
    /// Blocks that are open whatever they are.
    package var allowedNetworks: [IPNetwork]
    /// Hosts that may have any address, in lower-case ASCII.
    ///
    /// A name, or `.example.org` for all names under it.
    package var allowedHosts: [String]
    /// Hosts that may have a private address, but no other that is special:
    /// those a user has named by such an address (``open(_:namedBy:)``).
    private(set) var privateHosts: [String] = []
    /// The ports that may be connected to; nil for any (http polling A7 65).
    package var allowedPorts: Set<Int>?

    /// Makes a policy; by default nothing but public addresses, at any port.
    package init(
        allowsPrivateNetworks: Bool = false,
        allowedNetworks: [IPNetwork] = [],
        allowedHosts: [String] = [],
        allowedPorts: Set<Int>? = nil
    ) {
        self.allowsPrivateNetworks = allowsPrivateNetworks
        self.allowedNetworks = allowedNetworks
        self.allowedHosts = allowedHosts
        self.allowedPorts = allowedPorts
    }

    /// Opens private networks for the host of an address, if the address is
    /// literally a private one and somebody has typed it here: then that
    /// machine is meant.
    ///
    /// What others chose opens nothing, nor does what the address leads to:
    /// redirects, pages and moves to another host are checked like any other.
    package mutating func open(_ url: FeedURL, namedBy provenance: AddressProvenance) {
        if let policy = opened(for: url, namedBy: provenance) { self = policy }
    }

    /// The policy that ``open(_:namedBy:)`` leads to; nil if it is this one.
    package func opened(for url: FeedURL, namedBy provenance: AddressProvenance) -> AddressPolicy? {
        guard provenance == .user, let host = url.hostIfLiteralAddress, !privateHosts.contains(host) else { return nil }
        var policy = self
        policy.privateHosts.append(host)
        return policy
    }

    /// The name of the rule that forbids connecting to an address for a host;
    /// nil if it is allowed.
    package func rule(against address: IPAddress, host: String) -> String? {
        guard !allowsHost(host), !allowedNetworks.contains(where: { $0.contains(address) }) else { return nil }
        if let embedded = address.embeddedIPv4 { return rule(against: embedded, host: host).map { "\($0), embedded" } }
        guard let rule = AddressRule.first(for: address) else { return nil }
        let mayBePrivate = allowsPrivateNetworks || privateHosts.contains(host)
        return mayBePrivate && rule.isPrivateNetwork ? nil : rule.name
    }

    /// The port of an address, if it may not be asked there.
    func deniedPort(of url: FeedURL) -> Int? {
        guard let allowedPorts else { return nil }
        return allowedPorts.contains(url.connectedPort) ? nil : url.connectedPort
    }

    private func allowsHost(_ host: String) -> Bool {
        allowedHosts.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
    }
}
