import Crypto

/// The podcast:guid that the index would give a feed that has none.
///
/// It is a hint for recognising moves and duplicates, kept apart from the
/// published guid and never unique (identity C8 43).
enum ComputedPodcastGUID {
    /// The version 5 UUID, in lower case, of a feed's address without scheme
    /// and trailing slashes.
    static func make(feedURL: String) -> String {
        var name = Substring(feedURL).utf8
        if let start = startOfName(name) { name = name[start...] }
        while name.last == .slash { name.removeLast() }
        var hash = Insecure.SHA1()
        hash.update(data: namespace)
        hash.update(data: Array(name))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return uuidText(bytes)
    }

    /// Where the address goes on behind its first `://`; nil if it has none.
    private static func startOfName(_ address: Substring.UTF8View) -> Substring.Index? {
        var rest = address
        while let colon = rest.firstIndex(of: .colon) {
            rest = rest[address.index(after: colon)...]
            if rest.prefix(2).elementsEqual([.slash, .slash]) { return rest.index(rest.startIndex, offsetBy: 2) }
        }
        return nil
    }

    /// ead4c236-bf58-58c6-a2c6-a6b28d128cb6, from the namespace's definition of podcast:guid.
    private static let namespace: [UInt8] = [
        0xEA, 0xD4, 0xC2, 0x36, 0xBF, 0x58, 0x58, 0xC6, 0xA2, 0xC6, 0xA6, 0xB2, 0x8D, 0x12, 0x8C, 0xB6,
    ]

    private static func uuidText(_ bytes: [UInt8]) -> String {
        let text = HexText.lowercase(bytes)
        var groups: [Substring] = []
        var rest = text[...]
        for count in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return groups.joined(separator: "-")
    }
}
