/// Looks for the tags of items in a document, from its beginning to its end.
///
/// What stands in CDATA sections is passed over: show notes are full of tags, and of nothing that ends a section. A tag
/// in a comment is taken for one.
struct ItemTagSearch {
    /// How the start tag of an item begins.
    let startTag: StaticString
    /// The end tag of an item.
    let endTag: StaticString

    private let bytes: UnsafeBufferPointer<UInt8>
    private let scanner: MarkupScanner
    /// The end of a section that was looked for last: it is the end of any other that begins before it.
    private var sectionEnd = 0
    /// Whether no section ends behind it: looked for once, however many begin.
    private var isExhausted = false

    /// - Parameters:
    ///   - bytes: A document in UTF-8.
    ///   - root: Its root element.
    init(_ bytes: UnsafeBufferPointer<UInt8>, root: SniffedDocument.Root) {
        self.bytes = bytes
        scanner = MarkupScanner(bytes, at: 0)
        let isAtom = root.kind == .atom
        startTag = isAtom ? "<entry" : "<item"
        endTag = isAtom ? "</entry>" : "</item>"
    }

    /// Where the first tag of this spelling is in a range, which begins no earlier than those asked for before.
    mutating func first(_ tag: StaticString, in range: Range<Int>) -> Int? {
        let second = tag.utf8Start[1]
        var index = range.lowerBound
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<range.upperBound) {
            index = bracket + 1
            // The byte behind the bracket tells most tags.
            guard index < bytes.count else { return nil }
            if bytes[index] == second, scanner.has(tag, at: bracket) { return bracket }
            if bytes[index] == 0x21, scanner.has("<![CDATA[", at: bracket), let end = endOfSection(from: index) {
                index = min(end, range.upperBound)
            }
        }
        return nil
    }

    private mutating func endOfSection(from start: Int) -> Int? {
        if sectionEnd >= start { return sectionEnd }
        guard !isExhausted else { return nil }
        var index = start
        while let bracket = ASCIIText.firstIndex(of: 0x5D, in: bytes, index..<bytes.count) {
            index = bracket + 1
            if scanner.has("]]>", at: bracket) {
                sectionEnd = bracket
                return bracket
            }
        }
        isExhausted = true
        return nil
    }
}
