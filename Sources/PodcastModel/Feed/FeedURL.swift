/// The http(s) address of a feed in the form podimport stores it (identity C8 46).
///
/// Scheme and host are lower-case ASCII (IDNA), the default port, the fragment
/// and an empty query are dropped, an empty path is `/`. Path case, a trailing
/// slash and the order of the query are kept: they may matter to the server,
/// and a token may hide in them. Userinfo is never part of it: see
/// ``FeedCredentials``.
package struct FeedURL: Hashable, Sendable {
    /// The whole address: `https://example.com/feed.xml?show=1`.
    package let string: String
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower-case ASCII; an IPv6 address keeps its brackets.
    package let host: String
    /// The port if it is not the scheme's own.
    package let port: Int?
    /// Path and query as sent to the server, from the first `/`.
    package let pathAndQuery: String

    /// Reads an absolute http or https address; userinfo in it is dropped.
    package init(_ text: String) throws(FeedURLError) {
        self = try FeedURL.reading(text).url
    }

    /// Reads an absolute http or https address and the userinfo in it, taken
    /// apart and percent-decoded exactly once.
    package static func reading(
        _ text: String
    ) throws(FeedURLError) -> (url: FeedURL, credentials: FeedCredentials?) {
        let parts = try URLParts(text)
        let url = FeedURL(parts: parts)
        return (url, parts.userinfo.flatMap(FeedCredentials.init(userinfo:)))
    }

    private init(parts: URLParts) {
        scheme = parts.scheme
        host = parts.host
        port = parts.port
        pathAndQuery = parts.pathAndQuery
        string = parts.scheme + "://" + parts.host + (parts.port.map { ":\($0)" } ?? "") + parts.pathAndQuery
    }

    /// Scheme, host and port: what credentials may be sent to.
    package var origin: String {
        scheme + "://" + host + (port.map { ":\($0)" } ?? "")
    }

    /// The key by which two spellings of one feed are recognised (identity C8
    /// 47): no scheme, no `www.`, no trailing slash; path and query as is.
    package var dedupKey: String {
        var key = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        if let port { key += ":\(port)" }
        key += pathAndQuery
        while key.hasSuffix("/") { key.removeLast() }
        return key
    }

    /// The host, if the address itself says that it is a private one: a literal
    /// IP address or `localhost`.
    ///
    /// Whoever writes such an address means that machine; a name that turns
    /// out to lead there is another matter (http polling A7 66).
    package var hostIfLiteralAddress: String? {
        let isIPv4 = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return host.hasPrefix("[") || isIPv4 || host == "localhost" ? host : nil
    }

    /// The address for logs, errors and metrics: `https://example.com/…`.
    ///
    /// Paths and queries of paid feeds carry tokens, so all of them are hidden
    /// (http polling A6 64).
    package var redacted: String {
        pathAndQuery == "/" ? origin + "/" : origin + "/…"
    }
}

extension FeedURL: CustomStringConvertible {
    package var description: String { string }
}

/// Why a text is not the address of a feed.
package enum FeedURLError: Error, Hashable, Sendable {
    /// Nothing, or less than any address needs.
    case tooShort
    /// A space or control character inside the address.
    case containsSpace
    /// A scheme podimport does not load, such as `ftp`.
    case unsupportedScheme(String)
    /// No scheme at all.
    case missingScheme
    /// No host after the scheme, or one that no name server could know.
    case invalidHost
    /// A port that is not a number from 1 to 65535.
    case invalidPort
}

extension FeedURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooShort: "too short to be the address of a feed"
        case .containsSpace: "an address has no spaces in it"
        case .unsupportedScheme(let scheme): "\(scheme): is not a kind of address podimport can load; use http or https"
        case .missingScheme: "the address lacks its scheme; write https://…"
        case .invalidHost: "there is no valid host name in the address"
        case .invalidPort: "the port is not a number from 1 to 65535"
        }
    }
}
