extension StringProtocol {
    /// Whether this text, which follows the `://` of an address, most likely
    /// contains a password with an unescaped `/`, `?`, `#` or `\`.
    ///
    /// Such a character ends the name and password too early, and the two are taken for
    /// host, port and path: `anna:12#34@example.com`. A path may begin with an `@`
    /// (`example.com:8080/@anna`), and the value of a query hold one.
    var holdsUnescapedUserinfo: Bool {
        guard let at = lastIndex(of: "@") else { return false }
        let authority = prefix { !"/?#\\".contains($0) }
        guard authority.endIndex < at, self[..<at].contains(":"), !authority.hasPrefix("[") else { return false }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let port = parts.count > 1 ? parts[1] : "0"
        // No port is called like that.
        if port.isEmpty || !port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        let between = self[authority.endIndex..<at]
        switch between.first {
        case "/":
            // A host with a domain has paths of any kind; one word before the
            // colon and a whole host behind the `@` are name and password.
            return authority.contains(":") && !parts[0].contains(".") && parts[0].lowercased() != "localhost"
                && between.last != "/" && !between.contains("=") && self[at...].prefix { $0 != "/" }.contains(".")
        case "?": return !between.contains("=")
        default: return true
        }
    }
}
