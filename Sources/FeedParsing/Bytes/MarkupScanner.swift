/// A position in bytes that may be markup, and questions about what is there.
struct MarkupScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    var end: Int { bytes.count }

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Whether a text is next, in exactly this spelling.
    func has(_ text: StaticString) -> Bool {
        has(text, at: position)
    }

    /// Whether a text is at a position.
    func has(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= end else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Whether a lower-case text is next, in any case.
    func hasWord(_ text: StaticString) -> Bool {
        hasWord(text, at: position)
    }

    /// Whether a lower-case text is at a position, in any case.
    func hasWord(_ text: StaticString, at index: Int) -> Bool {
        guard index <= end else { return false }
        return ASCIIText.hasPrefix(UnsafeBufferPointer(rebasing: bytes[index...]), text)
    }

    /// Whether there is white space, or the end, at a position.
    func isBlank(at index: Int) -> Bool {
        index >= end || ASCIIText.isSpace(bytes[index])
    }

    /// Moves over white space, NULs and byte order marks.
    mutating func skipBlanks() {
        while position < end {
            if ASCIIText.isSpace(bytes[position]) {
                position += 1
            } else if position + 2 < end, bytes[position] == 0xEF, bytes[position + 1] == 0xBB,
                bytes[position + 2] == 0xBF
            {
                position += 3
            } else {
                return
            }
        }
    }

    /// Where a text occurs next, all of it in front of a limit if there is one.
    func find(_ text: StaticString, from index: Int, before limit: Int? = nil) -> Int? {
        // From here on there is no room for it.
        let last = (limit ?? end) - text.utf8CodeUnitCount + 1
        var index = index
        while index < last, let found = ASCIIText.firstIndex(of: text.utf8Start[0], in: bytes, index..<last) {
            if has(text, at: found) { return found }
            index = found + 1
        }
        return nil
    }

    /// Where the text of the CDATA section begins that is next; its mark may be in any case, have spaces in it, and lack
    /// its "!" or its first "[", which may stand behind the name instead: `<!CDATA[[`.
    var sectionText: Int? { has("<") ? sectionText(behindBracket: position + 1) : nil }

    /// The same of one whose first bracket stands before a position, as it is or as a reference.
    func sectionText(behindBracket index: Int) -> Int? {
        guard has("!", at: index) || has("[", at: index) || isBlank(at: index) else { return nil }
        var inner = self
        inner.position = index
        let hasMark = inner.skip("!")
        let hasBracket = inner.skip("[")
        guard hasMark || hasBracket, inner.skip("cdata"), inner.skip("[") else { return nil }
        if !hasBracket, inner.has("[") { inner.position += 1 }
        return inner.position
    }

    /// Moves over a lower-case text that is next behind white space, in any case; false where it is not.
    private mutating func skip(_ text: StaticString) -> Bool {
        var inner = self
        inner.skipBlanks()
        guard inner.hasWord(text) else { return false }
        position = inner.position + text.utf8CodeUnitCount
        return true
    }

    /// Where a CDATA section begins next, with a mark that may be misspelt.
    func sectionStart() -> Int? {
        var index = position
        while let bracket = find("<", from: index) {
            if sectionText(behindBracket: bracket + 1) != nil { return bracket }
            index = bracket + 1
        }
        return nil
    }

    /// Moves behind the next occurrence of a text, or to the end.
    mutating func skip(past text: StaticString) {
        position = find(text, from: position).map { $0 + text.utf8CodeUnitCount } ?? end
    }

    /// Reads a run of name characters.
    mutating func word() -> String {
        let start = position
        while position < end, Self.isName(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The local name of the start tag that is next, lower case; nil when there
    /// is none.
    func tagName() -> String? {
        guard has("<"), position + 1 < end, Self.isNameStart(bytes[position + 1]) else { return nil }
        var inner = self
        inner.position += 1
        let name = inner.word()
        guard inner.isBlank(at: inner.position) || inner.has(">") || inner.has("/") else { return nil }
        return name.split(separator: ":").last?.lowercased()
    }

    /// The value of `encoding=`, in any case and with or without quotation marks, between here and a position.
    func encoding(before limit: Int) -> String? {
        guard let start = (position..<limit).first(where: { hasWord("encoding", at: $0) }) else { return nil }
        var inner = self
        inner.position = start + 8
        inner.skipBlanks()
        guard inner.has("=") else { return nil }
        inner.position += 1
        inner.skipBlanks()
        guard inner.position < limit else { return nil }
        if inner.has("\"") || inner.has("'") { inner.position += 1 }
        let name = inner.word()
        return name.isEmpty ? nil : name.lowercased()
    }

    /// Whether a byte may begin a name.
    @inline(__always)
    static func isNameStart(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || byte == 0x5F || byte == 0x3A || byte >= 0x80
    }

    /// Whether a byte may stand in a name.
    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool {
        isNameStart(byte) || ASCIIText.isDigit(byte) || byte == 0x2D || byte == 0x2E
    }
}
