/// An http(s) address taken apart and normalised.
struct URLParts {
    let scheme: String
    let userinfo: String?
    let host: String
    let port: Int?
    let pathAndQuery: String

    init(_ text: String) throws(FeedURLError) {
        let text = text.trimmingWhitespace()
        guard text.utf8.count >= 8 else { throw .tooShort }
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .containsSpace }
        guard let schemeEnd = text.range(ofASCII: "://") else { throw .missingScheme }
        scheme = text[..<schemeEnd.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }

        let rest = text[schemeEnd.upperBound...]
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" || $0 == "\\" } ?? rest.endIndex
        var authority = rest[..<authorityEnd]
        if let at = authority.lastIndex(of: "@") {
            userinfo = String(authority[..<at])
            authority = authority[authority.index(after: at)...]
        } else {
            userinfo = nil
        }
        let (hostText, portText) = URLParts.splitPort(authority)
        host = try URLParts.normalisedHost(hostText)
        port = try URLParts.port(portText, scheme: scheme)
        pathAndQuery = URLParts.normalisedPath(rest[authorityEnd...])
    }

    private static func splitPort(_ authority: Substring) -> (host: Substring, port: Substring?) {
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            let host = authority[...bracket]
            let after = authority[authority.index(after: bracket)...]
            return (host, after.hasPrefix(":") ? after.dropFirst() : (after.isEmpty ? nil : after))
        }
        guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func port(_ text: Substring?, scheme: String) throws(FeedURLError) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text), (1...65_535).contains(port)
        else { throw .invalidPort }
        return port == (scheme == "https" ? 443 : 80) ? nil : port
    }

    private static func normalisedHost(_ text: Substring) throws(FeedURLError) -> String {
        var host = text.lowercased()
        // A fully qualified name may end in the root's dot; servers see two sites.
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty else { throw .invalidHost }
        if host.hasPrefix("[") {
            let inside = host.dropFirst().dropLast()
            let isAddress = inside.utf8.allSatisfy { $0 == 0x3A || $0 == 0x2E || $0.isASCIIHexDigit }
            guard host.hasSuffix("]"), inside.contains(":"), isAddress else { throw .invalidHost }
            return host
        }
        var labels: [String] = []
        for label in host.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty, let ascii = Punycode.asciiLabel(label), ascii.utf8.count <= 63,
                ascii.utf8.allSatisfy({ $0.isHostNameByte })
            else { throw .invalidHost }
            labels.append(ascii)
        }
        return labels.joined(separator: ".")
    }

    private static func normalisedPath(_ text: Substring) -> String {
        var path = text
        if let fragment = path.firstIndex(of: "#") { path = path[..<fragment] }
        if path.hasSuffix("?"), path.firstIndex(of: "?") == path.index(before: path.endIndex) { path = path.dropLast() }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}

extension String {
    /// The text without white space and control characters at either end.
    func trimmingWhitespace() -> String {
        guard let first = utf8.firstIndex(where: { $0 > 0x20 }) else { return "" }
        let last = utf8.lastIndex { $0 > 0x20 } ?? first
        return String(self[first...last])
    }

    func range(ofASCII needle: String) -> Range<String.Index>? {
        let pattern = Array(needle.utf8)
        var start = utf8.startIndex
        while utf8.distance(from: start, to: utf8.endIndex) >= pattern.count {
            let end = utf8.index(start, offsetBy: pattern.count)
            if utf8[start..<end].elementsEqual(pattern) { return start..<end }
            start = utf8.index(after: start)
        }
        return nil
    }
}

extension UInt8 {
    var isASCIIHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }

    /// Letters, digits and `-`; `_` is no host name by the RFCs, but names in use have it.
    fileprivate var isHostNameByte: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self) || self == 0x2D || self == 0x5F
    }
}
