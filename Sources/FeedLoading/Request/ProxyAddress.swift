/// The address of a proxy, as settings have it.
package enum ProxyAddress {
    private static let schemes = ["http://", "https://", "socks5://", "socks5h://"]

    /// Whether a text is an address that a proxy can have: a kind of proxy, a host, and perhaps a port.
    package static func isUsable(_ text: String) -> Bool {
        guard let scheme = schemes.first(where: text.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
        // There may be a user name and a password before the host.
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        // The colons of an IPv6 address stand in brackets.
        let end = place.lastIndex(of: "]").map(place.index(after:)) ?? place.firstIndex(of: ":") ?? place.endIndex
        let (host, rest) = (place[..<end], place[end...])
        guard !host.isEmpty, host != "[]" else { return false }
        if rest.isEmpty { return true }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        return Int(digits).map { (1...65_535).contains($0) } ?? false
    }
}
