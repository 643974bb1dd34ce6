/// `itunes:keywords`, `media:keywords` and other lists in one text (feed formats G, J).
enum KeywordList {
    /// The keywords in order, each once whatever its case.
    ///
    /// Commas separate; without one, semicolons do.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        guard !bytes.contains(0x26) else {
            return ASCIIText.withBytes(of: MarkupText.decoded(bytes)) { split($0) }
        }
        return split(bytes)
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
