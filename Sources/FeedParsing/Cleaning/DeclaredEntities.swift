/// The entities that a document type declares in itself, those of them that are no more than a short text.
///
/// A feed that is written by hand may have the address of its files in one:
/// `<!ENTITY audio "https://example.org/audio">`. What is in a file, holds markup or refers to another entity is not
/// read (feed formats F4): so nothing is loaded, and none grows by another.
struct DeclaredEntities {
    /// None are declared.
    static let none = DeclaredEntities(texts: [:])

    /// The texts by their names.
    private var texts: [String: String]

    private static let maximumCount = 256
    /// How long a name and a text may be in bytes.
    private static let longestName = 64
    private static let longestText = 1024
    /// The names that XML itself defines, which mean the same everywhere.
    private static let predefined: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    private init(texts: [String: String]) {
        self.texts = texts
    }

    /// Reads the declarations of an internal subset; of those with the same name the first one holds.
    init(_ bytes: UnsafeBufferPointer<UInt8>, in subset: Range<Int>) {
        var scanner = MarkupScanner(UnsafeBufferPointer(rebasing: bytes[..<subset.upperBound]), at: subset.lowerBound)
        texts = [:]
        while texts.count < Self.maximumCount, let start = scanner.find("<!", from: scanner.position) {
            scanner.position = start
            if scanner.has("<!--") {
                scanner.skip(past: "-->")
                continue
            }
            scanner.position += 2
            guard scanner.has("ENTITY"), scanner.isBlank(at: scanner.position + 6) else { continue }
            scanner.position += 6
            scanner.skipBlanks()
            let name = scanner.word()
            scanner.skipBlanks()
            guard !name.isEmpty, !Self.predefined.contains(name), let literal = scanner.quoted(), texts[name] == nil,
                let text = Self.text(of: literal)
            else { continue }
            texts[name] = text
        }
    }

    /// The text of the reference that begins with the `&` at `index`, and its length up to the semicolon; nil for any
    /// other.
    func reference(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: String, length: Int)? {
        guard !texts.isEmpty else { return nil }
        let name = bytes[(index + 1)...].prefix(Self.longestName).prefix(while: MarkupScanner.isName)
        guard name.endIndex < bytes.count, bytes[name.endIndex] == 0x3B,
            let text = texts[String(decoding: name, as: UTF8.self)]
        else { return nil }
        return (text, name.endIndex + 1 - index)
    }

    /// The text that a literal stands for; nil if it is more than a short text.
    private static func text(of literal: UnsafeBufferPointer<UInt8>) -> String? {
        guard literal.count <= longestText,
            literal.allSatisfy({ $0 != 0x3C && ($0 >= 0x20 || ASCIIText.isSpace($0)) })
        else { return nil }
        var text: [UInt8] = []
        var index = 0
        while index < literal.count {
            guard literal[index] == 0x26 else {
                text.append(literal[index])
                index += 1
                continue
            }
            guard let reference = HTMLEntities.reference(in: literal, at: index), !reference.isNothing else {
                return nil
            }
            for value in [reference.first, reference.second] where value != 0 {
                Unicode.Scalar(value).flatMap(UTF8.encode).map { text.append(contentsOf: $0) }
            }
            index += reference.length
        }
        return String(validating: text, as: UTF8.self)
    }
}

extension MarkupScanner {
    /// Reads what is in the quotation marks that are next; nil if there are none.
    fileprivate mutating func quoted() -> UnsafeBufferPointer<UInt8>? {
        guard position < end, bytes[position] == 0x22 || bytes[position] == 0x27,
            let close = ASCIIText.firstIndex(of: bytes[position], in: bytes, position + 1..<end)
        else { return nil }
        defer { position = close + 1 }
        return UnsafeBufferPointer(rebasing: bytes[position + 1..<close])
    }
}
