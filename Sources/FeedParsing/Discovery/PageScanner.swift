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

    /// The next `base`, `link`, `meta` or `a` that is opened; nil at the end.
    mutating func nextTag() -> PageTag? {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            var scanner = MarkupScanner(bytes, at: position)
            if scanner.has("!--") {
                scanner.skip(past: "-->")
                position = scanner.position
                continue
            }
            guard position < bytes.count, ASCIIText.isLetter(bytes[position]) else { continue }
            var tag = TagAttributes(bytes, from: position)
            let name = word(position..<tag.end)
            let attributes = attributes(of: &tag)
            // What is never closed is the rest of the page.
            guard tag.isEnded else { return nil }
            position = tag.end
            switch name {
            case "base", "link", "meta", "a": return PageTag(name: name, attributes: attributes)
            case "script", "style", "textarea", "title", "iframe", "noembed", "xmp", "template":
                guard skipText(of: name) else { return nil }
            default: break
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

    /// A name, in lower case.
    private func word(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix(64).lazy.map(ASCIIText.lowercased), as: UTF8.self)
    }

    /// The attributes of a tag that have a value, to its end; references in the values are decoded.
    private func attributes(of tag: inout TagAttributes) -> [PageTag.Attribute] {
        var attributes: [PageTag.Attribute] = []
        while let attribute = tag.next() {
            guard attributes.count < Self.maximumAttributes else { continue }
            // Nothing that long is an address; half of one would be another.
            let value = attribute.value.count <= Self.maximumValueLength ? bytes[attribute.value] : bytes[..<0]
            attributes.append((word(attribute.name), MarkupText.decoded(UnsafeBufferPointer(rebasing: value))))
        }
        return attributes
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
