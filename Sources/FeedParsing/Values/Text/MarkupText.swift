/// Text that may carry HTML, made plain (feed formats C1, C2).
///
/// Character references are decoded once: the XML reader has decoded its own layer already, and a second round would
/// turn what an author wrote about HTML into HTML.
enum MarkupText {
    /// A title: no tags, references decoded, white space squashed to single spaces.
    static func title(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard ASCIIText.contains(0x3C, in: bytes) || ASCIIText.contains(0x26, in: bytes) else { return squashed(bytes) }
        let plain = MarkupStripper.strip(bytes, keepsLines: false)
        if plain.isEmpty, isWordInBrackets(bytes) { return squashed(bytes) }
        return plain.withUnsafeBufferPointer { squashed($0) }
    }

    /// Whether a text is the name of an element and nothing else, so that it is about it: `<title>`, `<header>`.
    ///
    /// Of the blocks, those are about nothing that editors put where nobody has written anything: `<br>`, `<div>`.
    private static func isWordInBrackets(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = ASCIIText.trimmed(bytes)
        guard bytes.first == 0x3C, bytes.last == 0x3E, bytes.count > 3 else { return false }
        let word = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
        guard word.allSatisfy(ASCIIText.isLetter) else { return false }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        let effect = MarkupElements.effect(of: name)
        return effect == .inline || effect == .line && !blocksOfEditors.contains(name)
    }

    private static let blocksOfEditors: Set = [
        "article", "blockquote", "br", "dd", "div", "dt", "hr", "ol", "section", "table", "tr", "ul",
    ]

    static func title(_ text: String) -> String {
        ASCIIText.withBytes(of: text) { title($0) }
    }

    /// Character references decoded once, everything else as it is.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(0x26) else { return String(utf8: bytes) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x26, let reference = HTMLEntities.reference(inText: bytes, at: index) {
                append(reference, to: &output)
                index += reference.length
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(utf8: output)
    }

    static func decoded(_ text: String) -> String {
        ASCIIText.withBytes(of: text) { decoded($0) }
    }

    /// A name, which is a text on one line with references left over from double escaping decoded once.
    static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        ASCIIText.contains(0x26, in: bytes) ? squashed(decoded(bytes)) : squashed(bytes)
    }

    static func name(_ text: String) -> String {
        ASCIIText.withBytes(of: text) { name($0) }
    }

    /// Runs of white space as one space, none at the ends.
    ///
    /// No-break spaces are white space here; what has no width is left out. Controls that nobody writes are the
    /// characters of windows-1252.
    static func squashed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let trimmed = ASCIIText.trimmed(bytes)
        guard needsSquashing(trimmed) else { return String(utf8: trimmed) }
        var output: [UInt8] = []
        output.reserveCapacity(trimmed.count)
        var index = 0
        while index < trimmed.count {
            let start = index
            while index < trimmed.count, !mayBeSpace(trimmed[index]) { index += 1 }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: trimmed[start..<index]))
            guard index < trimmed.count else { break }
            let space = ASCIIText.textSpaceLength(trimmed, at: index, end: trimmed.count)
            if space == 0, UpperControls.isOne(trimmed, at: index) {
                output += UpperControls.character(trimmed[index + 1])
                index += 1
            } else if space == 0 {
                output.append(trimmed[index])
            } else if let last = output.last, last != 0x20,
                !ASCIIText.isZeroWidth(trimmed, at: index, length: space)
            {
                output.append(0x20)
            }
            index += max(space, 1)
        }
        if output.last == 0x20 { output.removeLast() }
        return output.withUnsafeBufferPointer { String(utf8: $0) }
    }

    static func squashed(_ text: String) -> String {
        ASCIIText.withBytes(of: text) { squashed($0) }
    }

    /// Whether there is nothing to read: white space, or no-break spaces written as references.
    static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let space = ASCIIText.textSpaceLength(bytes, at: index, end: bytes.count)
            if space > 0 {
                index += space
            } else if bytes[index] == 0x26, let reference = HTMLEntities.reference(inText: bytes, at: index),
                reference.first == 0xA0 || reference.first <= 0x20 || reference.first == 0x200B
            {
                index += reference.length
            } else {
                return false
            }
        }
        return true
    }

    /// Appends the characters of a reference as UTF-8.
    static func append(_ reference: HTMLEntities.Reference, to output: inout [UInt8]) {
        for value in [reference.first, reference.second] where value > 0 {
            output.append(
                contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
            )
        }
    }

    /// Whether there is other white space than single spaces between words, in a text that has none at its ends, or a
    /// control that nobody writes.
    private static func needsSquashing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return false }
        if !bytes.isEmpty, holdsWideSpace(bytes, 0..<1) { return true }
        var index = 1
        while index + ByteBlock.scalarCount <= bytes.count {
            let block = ByteBlock(base, at: index)
            let spaces = block.marks(of: 0x20) & ByteBlock(base, at: index - 1).marks(of: 0x20)
            let controls = block.marks(below: 0x20)
            let leads =
                block.marks(of: 0xC2) | block.marks(of: 0xE1) | block.marks(of: 0xE2) | block.marks(of: 0xE3)
                | block.marks(of: 0xEF)
            if !(spaces | controls).isZero { return true }
            if !leads.isZero, holdsWideSpace(bytes, index..<index + ByteBlock.scalarCount) { return true }
            index += ByteBlock.scalarCount
        }
        while index < bytes.count {
            if bytes[index] == 0x20 ? bytes[index - 1] == 0x20 : holdsWideSpace(bytes, index..<index + 1) {
                return true
            }
            index += 1
        }
        return false
    }

    /// Whether white space begins in a range of bytes that are not the space itself, or a control that nobody writes.
    private static func holdsWideSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        range.contains {
            bytes[$0] != 0x20
                && (ASCIIText.textSpaceLength(bytes, at: $0, end: bytes.count) > 0
                    || UpperControls.isOne(bytes, at: $0))
        }
    }

    /// Whether white space of any kind may begin with a byte.
    @inline(__always)
    private static func mayBeSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0xC2 || byte == 0xE1 || byte == 0xE2 || byte == 0xE3 || byte == 0xEF
    }
}
