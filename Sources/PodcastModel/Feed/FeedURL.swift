/// The http(s) address of a feed in the form podimport stores it (identity C8 46).
///
/// Scheme and host are lower-case ASCII (IDNA), the default port, the fragment
/// and an empty query are dropped, an empty path is `/`. Path case, a trailing
/// slash and the order of the query are kept: they may matter to the server,
/// and a token may hide in them. Userinfo is never part of it: see
/// ``FeedCredentials``.
package struct FeedURL: Sendable {
    /// The whole address: `https://example.com/feed.xml?show=1`.
    package let string: String
    /// The port if it is not the scheme's own.
    package let port: Int?
    private let isSecure: Bool
    /// Where in `string` the host ends and the path begins, in bytes: an
    /// address is made for each request, and its parts are rarely asked for.
    private let hostEnd: Int
    private let pathStart: Int

    /// Reads an absolute http or https address; userinfo in it is dropped.
    package init(_ text: String) throws(FeedURLError) {
        self.init(parts: try URLParts(text))
    }

    /// The same; nil for what is no such address: the path of a file, or whatever a feed calls its site.
    package init?(ifValid text: String) {
        guard let parts = try? URLParts(text) else { return nil }
        self.init(parts: parts)
    }

    /// Reads an absolute http or https address and the userinfo in it, taken
    /// apart and percent-decoded exactly once.
    package static func reading(
        _ text: String
    ) throws(FeedURLError) -> (url: FeedURL, credentials: FeedCredentials?) {
        let parts = try URLParts(text)
        return (FeedURL(parts: parts), parts.userinfo.flatMap(FeedCredentials.init(userinfo:)))
    }

    private init(parts: URLParts) {
        string = parts.string
        port = parts.port
        isSecure = parts.isSecure
        hostEnd = parts.hostEnd
        pathStart = parts.pathStart
    }

    /// `http` or `https`.
    package var scheme: String { isSecure ? "https" : "http" }

    /// The host in lower-case ASCII; an IPv6 address keeps its brackets.
    package var host: String { part(isSecure ? 8 : 7, hostEnd) }

    /// The port that is connected to, also where it is the scheme's own.
    package var connectedPort: Int { port ?? (isSecure ? 443 : 80) }

    /// Path and query as sent to the server, from the first `/`.
    package var pathAndQuery: String { part(pathStart, string.utf8.count) }

    /// Scheme, host and port: what credentials may be sent to.
    package var origin: String { part(0, pathStart) }

    /// The same address over http; nil if that is what it is.
    package var withoutTLS: FeedURL? {
        isSecure ? FeedURL(ifValid: "http" + string.dropFirst(5)) : nil
    }

    /// The key by which two spellings of one feed are recognised (identity C8
    /// 47): no scheme, no `www.`, no trailing slash; path and query as is.
    package var dedupKey: String {
        let host = host
        var key = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        if let port { key += ":\(port)" }
        key += pathAndQuery
        while key.hasSuffix("/") { key.removeLast() }
        return key
    }

    /// The host, if the address itself says that it is a private one: a literal
    /// IP address as addresses are written, or `localhost`.
    ///
    /// Whoever writes such an address means that machine; a name that turns
    /// out to lead there is another matter (http polling A7 66), and so is
    /// `2130706433` or `0x7f.1`, which nobody writes who has nothing to hide
    /// (A7 69).
    package var hostIfLiteralAddress: String? {
        let host = host
        return host.hasPrefix("[") || Self.isDottedQuad(host) || host == "localhost" ? host : nil
    }

    /// Whether a host is an IPv4 address as addresses are written: four numbers up to 255, none with a zero before it.
    private static func isDottedQuad(_ host: String) -> Bool {
        var (dots, digits, value) = (0, 0, 0)
        for byte in host.utf8 {
            switch byte {
            case UInt8(ascii: ".") where digits > 0:
                (dots, digits, value) = (dots + 1, 0, 0)
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits == 0 || value > 0:
                (digits, value) = (digits + 1, value * 10 + Int(byte - UInt8(ascii: "0")))
                if value > 255 { return false }
            default: return false
            }
        }
        return dots == 3 && digits > 0
    }

    /// The address for logs, errors and metrics: `https://example.com/…`.
    ///
    /// Paths and queries of paid feeds carry tokens, so all of them are hidden
    /// (http polling A6 64).
    package var redacted: String {
        pathStart == string.utf8.count - 1 ? string : origin + "/…"
    }

    private func part(_ start: Int, _ end: Int) -> String {
        let utf8 = string.utf8
        let range = utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)
        return String(string[range])
    }
}

extension FeedURL: Hashable {
    package static func == (lhs: FeedURL, rhs: FeedURL) -> Bool { lhs.string == rhs.string }

    package func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension FeedURL: CustomStringConvertible {
    package var description: String { string }
}
