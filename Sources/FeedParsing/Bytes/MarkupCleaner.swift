/// Makes well-formed XML of damaged XML, in one pass (feed formats F).
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
        if MarkupScanner.isNameStart(next), startTag() { return }
        findings.note(.notWellFormed, at: position, "a \"<\" that begins no tag was taken literally")
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

    /// Whether any character outside ASCII was UTF-8.
    var holdsUTF8 = false

    /// Whether the document is not UTF-8 at all, but windows-1252 throughout.
    var isWindows1252: Bool {
        !holdsUTF8 && all.contains { $0.kind == .invalidBytes }
    }
}
