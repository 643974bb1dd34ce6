/// The form in which the addresses of one web page are all equal, for keys of
/// items that have neither guid nor enclosure (identity C1 5).
enum CanonicalLink {
    /// The canonical form; nil for a blank address.
    ///
    /// Scheme, `www.`, userinfo, default port, trailing slash and campaign
    /// tags are gone. Query and fragment stay: `?p=12` and `#episode-12` are
    /// how some sites name their pages.
    static func make(from url: String) -> String? {
        var url = url
        if let form = url.withUTF8({ plain($0) }) { return form }
        let bytes = AddressText.trimmed(url)
        guard !bytes.isEmpty else { return nil }
        guard let rest = AddressParts.afterScheme(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        let parts = AddressParts(rest)
        var output = Array(parts.host.utf8)
        output += parts.port
        let whole = parts.path.prefix { $0 != .hash }
        let path = whole.prefix { $0 != .question }
        AddressText.appendPath(path, to: &output)
        while output.last == .slash { output.removeLast() }
        AddressText.appendQuery(whole[path.endIndex...].dropFirst(), to: &output)
        let fragment = parts.path[whole.endIndex...]
        if fragment.count > 1 { PercentText.appendNormalised(fragment, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The common case: `https://host/path?query` with nothing to take away but the scheme, the slash at the end and
    /// some parameters; nil if it is another.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let host = AddressParts.plainHost(of: bytes) else { return nil }
        let path = bytes[host.upperBound...].prefix { $0 != .question }
        let query = bytes[path.endIndex...].dropFirst()
        var last = UInt8.space
        for byte in path {
            guard byte.isNormalisedInAddress, byte != .hash, byte != .slash || last != .slash else { return nil }
            last = byte
        }
        guard !query.contains(where: { $0 == .hash || $0 <= .space }) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes[host] { output.append(byte.asciiLowercased) }
        output.append(contentsOf: last == .slash ? path.dropLast() : path)
        AddressText.appendQuery(query, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
