/// One tag, comment or declaration in HTML text, found where a "<" stands.
struct MarkupTag {
    /// The element's name in lower case; empty for comments and declarations.
    let name: String
    let isClosing: Bool
    /// The index behind the ">".
    let end: Int

    /// What it does to the text around it; nil for a word in angle brackets that is no tag of HTML.
    ///
    /// Custom elements have a hyphen in their names, Office's a colon: `<o:p>`.
    let effect: MarkupElements.Effect?

    /// nil when the "<" at `index` opens nothing; `lastCommentEnd` is the text's, so that a thousand unclosed comments
    /// are not a thousand searches to its end.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, lastCommentEnd: Int) {
        guard index + 2 < bytes.count else { return nil }
        if bytes[index + 1] == 0x21 || bytes[index + 1] == 0x3F {
            guard let end = MarkupTag.endOfDeclaration(bytes, at: index, lastCommentEnd) else { return nil }
            name = ""
            effect = .inline
            isClosing = false
            self.end = end
            return
        }
        isClosing = bytes[index + 1] == 0x2F
        let start = index + (isClosing ? 2 : 1)
        var cursor = start
        while cursor < bytes.count, cursor - start < 40, MarkupTag.isNameByte(bytes[cursor], first: cursor == start) {
            cursor += 1
        }
        // "<https://example.org>" is an address, and Office's "<o:p>" a tag.
        guard cursor > start, cursor < bytes.count, bytes[cursor - 1] != 0x3A,
            ASCIIText.isSpace(bytes[cursor]) || bytes[cursor] == 0x3E || bytes[cursor] == 0x2F,
            let end = MarkupTag.endOfTag(bytes, from: cursor)
        else { return nil }
        name = MarkupTag.lowercasedText(bytes[start..<cursor])
        effect = MarkupElements.effect(of: name)
        self.end = end
    }
}

extension MarkupTag {
    private static func isNameByte(_ byte: UInt8, first: Bool) -> Bool {
        ASCIIText.isLetter(byte) || (!first && (ASCIIText.isDigit(byte) || byte == 0x2D || byte == 0x3A))
    }

    /// Comments end at "-->", all else at ">".
    private static func endOfDeclaration(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        _ lastCommentEnd: Int
    ) -> Int? {
        guard index + 3 < bytes.count, bytes[index + 2] == 0x2D, bytes[index + 3] == 0x2D else {
            return endOfTag(bytes, from: index + 2)
        }
        guard index + 4 < lastCommentEnd else { return nil }
        var cursor = index + 6
        while cursor < lastCommentEnd {
            if isCommentEnd(bytes, at: cursor) { return cursor + 1 }
            cursor += 1
        }
        return nil
    }

    /// The index behind the last "-->" of a text, 0 when there is none.
    static func lastCommentEnd(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var cursor = bytes.count - 1
        while cursor >= 2 {
            if isCommentEnd(bytes, at: cursor) { return cursor + 1 }
            cursor -= 1
        }
        return 0
    }

    private static func isCommentEnd(_ bytes: UnsafeBufferPointer<UInt8>, at cursor: Int) -> Bool {
        bytes[cursor] == 0x3E && bytes[cursor - 1] == 0x2D && bytes[cursor - 2] == 0x2D
    }

    /// The first ">" that stands outside quotes; with an unclosed quote the first one there is.
    ///
    /// A "<" outside quotes ends the search: the tag was never closed, and each of many would search to the end.
    private static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var quote: UInt8 = 0
        var fallback: Int?
        for cursor in start..<bytes.count {
            let byte = bytes[cursor]
            if byte == 0x3E {
                if quote == 0 { return cursor + 1 }
                fallback = fallback ?? cursor + 1
            } else if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x3C {
                return fallback
            } else if byte == 0x22 || byte == 0x27, bytes[cursor - 1] == 0x3D || ASCIIText.isSpace(bytes[cursor - 1]) {
                quote = byte
            }
        }
        return fallback
    }

    private static func lowercasedText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for (position, byte) in bytes.enumerated() { buffer[position] = ASCIIText.lowercased(byte) }
            return bytes.count
        }
    }
}
