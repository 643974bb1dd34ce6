/// Finds the tags of a web page that links stand in.
///
/// It goes as HTML's tokenizer does, so that what a browser takes for text, a
/// comment or a script is not taken for a link; every byte is looked at once,
/// for whatever is never closed ends the page.
struct PageScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// What a tag may have at most; the rest of it is ignored.
    private static let maximumAttributes = 40
    private static let maximumValueLength = 8 << 10

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The next `base`, `link` or `a` that is opened; nil at the end.
    mutating func nextTag() -> PageTag? {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            if has("!--", at: position) {
                skipComment()
                continue
            }
            guard position < bytes.count, ASCIIText.isLetter(bytes[position]) else { continue }
            let name = word { ASCIIText.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
            switch name {
            case "base", "link", "a":
                guard let attributes = attributes() else { return nil }
                return PageTag(name: name, attributes: attributes)
            case "script", "style", "textarea", "title", "iframe", "noembed", "xmp", "template":
                guard attributes() != nil, skipText(of: name) else { return nil }
            default:
                guard attributes() != nil else { return nil }
            }
        }
        return nil
    }

    /// The text up to the next tag, without going there.
    func text(limit: Int) -> String {
        let text = bytes[position...].prefix(limit).prefix { $0 != UInt8(ascii: "<") }
        return MarkupText.title(UnsafeBufferPointer(rebasing: text))
    }
}

extension PageScanner {
    private func has(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        return ASCIIText.hasPrefix(UnsafeBufferPointer(rebasing: bytes[index...]), text)
    }

    private mutating func skipComment() {
        while let dash = bytes[position...].firstIndex(of: UInt8(ascii: "-")) {
            position = dash + 1
            if has("->", at: position) { return }
        }
        position = bytes.count
    }

    /// Goes behind the end tag of an element that holds text only.
    private mutating func skipText(of name: String) -> Bool {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { continue }
            position += 1
            let end = bytes[position...].prefix(name.utf8.count)
            if end.lazy.map(ASCIIText.lowercased).elementsEqual(name.utf8) { return true }
        }
        return false
    }

    /// A run of bytes up to one that ends it, in lower case.
    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
        let word = bytes[start..<position].prefix(64)
        return String(decoding: word.lazy.map(ASCIIText.lowercased), as: UTF8.self)
    }

    /// Reads attributes to the end of the tag; nil if it has none.
    private mutating func attributes() -> [PageTag.Attribute]? {
        var attributes: [PageTag.Attribute] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ">") {
                position += 1
                return attributes
            }
            if ASCIIText.isSpace(byte) || byte == UInt8(ascii: "/") {
                position += 1
                continue
            }
            let name = attributeName()
            guard let value = attributeValue() else { return nil }
            if attributes.count < Self.maximumAttributes { attributes.append((name, value)) }
        }
        return nil
    }

    private mutating func attributeName() -> String {
        // An equals sign at the start is part of the name.
        let start = position
        let name = word { byte in
            ASCIIText.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
                || byte == UInt8(ascii: "=")
        }
        if position == start { position += 1 }
        return name
    }

    /// The value that follows a name, references decoded; empty if there is
    /// none, nil if it is never closed.
    private mutating func attributeValue() -> String? {
        skipSpaces()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return "" }
        position += 1
        skipSpaces()
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        let value: Slice<UnsafeBufferPointer<UInt8>>
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = bytes[(position + 1)...].firstIndex(of: quote) else { return nil }
            value = bytes[(position + 1)..<end]
            position = end + 1
        } else {
            let start = position
            while position < bytes.count, !ASCIIText.isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">") {
                position += 1
            }
            value = bytes[start..<position]
        }
        // Nothing that long is an address; half of one would be another.
        guard value.count <= Self.maximumValueLength else { return "" }
        return MarkupText.decoded(UnsafeBufferPointer(rebasing: value))
    }

    private mutating func skipSpaces() {
        while position < bytes.count, ASCIIText.isSpace(bytes[position]) { position += 1 }
    }
}

/// One start tag of a page.
struct PageTag {
    typealias Attribute = (name: String, value: String)

    /// The element, in lower case.
    let name: String
    let attributes: [Attribute]

    /// The value of an attribute; the first of a name counts.
    subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}
