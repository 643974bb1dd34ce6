/// `itunes:keywords`, `media:keywords` and other lists in one text (feed formats G, J).
enum KeywordList {
    /// The keywords in order, each once whatever its case.
    ///
    /// Commas separate, those of Chinese, Japanese and Arabic too; without one, semicolons do.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        guard !bytes.contains(0x26) else {
            return ASCIIText.withBytes(of: MarkupText.decoded(bytes)) { splitAtAnyMark($0) }
        }
        return splitAtAnyMark(bytes)
    }

    private static func splitAtAnyMark(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        guard bytes.contains(where: { $0 == 0xEF || $0 == 0xE3 || $0 == 0xD8 }) else { return split(bytes) }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let found = mark(bytes, at: index)
            plain.append(found?.plain ?? bytes[index])
            index += found?.length ?? 1
        }
        return plain.withUnsafeBufferPointer { split($0) }
    }

    /// The comma or semicolon of another script that begins at an index, as the one of ASCII: `，`, `、`, `；`, `،`, `؛`.
    private static func mark(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (plain: UInt8, length: Int)? {
        guard index + 1 < bytes.count, bytes[index] >= 0xD8 else { return nil }
        if bytes[index] == 0xD8 {
            if bytes[index + 1] == 0x8C { return (0x2C, 2) }
            return bytes[index + 1] == 0x9B ? (0x3B, 2) : nil
        }
        guard index + 2 < bytes.count else { return nil }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xEF, 0xBC, 0x8C), (0xE3, 0x80, 0x81): return (0x2C, 3)
        case (0xEF, 0xBC, 0x9B): return (0x3B, 3)
        default: return nil
        }
    }

    /// Split as bytes: many feeds give twenty keywords to every item.
    ///
    /// So few are compared one by one; a set pays off only for more.
    private static func split(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        let separator: UInt8 = bytes.contains(0x2C) ? 0x2C : 0x3B
        var keywords: [String] = []
        var folded: [String] = []
        var seen: Set<String> = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: separator) ?? bytes.count
            let keyword = MarkupText.squashed(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            start = end + 1
            if keyword.isEmpty { continue }
            let key = lowercased(keyword)
            if folded.count < 64 {
                if folded.contains(key) { continue }
                folded.append(key)
            } else {
                if seen.isEmpty { seen = Set(folded) }
                guard seen.insert(key).inserted else { continue }
            }
            keywords.append(keyword)
        }
        return keywords
    }

    /// Most keywords are in lower case already, and need no copy.
    private static func lowercased(_ keyword: String) -> String {
        let isLower = keyword.utf8.allSatisfy { $0 < 0x80 && ASCIIText.lowercased($0) == $0 }
        return isLower ? keyword : keyword.lowercased()
    }
}
