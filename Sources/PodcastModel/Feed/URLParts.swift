/// An http(s) address taken apart and normalised.
///
/// It works on bytes, and an address that is in its normal form already, as
/// all that come from the store are, is kept as it is: with thousands of feeds
/// that have not changed, reading their addresses shows in a profile.
struct URLParts {
    let string: String
    let isSecure: Bool
    /// Where in `string` the host ends, in bytes.
    let hostEnd: Int
    /// The port if it is not the scheme's own.
    let port: Int?
    /// Where in `string` the path begins, in bytes.
    let pathStart: Int
    /// What stands before the `@`, percent-encoded as it is.
    let userinfo: String?

    init(_ text: String) throws(FeedURLError) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(FeedURLError) in
                let spans = try URLSpans(bytes)
                let normal = spans.isNormal ? nil : try NormalURL(spans, of: bytes)
                let userinfo = spans.userinfo.map { String(decoding: bytes[$0], as: UTF8.self) }
                return (spans, normal, userinfo)
            }
        }
        let (spans, normal, userinfo) = try result.get()
        string = normal.map { String(decoding: $0.bytes, as: UTF8.self) } ?? text
        isSecure = spans.isSecure
        port = spans.port
        hostEnd = normal?.hostEnd ?? spans.host.upperBound
        pathStart = normal?.pathStart ?? spans.path.lowerBound
        self.userinfo = userinfo
    }
}

/// Where the parts of an address are, as it was written.
private struct URLSpans {
    let isSecure: Bool
    let userinfo: Range<Int>?
    let host: Range<Int>
    let port: Int?
    /// Path and query, without fragment and without the mark of an empty query.
    let path: Range<Int>
    /// Whether the address is in its normal form from end to end.
    let isNormal: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedURLError) {
        let text = Self.trimmed(bytes)
        guard text.count >= 8 else { throw .tooShort }
        guard !bytes[text].contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .containsSpace }
        let authorityStart: Int
        (isSecure, authorityStart) = try Self.scheme(bytes, text)

        let authorityEnd = bytes[authorityStart..<text.upperBound].firstIndex { $0.endsAuthority } ?? text.upperBound
        let at = bytes[authorityStart..<authorityEnd].lastIndex(of: UInt8(ascii: "@"))
        userinfo = at.map { authorityStart..<$0 }
        let hostStart = at.map { $0 + 1 } ?? authorityStart
        host = hostStart..<Self.hostEnd(bytes, hostStart..<authorityEnd)
        port = try Self.port(bytes[host.upperBound..<authorityEnd], isSecure: isSecure)

        var pathEnd = bytes[authorityEnd..<text.upperBound].firstIndex(of: UInt8(ascii: "#")) ?? text.upperBound
        if pathEnd > authorityEnd, bytes[authorityEnd..<pathEnd].firstIndex(of: UInt8(ascii: "?")) == pathEnd - 1 {
            pathEnd -= 1
        }
        path = authorityEnd..<pathEnd

        // The scheme may be written in capitals; the port with zeros, or needlessly.
        let hasPlainPort = authorityEnd == host.upperBound || (port != nil && bytes[host.upperBound + 1] != 0x30)
        isNormal =
            text == 0..<bytes.count && at == nil && hasPlainPort && pathEnd == text.upperBound
            && path.lowerBound < pathEnd && bytes[path.lowerBound] == UInt8(ascii: "/")
            && bytes[0] == 0x68 && bytes[1] == 0x74 && bytes[2] == 0x74 && bytes[3] == 0x70
            && (!isSecure || bytes[4] == 0x73) && Self.isNormalHost(bytes[host])
    }

    /// Without white space and control characters at either end.
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var (start, end) = (0, bytes.count)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// Which of the two schemes it is, and where what follows it begins.
    private static func scheme(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ text: Range<Int>
    ) throws(FeedURLError) -> (isSecure: Bool, end: Int) {
        let marker = text.dropLast(2).first { index in
            bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: "/")
                && bytes[index + 2] == UInt8(ascii: "/")
        }
        guard let marker else { throw .missingScheme }
        let scheme = String(decoding: bytes[text.lowerBound..<marker], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
        return (scheme == "https", marker + 3)
    }

    private static func hostEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ authority: Range<Int>) -> Int {
        // The colons of an IPv6 address are inside its brackets.
        if authority.first.map({ bytes[$0] }) == UInt8(ascii: "["),
            let bracket = bytes[authority].firstIndex(of: UInt8(ascii: "]"))
        {
            return bracket + 1
        }
        return bytes[authority].lastIndex(of: UInt8(ascii: ":")) ?? authority.upperBound
    }

    /// Reads what follows the host: nothing, or a colon and perhaps a number.
    private static func port(
        _ text: Slice<UnsafeBufferPointer<UInt8>>,
        isSecure: Bool
    ) throws(FeedURLError) -> Int? {
        guard let colon = text.first else { return nil }
        guard colon == UInt8(ascii: ":") else { throw .invalidPort }
        guard text.count > 1 else { return nil }
        var port = 0
        for byte in text.dropFirst() {
            guard (0x30...0x39).contains(byte), port <= 65_535 else { throw .invalidPort }
            port = port * 10 + Int(byte - 0x30)
        }
        guard (1...65_535).contains(port) else { throw .invalidPort }
        return port == (isSecure ? 443 : 80) ? nil : port
    }

    /// Whether a host is a name that `NormalURL` would leave as it is.
    private static func isNormalHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var labelLength = 0
        for byte in host {
            if byte == UInt8(ascii: ".") {
                guard labelLength > 0 else { return false }
                labelLength = 0
            } else {
                labelLength += 1
                guard byte.isHostNameByte, labelLength <= 63 else { return false }
            }
        }
        return labelLength > 0
    }
}

/// The normal form of an address that was written in another.
private struct NormalURL {
    private(set) var bytes: [UInt8]
    let hostEnd: Int
    let pathStart: Int

    init(_ spans: URLSpans, of text: UnsafeBufferPointer<UInt8>) throws(FeedURLError) {
        bytes = Array((spans.isSecure ? "https://" : "http://").utf8)
        bytes += try Self.host(String(decoding: text[spans.host], as: UTF8.self)).utf8
        hostEnd = bytes.count
        if let port = spans.port { bytes += ":\(port)".utf8 }
        pathStart = bytes.count
        if text[spans.path].first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        bytes += text[spans.path]
    }

    private static func host(_ text: String) throws(FeedURLError) -> String {
        var host = Punycode.mapped(text)
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
    fileprivate var isASCIIHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }

    /// What ends host and port; browsers take a backslash for a slash.
    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
            || self == UInt8(ascii: "\\")
    }

    /// Letters, digits and `-`; `_` is no host name by the RFCs, but names in use have it.
    fileprivate var isHostNameByte: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self) || self == 0x2D || self == 0x5F
    }
}
