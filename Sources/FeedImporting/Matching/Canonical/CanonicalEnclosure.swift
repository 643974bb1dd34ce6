/// The form in which the addresses of one media file are all equal.
///
/// It is for matching only: what is stored and served is the address as
/// published (identity C3 12 to 15).
package enum CanonicalEnclosure {
    /// Counts up whenever the same address gets another form.
    package static let version = TrackingPrefixes.version

    /// The canonical form of an address.
    ///
    /// It has no tracking prefixes, scheme, `www.`, userinfo, default port or
    /// fragment, and no query unless the query alone tells which file is
    /// meant. The case of the path is kept.
    ///
    /// Returns nil for a blank address; one that is no `scheme://` address
    /// stays as it is.
    package static func make(from url: String) -> String? {
        let bytes = AddressText.trimmed(url)
        guard !bytes.isEmpty else { return nil }
        guard var rest = AddressParts.afterScheme(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var parts = AddressParts(rest)
        // A target is shorter than the address in front of it, so this ends.
        while let target = TrackingPrefixTable.standard.target(host: parts.host, path: parts.path) {
            rest = target[...]
            parts = AddressParts(rest)
        }
        return text(parts)
    }

    private static func text(_ parts: AddressParts) -> String {
        var output = Array(parts.host.utf8)
        output += parts.port
        let whole = parts.path.prefix { $0 != .hash }
        let path = whole.prefix { $0 != .question }
        let rootCount = output.count
        AddressText.appendPath(path, to: &output)
        let query = whole[path.endIndex...].dropFirst()
        let name = path[(path.lastIndex(of: .slash).map { $0 + 1 } ?? path.startIndex)...]
        if !query.isEmpty, !MediaFileName.isFile(name) { AddressText.appendQuery(query, to: &output) }
        if output.count == rootCount + 1 { output.removeLast() }
        return String(decoding: output, as: UTF8.self)
    }
}
