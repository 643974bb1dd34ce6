/// `itunes:keywords`, `media:keywords` and other lists in one text (feed formats G, J).
enum KeywordList {
    /// The keywords in order, each once whatever its case.
    ///
    /// Commas separate; without one, semicolons do.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        let text = MarkupText.decoded(bytes)
        let separator: Character = text.contains(",") ? "," : ";"
        var seen: Set<String> = []
        var keywords: [String] = []
        for part in text.split(separator: separator) {
            let keyword = MarkupText.squashed(String(part))
            guard !keyword.isEmpty, seen.insert(keyword.lowercased()).inserted else { continue }
            keywords.append(keyword)
        }
        return keywords
    }

    static func parse(_ text: String) -> [String] {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}
