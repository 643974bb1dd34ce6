/// The attributes of one tag in HTML text, as browsers find them: with quotation marks of either kind, or none.
struct TagAttributes {
    /// Where an attribute is; its value is without the marks around it.
    struct Attribute {
        let name: Range<Int>
        let value: Range<Int>
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// How far the tag was read: behind it, when there are no more attributes.
    private(set) var end: Int
    /// Whether the end of the tag was reached, and not that of the text.
    private(set) var isEnded = false

    /// The attributes of a tag whose name begins at an index.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from name: Int) {
        self.bytes = bytes
        end = name
        while end < bytes.count, !isDelimiter(bytes[end]) { end += 1 }
    }

    /// The next attribute that has a value; nil at the end of the tag.
    ///
    /// A "<" ends a tag that was never closed, and so does the end of the text within quotation marks.
    mutating func next() -> Attribute? {
        while true {
            skip { ASCIIText.isSpace($0) || $0 == 0x2F }
            guard end < bytes.count else { return nil }
            if bytes[end] == 0x3E || bytes[end] == 0x3C {
                isEnded = true
                if bytes[end] == 0x3E { end += 1 }
                return nil
            }
            let start = end
            // Whatever a name begins with is part of it.
            end += 1
            skip { !ASCIIText.isSpace($0) && $0 != 0x2F && $0 != 0x3E && $0 != 0x3D && $0 != 0x3C }
            let name = start..<end
            skip(ASCIIText.isSpace)
            guard end < bytes.count, bytes[end] == 0x3D else { continue }
            end += 1
            skip(ASCIIText.isSpace)
            guard let value = readValue() else { return nil }
            return Attribute(name: name, value: value)
        }
    }

    private mutating func readValue() -> Range<Int>? {
        guard end < bytes.count else { return nil }
        let quote = bytes[end]
        guard quote == 0x22 || quote == 0x27 else {
            let start = end
            skip { !ASCIIText.isSpace($0) && $0 != 0x3E }
            return start..<end
        }
        let start = end + 1
        guard let last = ASCIIText.firstIndex(of: quote, in: bytes, start..<bytes.count) else {
            // The text goes on behind the tag that lacks a mark.
            return nil
        }
        end = last + 1
        return start..<last
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while end < bytes.count, isSkipped(bytes[end]) { end += 1 }
    }

    private func isDelimiter(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == 0x2F || byte == 0x3E || byte == 0x3C
    }
}
