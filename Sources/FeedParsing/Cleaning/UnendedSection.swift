/// A CDATA section that was never ended, and goes on into the next one.
///
/// Texts about feeds speak of sections and elements as well. A section that took others into itself is told from them
/// by what it took: an end tag of its element, or of an item, to which no start tag in the section belongs; behind it
/// nothing but tags, as between the fields of an item; the start tag of another element, and the section in that, which
/// ends where the end tag of that other element is.
struct UnendedSection {
    private let scanner: MarkupScanner
    /// What the section is part of.
    private let document: MarkupScanner
    /// The local name of the element the section stands in.
    private let element: UnsafeBufferPointer<UInt8>
    /// Whether this element stands in texts, so that text may stand beside it.
    private let isMarkup: Bool
    /// How a tag begins in the section: with a bracket, or a reference to one.
    private let opening: StaticString
    /// The elements and items that have begun in the section and not ended.
    private var openElements = 0
    private var openItems = 0
    /// The elements that have begun behind the end that was found, and not ended.
    private var taken: [Slice<UnsafeBufferPointer<UInt8>>] = []
    /// The name in the end tag behind the section, and behind those that follow it in the same element; looked for
    /// once, however many sections it speaks of.
    private lazy var nameBehind = findNameBehind()

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
        guard namesSection(bytes, range), !isSplit(bytes, range) else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
        var section = UnendedSection(
            scanner: MarkupScanner(content, at: range.lowerBound),
            document: MarkupScanner(bytes, at: range.upperBound),
            element: MarkupName.local(element),
            isMarkup: isEscaped || ElementNesting.isMarkup(String(decoding: element, as: UTF8.self)),
            opening: isEscaped ? "&lt;" : "<"
        )
        return section.end()
    }

    /// Whether what may be the beginning of a section is there: most texts have nothing of the kind.
    private static func namesSection(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let scanner = MarkupScanner(bytes, at: range.lowerBound)
        var index = range.lowerBound
        while let bracket = ASCIIText.firstIndex(of: 0x5B, in: bytes, index..<range.upperBound) {
            // The last of its characters, however the others are spelt.
            let name = bytes[range.lowerBound..<bracket].lastIndex { !ASCIIText.isSpace($0) }
            if let name, name >= range.lowerBound + 4, scanner.hasWord("cdata", at: name - 4) { return true }
            index = bracket + 1
        }
        return false
    }

    /// Whether a section goes on in another one at once: `]]>` was written as `]]]]><![CDATA[>`, and who does so ends
    /// sections.
    private static func isSplit(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let scanner = MarkupScanner(bytes, at: range.lowerBound)
        let mark: StaticString = "<![CDATA["
        let before = range.lowerBound - mark.utf8CodeUnitCount
        for (between, count) in [("]]>", 3), ("]]>]]&gt;", 9)] as [(StaticString, Int)] {
            if before >= count, scanner.has(between, at: before - count) { return true }
            if scanner.has(between, at: range.upperBound), scanner.has(mark, at: range.upperBound + count) {
                return true
            }
        }
        return false
    }

    private mutating func end() -> Int? {
        var end: Int?
        var beginsAnother = false
        var index = scanner.position
        while let bracket = scanner.find(opening, from: index) {
            if end != nil, !isMarkup, !isTag(index..<bracket) { end = nil }
            index = bracket + opening.utf8CodeUnitCount
            if scanner.sectionText(behindBracket: index) != nil {
                if end != nil, beginsAnother, endsWithInnermost() { return end }
                // Nothing begins there that the section could be in.
                end = nil
            } else if scanner.has("/", at: index) {
                let name = name(at: index + 1)
                let endsMore = endsOther(local(name))
                if end == nil || (taken.isEmpty && isElement(local(name))) {
                    guard endsMore else { continue }
                    end = bracket
                    beginsAnother = false
                    taken = []
                } else if let match = taken.lastIndex(where: { $0.elementsEqual(name) }) {
                    taken.removeSubrange(match...)
                }
            } else if index < scanner.end, MarkupScanner.isNameStart(scanner.bytes[index]) {
                beginsAnother = true
                let name = name(at: index)
                begin(name)
                if end != nil, taken.count < Self.maximumDepth { taken.append(name) }
            }
        }
        return nil
    }

    /// Whether a tag that goes up to the next one has nothing behind it: fields have no text between them.
    private mutating func isTag(_ range: Range<Int>) -> Bool {
        guard let end = ASCIIText.firstIndex(of: 0x3E, in: scanner.bytes, range) else { return false }
        let isEmptyElement = end > range.lowerBound && scanner.bytes[end - 1] == 0x2F
        if isEmptyElement, taken.last?.startIndex == range.lowerBound { taken.removeLast() }
        if let innermost = taken.last, !ElementNesting.isContainer(String(decoding: innermost, as: UTF8.self)) {
            return true
        }
        return scanner.bytes[end..<range.upperBound].dropFirst().allSatisfy(ASCIIText.isSpace)
    }

    /// Whether behind the section stands the end tag of the element that the section in it stands in.
    ///
    /// What was collected of an element ends with the section.
    private mutating func endsWithInnermost() -> Bool {
        guard document.position < document.end else { return true }
        guard let innermost = taken.last, let name = nameBehind else { return false }
        return name.elementsEqual(innermost)
    }

    private func findNameBehind() -> Slice<UnsafeBufferPointer<UInt8>>? {
        var index = document.position
        for _ in 0..<Self.maximumSections {
            guard let bracket = ASCIIText.firstIndex(of: 0x3C, in: document.bytes, index..<document.end) else {
                return nil
            }
            guard document.sectionText(behindBracket: bracket + 1) != nil else {
                guard document.has("</", at: bracket) else { return nil }
                return document.bytes[(bracket + 2)...].prefix(while: MarkupScanner.isName)
            }
            guard let end = document.find("]]>", from: bracket) else { return nil }
            index = end
        }
        return nil
    }

    private static let maximumDepth = 64
    /// No text has so many sections.
    private static let maximumSections = 8

    /// Notes a start tag.
    private mutating func begin(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
        if scanner.has("/", at: name.endIndex) { return }
        let local = local(name)
        if isElement(local) {
            openElements += 1
        } else if isItem(local) {
            openItems += 1
        }
    }

    /// Whether an end tag is that of the element or an item, and belongs to nothing that began in the section.
    private mutating func endsOther(_ local: UnsafeBufferPointer<UInt8>) -> Bool {
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
        MarkupName.local(UnsafeBufferPointer(rebasing: name))
    }
}
