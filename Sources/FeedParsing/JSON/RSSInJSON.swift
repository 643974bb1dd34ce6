/// RSS written as JSON (feed formats A1): an object `rss` with a channel whose
/// `item` is a list.
///
/// It is RSS in every respect but the brackets, with every namespace there is,
/// so it is written out as XML and read like it.
struct RSSInJSON {
    private(set) var markup: [UInt8] = []
    private let maximumBytes: Int

    /// - Parameter maximumBytes: More markup than this is not made.
    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Writes the value of the key `rss`, which is next, as an element.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        try element("rss", in: "", &scanner, &markup)
    }

    private func element(
        _ name: String,
        in parent: String,
        _ scanner: inout JSONScanner,
        _ output: inout [UInt8]
    ) throws(JSONScanner.Failure) {
        guard output.count < maximumBytes else { throw .limit }
        guard Self.isName(name) else { return try scanner.skip() }
        switch try scanner.peek() {
        case 0x7B where !scanner.isNumberedList:
            var attributes: [UInt8] = []
            var content: [UInt8] = []
            try scanner.object { scanner, key throws(JSONScanner.Failure) in
                try member(key, of: name, &scanner, &attributes, &content)
            }
            write(name, attributes, content, to: &output)
        case 0x5B, 0x7B:
            try scanner.array { scanner throws(JSONScanner.Failure) in
                try element(name, in: parent, &scanner, &output)
            }
        default:
            var content: [UInt8] = []
            if let text = try scanner.scalar()?.text { Self.escape(text, to: &content) }
            write(name, [], content, to: &output)
        }
    }

    private func member(
        _ key: String,
        of name: String,
        _ scanner: inout JSONScanner,
        _ attributes: inout [UInt8],
        _ content: inout [UInt8]
    ) throws(JSONScanner.Failure) {
        let mark = try scanner.peek()
        let isScalar = mark != 0x7B && mark != 0x5B
        let plain = String(key.drop { $0 == "@" || $0 == "$" || $0 == "_" })
        let isMarked = plain.utf8.count < key.utf8.count
        if isScalar, Self.textKeys.contains(key) {
            if let text = try scanner.scalar()?.text { Self.escape(text, to: &content) }
        } else if isScalar, isMarked || Self.hasAttributes(name), Self.isName(plain) {
            try attribute(plain, &scanner, &attributes)
        } else if mark == 0x7B, Self.attributeKeys.contains(key) {
            try scanner.object { scanner, key throws(JSONScanner.Failure) in
                guard Self.isName(key) else { return try scanner.skip() }
                try attribute(key, &scanner, &attributes)
            }
        } else {
            try element(key, in: name, &scanner, &content)
        }
    }

    /// Writes the value that is next as an attribute, if it is one value.
    private func attribute(
        _ name: String,
        _ scanner: inout JSONScanner,
        _ output: inout [UInt8]
    ) throws(JSONScanner.Failure) {
        guard let text = try scanner.scalar()?.text else { return }
        output += " \(name)=\"".utf8
        Self.escape(text, to: &output)
        output.append(0x22)
    }

    private func write(_ name: String, _ attributes: [UInt8], _ content: [UInt8], to output: inout [UInt8]) {
        output += "<\(name)".utf8
        output += attributes
        output.append(0x3E)
        output += content
        output += "</\(name)>".utf8
    }

    /// The keys under which the text of an element with attributes is written.
    private static let textKeys: Set = [
        "#value", "#text", "#cdata", "#cdata-section", "$t", "$", "_", "_text", "_cdata", "__text", "__cdata",
    ]

    /// The keys under which an element has all its attributes, as programs write them that make JSON of any XML.
    private static let attributeKeys: Set = ["$", "@attributes", "_attributes"]

    /// Whether the plain values of an element are its attributes: of RSS these
    /// elements, and nearly all of Podcasting 2.0 and Media RSS.
    private static func hasAttributes(_ name: String) -> Bool {
        let plain: Set = [
            "rss", "enclosure", "guid", "source", "category", "cloud", "atom:link", "itunes:image", "itunes:category",
        ]
        return plain.contains(name) || ["podcast:", "media:", "psc:"].contains { name.hasPrefix($0) }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A, name.utf8.count <= 100 else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x3A
                || byte == 0x2D || byte == 0x5F || byte == 0x2E
        }
    }

    private static func escape(_ text: String, to output: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 0x26: output += "&amp;".utf8
            case 0x3C: output += "&lt;".utf8
            case 0x3E: output += "&gt;".utf8
            case 0x22: output += "&quot;".utf8
            default: output.append(byte)
            }
        }
    }
}
