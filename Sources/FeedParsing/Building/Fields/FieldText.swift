/// The text of an element that just ended, as a view; valid during the call.
///
/// Who looks at the text of an element takes it, unless they say `leave`; a text
/// that nobody took is kept among the extensions, so that a namespace has to do
/// nothing about the second of two titles.
struct FieldText {
    private let trimmed: UnsafeBufferPointer<UInt8>
    private let taken: UnsafeMutablePointer<Bool>?
    private let checked: CheckedText?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - collected: What was collected of the element.
    ///   - taken: Where to note that somebody took it.
    ///   - checked: What is known of all of `collected`.
    init(
        _ collected: UnsafeBufferPointer<UInt8>,
        taken: UnsafeMutablePointer<Bool>? = nil,
        checked: CheckedText? = nil
    ) {
        trimmed = ASCIIText.trimmed(collected)
        self.taken = taken
        self.checked = checked
    }

    /// The bytes without white space at either end.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> {
        EscapedSection.content(of: asWritten)
    }

    /// The bytes, with a CDATA section that was escaped along with them.
    @inline(__always)
    private var asWritten: UnsafeBufferPointer<UInt8> {
        taken?.pointee = true
        return trimmed
    }

    /// Whether there is no text.
    var isEmpty: Bool { trimmed.isEmpty }

    /// Says that the text has no field, although it was looked at.
    func leave() {
        taken?.pointee = false
    }

    /// The beginning of the text, for a warning; this takes nothing.
    var quotation: String { String(decoding: trimmed.prefix(80), as: UTF8.self) }

    /// The text exactly as written, as identifiers are compared; nil when empty.
    var string: String? {
        isEmpty ? nil : whole(asWritten)
    }

    /// The text on one line: runs of white space become one space.
    var line: String? {
        let bytes = bytes
        guard !bytes.isEmpty else { return nil }
        let line = MarkupText.squashed(bytes)
        return line.isEmpty ? nil : line
    }

    /// The text on one line, with references that were escaped once more decoded: names of people, places and files.
    ///
    /// Unlike a title it may speak of tags.
    var name: String? {
        let bytes = bytes
        guard !bytes.isEmpty else { return nil }
        let name = MarkupText.name(bytes)
        return name.isEmpty ? nil : name
    }

    /// The name of a person, without the HTML that it may be written in: `<a href="/user/1">Jane</a>`.
    ///
    /// What the HTML leads to has no field beside a name: the text is kept as it is, too.
    var person: String? {
        guard let name else { return nil }
        guard let markup = MailboxMarkup(name), !markup.text.isEmpty else { return name }
        if markup.link != nil { leave() }
        return markup.text
    }

    /// The text on one line without markup, for titles.
    var title: String? {
        guard !isEmpty else { return nil }
        let title = MarkupText.title(bytes)
        return title.isEmpty ? nil : title
    }

    /// The text as written, nil when there is nothing to read in it: feeds
    /// write `&nbsp;` for empty show notes.
    var notes: String? {
        let bytes = bytes
        if bytes.isEmpty || (bytes.count <= 64 && MarkupText.isBlank(bytes)) { return nil }
        // A checked text is known to hold none, or some.
        if checked?.holdsUpperControls != false, let first = UpperControls.first(in: bytes) {
            let mended = UpperControls.replaced(in: bytes, from: first, by: UpperControls.character)
            return String(utf8: mended)
        }
        return whole(bytes)
    }

    /// A number of pixels and the like; what is none is left to be kept.
    var integer: Int? {
        let number = WholeNumber.parse(bytes).map(Int.init)
        if number == nil { leave() }
        return number
    }

    /// The number of an episode; of a text that says more than one number, or nothing of one, the text is kept, too.
    var episodeNumber: Int? {
        number { $0.number }
    }

    /// The number of a season, likewise.
    var seasonNumber: Int? {
        number { $0.season ?? $0.number }
    }

    private func number(of pair: (NumberPair) -> Int) -> Int? {
        let bytes = bytes
        if let number = PositiveInteger.parse(bytes) { return number }
        leave()
        return NumberPair(bytes).map(pair)
    }

    private func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        checked.map { String(checked: bytes, isASCII: $0.isASCII) } ?? String(utf8: bytes)
    }
}

/// A part of the collected text that is known to be UTF-8.
struct CheckedText {
    /// Where it stands in the text buffer.
    var range = 0..<0
    /// Whether all of it is ASCII.
    var isASCII = false
    /// Whether there are controls in it that nobody writes.
    var holdsUpperControls = false
}

extension CheckedText {
    /// Takes what was found of a part of the document for the text that was made of it.
    init(range: Range<Int>, _ finding: XMLCharacters.Finding) {
        self.init(range: range, isASCII: finding.isASCII, holdsUpperControls: finding.holdsUpperControls)
    }
}
