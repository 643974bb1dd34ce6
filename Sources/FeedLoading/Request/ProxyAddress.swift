import PodcastModel

/// The address of a proxy, as settings have it.
package enum ProxyAddress {
    private static let schemes = ["http://", "https://", "socks5://", "socks5h://"]

    /// Whether a text is an address that a proxy can have: a kind of proxy, a host, and perhaps a port.
    ///
    /// No path, query or fragment: a proxy has no use for them, and what seems to be one is the rest of a password
    /// that holds such a mark as it is.
    package static func isUsable(_ text: String) -> Bool {
        guard let scheme = schemes.first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        guard authority.endIndex == rest.endIndex || rest[authority.endIndex...] == "/" else { return false }
        // There may be a user name and a password before the host; libcurl takes what is behind the first @ for that.
        let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }), !isLeftOut(text) else {
            return false
        }
        let place = parts.last ?? authority
        // The colons of an IPv6 address stand in brackets.
        let end = place.lastIndex(of: "]").map(place.index(after:)) ?? place.firstIndex(of: ":") ?? place.endIndex
        let (host, port) = (place[..<end], place[end...])
        // libcurl translates no name of a proxy that is not in ASCII.
        guard !host.isEmpty, host != "[]", host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        if port.isEmpty { return true }
        let digits = port.dropFirst()
        guard port.first == ":", digits.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        return Int(digits).map { (1...65_535).contains($0) } ?? false
    }

    /// Whether libcurl leaves the proxy out, and asks the server itself.
    ///
    /// So it does, and says nothing, where there is a control character in the user name or the password (`%0A`).
    static func isLeftOut(_ text: String) -> Bool {
        text.percentDecoded.utf8.contains { $0 < 0x20 }
    }
}
