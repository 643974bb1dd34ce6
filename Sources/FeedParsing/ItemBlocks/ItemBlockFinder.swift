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
        guard let start = MarkupScanner(bytes, at: 0).find(root.itemTags.start, from: 0),
            let end = last(root.itemTags.end, in: bytes), start < end
        else { return nil }
        return start..<end
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

extension SniffedDocument.Root {
    /// How the tags of its items are written: the beginning of the start tag, and the end tag.
    var itemTags: (start: StaticString, end: StaticString) {
        kind == .atom ? ("<entry", "</entry>") : ("<item", "</item>")
    }
}
