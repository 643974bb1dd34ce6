/// Makes well-formed XML of damaged XML in UTF-8, in one pass (feed formats F).
///
/// libxml2 can recover by itself, but drops text where it does. So everything it
/// would complain about is put right before it looks: stray ampersands and angle
/// brackets, HTML entities, characters XML does not allow, unquoted and repeated
/// attributes, end tags that do not match. What cannot be known is left out and
/// counted in `findings`. Lines keep their numbers.
///
/// `MarkupCleaner+Tags.swift` has the start tags, `MarkupCleaner+Attributes.swift`
/// what is in them, `MarkupCleaner+AttributeValues.swift` and
/// `MarkupCleaner+QuotationMarks.swift` the values of those,
/// `MarkupCleaner+Closing.swift` what ends elements, `MarkupCleaner+Comments.swift`
/// what is left out, `MarkupCleaner+Text.swift` the text.
struct MarkupCleaner: ~Copyable {
    let input: UnsafeBufferPointer<UInt8>
    let maximumDepth: Int
    let maximumAttributes: Int
    var position = 0
    var output: TextBuffer
    var open: [OpenElement] = []
    var findings = CleaningFindings()
    /// How many bytes may be looked at ahead of where the cleaner is, in all.
    var lookahead: Int
    /// What the document type declares.
    let entities: DeclaredEntities
    /// How many bytes of their texts may yet be written, for a short name may stand for a longer text many times.
    var entityBytesLeft: Int
    /// Whether the root element has ended.
    var rootEnded = false

    /// Where sections, comments and instructions end next, and where tags of items are.
    private var sectionEnd = NextPlace()
    var commentEnd = NextPlace()
    var instructionEnd = NextPlace()
    var itemTags = NextItemTags()

    /// An element that has begun and not ended.
    struct OpenElement {
        /// Where its name is in the input.
        let name: Range<Int>
        /// The place among the open ones of the innermost that is no markup: this one's, or that of one around it.
        let field: Int
        /// Whether it is an item, or in one.
        let isInItem: Bool
        /// Where its end tag is, if that was looked for and found.
        var end: Int?
    }

    init(
        _ input: UnsafeBufferPointer<UInt8>,
        configuration: FeedParserConfiguration,
        entities: DeclaredEntities = .none
    ) {
        self.input = input
        self.entities = entities
        entityBytesLeft = input.count + 65_536
        lookahead = 8 * input.count + 65_536
        maximumDepth = configuration.maximumDepth
        maximumAttributes = configuration.maximumAttributes
        output = TextBuffer(capacity: input.count + input.count / 32 + 1024)
    }

    /// Cleans the whole input.
    mutating func clean() {
        while position < input.count, !rootEnded {
            switch input[position] {
            case 0x3C: markup()
            case 0x26: reference(isInText: true)
            case 0x5D where has("]]>"):
                // Not allowed in text.
                output.append("]]&gt;")
                position += 3
            default:
                copy(upTo: input.count) { $0 == 0x3C || $0 == 0x26 || $0 == 0x5D }
            }
        }
    }

    private mutating func markup() {
        let scanner = MarkupScanner(input, at: position)
        if let start = scanner.sectionText { return section(from: start) }
        if has("<!--") { return comment() }
        if has("<?") { return instruction() }
        let next = position + 1 < input.count ? input[position + 1] : 0
        if next == 0x21, isDeclaration { return declaration() }
        var isEnd = false
        let spaced = ASCIIText.isSpace(next) || has("</ ") ? spacedName(isEnd: &isEnd) : nil
        if let spaced {
            findings.note(.notWellFormed, at: position, "a tag with a space before its name was read")
            if isEnd { return endTag(nameAt: spaced) }
        } else if next == 0x2F {
            return endTag(nameAt: position + 2)
        }
        switch MarkupScanner.isNameStart(next) || spaced != nil ? startTag(nameAt: spaced ?? position + 1) : .none {
        case .written: return
        case .unfinished: findings.noteCut(at: position, "a tag without its \">\" was taken literally")
        case .none: findings.note(.notWellFormed, at: position, "a \"<\" that begins no tag was taken literally")
        }
        output.append("&lt;")
        position += 1
    }

    /// Whether what begins with "<!" goes on as a declaration does, or as the
    /// conditions of word processors: `<!DOCTYPE`, `<![endif]`.
    private var isDeclaration: Bool {
        let after = position + 2
        return after < input.count && (ASCIIText.isLetter(input[after]) || input[after] == 0x5B)
    }

    /// Copies a CDATA section.
    ///
    /// One that never ends, or goes on into the next, ends with the element it
    /// stands in; where that has no end either, the document ends.
    private mutating func section(from start: Int) {
        if !has("<![CDATA[") {
            findings.note(.notWellFormed, at: position, "the mark of a CDATA section is misspelt")
        }
        let place = sectionEnd.place(of: "]]>", in: input, from: start)
        var end = place < input.count ? place : nil
        var next = end.map { $0 + 3 } ?? input.count
        if let tag = endTag(ofSectionFrom: start, to: end) {
            let mark = endMark(in: start..<tag)
            if mark == nil {
                findings.noteCut(at: position, "a CDATA section without its end took what follows")
            } else {
                findings.note(.notWellFormed, at: position, "the end of a CDATA section is misspelt")
            }
            (end, next) = (mark ?? tag, tag)
        }
        output.append("<![CDATA[")
        position = start
        let limit = end ?? input.count
        while position < limit { copy(upTo: limit) { _ in false } }
        guard end != nil else { return }
        output.append("]]>")
        position = next
    }

    /// Where the element of a section ends that has no end of its own; nil for one that has, and without an end tag.
    private mutating func endTag(ofSectionFrom start: Int, to end: Int?) -> Int? {
        guard let element = open.last else { return nil }
        if let end { return UnendedSection.end(of: bytes(element.name), in: input, start..<end) }
        let limit = MarkupScanner(input, at: start).sectionStart() ?? input.count
        let tag = firstTag("</", of: element.name, in: start..<limit)
        guard element.isInItem else { return tag }
        let itemEnd = itemTags.firstEnd(in: input, from: start)
        guard itemEnd < tag ?? limit, itemTags.first(in: input, from: start) == itemEnd else { return tag }
        // The element may have no end, either: then the one that comes is that of another, which begins in between.
        guard let tag, firstTag("<", of: element.name, in: itemEnd..<tag) == nil else { return itemEnd }
        return tag
    }

    /// Where the end of a section is that stands last in a range, and has spaces in it or lacks a character: `]] >`.
    private func endMark(in range: Range<Int>) -> Int? {
        var rest = input[range]
        func drop(_ byte: UInt8) -> Bool {
            guard let last = rest.lastIndex(where: { !ASCIIText.isSpace($0) }), rest[last] == byte else { return false }
            rest = rest[..<last]
            return true
        }
        let hasBracket = drop(0x3E)
        guard drop(0x5D) else { return nil }
        return drop(0x5D) || hasBracket ? rest.endIndex : nil
    }

    /// Where a tag with a name is first that begins with "<" or "</".
    func firstTag(_ mark: StaticString, of name: Range<Int>, in range: Range<Int>) -> Int? {
        let scanner = MarkupScanner(input, at: range.lowerBound)
        var index = range.lowerBound
        while let start = scanner.find(mark, from: index, before: range.upperBound) {
            index = start + mark.utf8CodeUnitCount
            if isName(name, at: index) { return start }
        }
        return nil
    }

    func has(_ text: StaticString) -> Bool {
        MarkupScanner(input, at: position).has(text)
    }
}

/// What a cleaner put right: one entry for each kind, with the first place.
struct CleaningFindings {
    struct Finding {
        var kind: FeedWarning.Kind
        var offset: Int
        var detail: String
        var count: Int
    }

    private(set) var all: [Finding] = []

    /// Counts a finding.
    mutating func note(_ kind: FeedWarning.Kind, at offset: Int, _ detail: @autoclosure () -> String) {
        for index in all.indices where all[index].kind == kind {
            all[index].count += 1
            return
        }
        all.append(Finding(kind: kind, offset: offset, detail: detail(), count: 1))
    }

    /// Whether tags are so damaged that an element may have been cut, or have taken others into itself.
    private(set) var mayHaveCut = false

    /// Counts a finding after which it is not certain that every element was read.
    ///
    /// The first of them is the one that is told.
    mutating func noteCut(at offset: Int, _ detail: @autoclosure () -> String) {
        note(.notWellFormed, at: offset, "")
        guard !mayHaveCut else { return }
        mayHaveCut = true
        for index in all.indices where all[index].kind == .notWellFormed {
            all[index].offset = offset
            all[index].detail = detail()
        }
    }
}
