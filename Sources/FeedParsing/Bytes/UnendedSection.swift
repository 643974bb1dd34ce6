/// A CDATA section that was never ended, and goes on into the next one.
///
/// Texts about feeds speak of sections and elements as well. A section that took others into itself is told from them
/// by what it took: an end tag of its element, or of an item, to which no start tag in the section belongs, then the
/// start tag of another element, and the section in that.
struct UnendedSection {
    private let scanner: MarkupScanner
    /// The local name of the element the section stands in.
    private let element: UnsafeBufferPointer<UInt8>
    /// How a tag begins in the section: with a bracket, or a reference to one.
    private let opening: StaticString
    /// The elements and items that have begun in the section and not ended.
    private var openElements = 0
    private var openItems = 0

    /// Finds where the element of a section should have ended that goes on into another one.
    ///
    /// - Parameters:
    ///   - element: The name of the element it stands in, with or without a prefix.
    ///   - bytes: What it is part of.
    ///   - range: Where its content is.
    ///   - isEscaped: Whether each bracket in the section is now a reference to one.
    /// - Returns: Where the end tag of the element is, or that of the item; nil if the section does not go on.
    static func end(
        of element: UnsafeBufferPointer<UInt8>,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        isEscaped: Bool = false
    ) -> Int? {
        guard namesSection(bytes, range) else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
        var section = UnendedSection(
            scanner: MarkupScanner(content, at: range.lowerBound),
            element: localPart(of: element),
            opening: isEscaped ? "&lt;" : "<"
        )
        return section.end()
    }

    /// Whether what may be the beginning of a section is there: most texts have nothing of the kind.
    private static func namesSection(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let scanner = MarkupScanner(bytes, at: range.lowerBound)
        var index = range.lowerBound + 1
        while index < range.upperBound,
            let bracket = ASCIIText.firstIndex(of: 0x5B, in: bytes, index..<range.upperBound)
        {
            if scanner.hasWord("![cdata[", at: bracket - 1) { return true }
            index = bracket + 1
        }
        return false
    }

    private mutating func end() -> Int? {
        var end: Int?
        var beginsAnother = false
        var index = scanner.position
        while let bracket = scanner.find(opening, from: index) {
            index = bracket + opening.utf8CodeUnitCount
            if scanner.hasWord("![cdata[", at: index) {
                if end != nil, beginsAnother { return end }
                // Nothing begins there that the section could be in.
                end = nil
            } else if scanner.has("/", at: index) {
                if end == nil, endsOther(at: index + 1) {
                    end = bracket
                    beginsAnother = false
                }
            } else if index < scanner.end, MarkupScanner.isNameStart(scanner.bytes[index]) {
                beginsAnother = true
                if end == nil { begin(at: index) }
            }
        }
        return nil
    }

    /// Notes a start tag.
    private mutating func begin(at index: Int) {
        let name = name(at: index)
        if scanner.has("/", at: name.endIndex) { return }
        let local = local(name)
        if isElement(local) {
            openElements += 1
        } else if isItem(local) {
            openItems += 1
        }
    }

    /// Whether an end tag is that of the element or an item, and belongs to nothing that began in the section.
    private mutating func endsOther(at index: Int) -> Bool {
        let local = local(name(at: index))
        if isElement(local) {
            return Self.ends(&openElements)
        }
        return isItem(local) && Self.ends(&openItems)
    }

    /// Whether an end tag ends more than has begun.
    private static func ends(_ open: inout Int) -> Bool {
        guard open > 0 else { return true }
        open -= 1
        return false
    }

    private func isElement(_ local: UnsafeBufferPointer<UInt8>) -> Bool {
        local.elementsEqual(element)
    }

    private func isItem(_ local: UnsafeBufferPointer<UInt8>) -> Bool {
        ASCIIText.matches(local, "item") || ASCIIText.matches(local, "entry")
    }

    private func name(at index: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        scanner.bytes[index...].prefix(while: MarkupScanner.isName)
    }

    private func local(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
        Self.localPart(of: UnsafeBufferPointer(rebasing: name))
    }

    /// A name without its prefix.
    private static func localPart(of name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let colon = name.firstIndex(of: 0x3A) else { return name }
        return UnsafeBufferPointer(rebasing: name[(colon + 1)...])
    }
}
