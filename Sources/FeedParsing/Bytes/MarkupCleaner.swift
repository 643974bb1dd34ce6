/// Makes well-formed XML of damaged XML in UTF-8, in one pass (feed formats F).
///
/// libxml2 can recover by itself, but drops text where it does. So everything it
/// would complain about is put right before it looks: stray ampersands and angle
/// brackets, HTML entities, characters XML does not allow, unquoted and repeated
/// attributes, end tags that do not match. What cannot be known is left out and
/// counted in `findings`. Lines keep their numbers.
///
/// `MarkupCleaner+Tags.swift` has the tags, `MarkupCleaner+Text.swift` the text.
struct MarkupCleaner: ~Copyable {
    let input: UnsafeBufferPointer<UInt8>
    let maximumDepth: Int
    let maximumAttributes: Int
    var position = 0
    var output: TextBuffer
    /// The names of the open elements, as ranges of the input.
    var open: [Range<Int>] = []
    var findings = CleaningFindings()
    /// Whether the root element has ended.
    var rootEnded = false

    init(_ input: UnsafeBufferPointer<UInt8>, configuration: FeedParserConfiguration) {
        self.input = input
        maximumDepth = configuration.maximumDepth
        maximumAttributes = configuration.maximumAttributes
        output = TextBuffer(capacity: input.count + input.count / 32 + 1024)
    }

    /// Cleans the whole input.
    mutating func clean() {
        while position < input.count, !rootEnded {
            switch input[position] {
            case 0x3C: markup()
            case 0x26: reference()
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
        if has("<![CDATA[") { return section() }
        if has("<!--") { return drop(past: "-->") }
        if has("<?") { return drop(past: "?>") }
        if has("<!") { return drop(past: ">") }
        let next = position + 1 < input.count ? input[position + 1] : 0
        if next == 0x2F { return endTag() }
        switch MarkupScanner.isNameStart(next) ? startTag() : .none {
        case .written: return
        case .unfinished: findings.noteCut(at: position, "a tag without its \">\" was taken literally")
        case .none: findings.note(.notWellFormed, at: position, "a \"<\" that begins no tag was taken literally")
        }
        output.append("&lt;")
        position += 1
    }

    /// Copies a CDATA section.
    ///
    /// One that never ends is the end of the document.
    private mutating func section() {
        let scanner = MarkupScanner(input, at: position)
        let end = scanner.find("]]>", from: position + 9)
        output.append("<![CDATA[")
        position += 9
        let limit = end ?? input.count
        while position < limit { copy(upTo: limit) { _ in false } }
        guard end != nil else { return }
        output.append("]]>")
        position = limit + 3
    }

    /// Leaves out a comment or an instruction, but not its line ends.
    private mutating func drop(past end: StaticString) {
        var scanner = MarkupScanner(input, at: position)
        scanner.skip(past: end)
        // One comment in another: the first was never ended, and took what stood between them.
        if has("<!--"), MarkupScanner(input, at: position).find("<!--", from: position + 4) ?? .max < scanner.position {
            findings.noteCut(at: position, "a comment without its end took what follows")
        }
        for index in position..<scanner.position where input[index] == 0x0A { output.append(0x0A) }
        position = scanner.position
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
