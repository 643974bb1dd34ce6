/// The form in which the addresses of one media file are all equal.
///
/// It is for matching only: what is stored and served is the address as
/// published (identity C3 12 to 15).
enum CanonicalEnclosure {
    /// The canonical form of an address.
    ///
    /// It has no tracking prefixes, scheme, `www.`, userinfo, default port or
    /// fragment, and no query unless the query alone tells which file is
    /// meant; behind the name of a file only `id` and the like do. The case of
    /// the path is kept.
    ///
    /// Returns nil for a blank address; one that is no `scheme://` address
    /// stays as it is.
    static func make(from url: String) -> String? {
        var url = url
        if let form = url.withUTF8({ plain($0) }) { return form }
        let bytes = AddressText.trimmed(url)
        guard !bytes.isEmpty else { return nil }
        guard var rest = AddressParts.afterScheme(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var parts = AddressParts(rest)
        for _ in 0..<mostPrefixes {
            guard let target = TrackingPrefixTable.standard.target(host: parts.host, path: parts.path) else { break }
            rest = target[...]
            parts = AddressParts(rest)
        }
        return text(parts)
    }

    /// Chains of four are seen; each is a copy of all that is behind it.
    private static let mostPrefixes = 32

    /// The form of an address from when no query counted behind the name of a file; nil if it is the same.
    static func formerForm(of canonical: String) -> String? {
        let bytes = canonical.utf8
        guard let question = bytes.firstIndex(of: .question) else { return nil }
        let path = canonical[..<question]
        let name = path.utf8.lastIndex(of: .slash).map { path.utf8[path.utf8.index(after: $0)...] } ?? path.utf8[...]
        return MediaFileName.isFile(name) ? String(path) : nil
    }

    /// The common case: `https://host/path/file.mp3` with nothing to take away
    /// but the scheme and the query; nil if it is another.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let range = AddressParts.plainHost(of: bytes) else { return nil }
        let (host, start, slash) = (bytes[range], range.lowerBound, range.upperBound)
        guard !TrackingPrefixTable.standard.mayBePrefix(host: host) else { return nil }
        var (end, nameStart) = (slash + 1, slash + 1)
        while end < bytes.count, bytes[end] != .question {
            let byte = bytes[end]
            guard byte.isNormalisedInAddress, byte != .hash, byte != .slash || end > nameStart else { return nil }
            end += 1
            if byte == .slash { nameStart = end }
        }
        guard end > slash + 1, end == bytes.count || MediaFileName.isFile(bytes[nameStart..<end]),
            end == bytes.count || !AddressText.hasIdentifier(bytes[(end + 1)...])
        else { return nil }
        return String(unsafeUninitializedCapacity: end - start) { output in
            for (index, byte) in host.enumerated() { output[index] = byte.asciiLowercased }
            _ = output[host.count...].update(fromContentsOf: bytes[slash..<end])
            return end - start
        }
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
        if MediaFileName.isFile(name) {
            AddressText.appendIdentifiers(query, to: &output)
        } else {
            AddressText.appendQuery(query, to: &output)
        }
        if output.count == rootCount + 1 { output.removeLast() }
        return String(decoding: output, as: UTF8.self)
    }
}
