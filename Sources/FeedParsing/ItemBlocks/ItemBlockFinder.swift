/// Finds where the items of a document seem to be, by their tags alone.
///
/// What it finds may be wrong, for a tag may stand in a comment or in a text: the parser has to agree.
enum ItemBlockFinder {
    /// From the first start tag to the last end tag of an item.
    ///
    /// - Parameters:
    ///   - bytes: A document in UTF-8.
    ///   - root: Its root element.
    /// - Returns: The range; nil if there are no such tags.
    static func find(in bytes: UnsafeBufferPointer<UInt8>, root: SniffedDocument.Root) -> Range<Int>? {
        let isAtom = root.kind == .atom
        guard let start = first(isAtom ? "<entry" : "<item", in: bytes),
            let end = last(isAtom ? "</entry>" : "</item>", in: bytes), start < end
        else { return nil }
        return start..<end
    }

    private static func first(_ tag: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let scanner = MarkupScanner(bytes, at: 0)
        var index = 0
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<bytes.count) {
            if scanner.has(tag, at: bracket) { return bracket }
            index = bracket + 1
        }
        return nil
    }

    /// Where the last tag of this spelling ends.
    private static func last(_ tag: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let scanner = MarkupScanner(bytes, at: 0)
        var index = bytes.count - tag.utf8CodeUnitCount
        while index >= 0 {
            if bytes[index] == 0x3C, scanner.has(tag, at: index) { return index + tag.utf8CodeUnitCount }
            index -= 1
        }
        return nil
    }
}
