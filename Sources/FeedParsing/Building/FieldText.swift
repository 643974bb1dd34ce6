/// The text of an element that just ended, as a view; valid during the call.
///
/// Who looks at the text of an element takes it, unless they say `leave`; a text
/// that nobody took is kept among the extensions, so that a namespace has to do
/// nothing about the second of two titles.
struct FieldText {
    private let trimmed: UnsafeBufferPointer<UInt8>
    private let taken: UnsafeMutablePointer<Bool>?

    init(_ collected: UnsafeBufferPointer<UInt8>, taken: UnsafeMutablePointer<Bool>? = nil) {
        trimmed = ASCIIText.trimmed(collected)
        self.taken = taken
    }

    /// The bytes without white space at either end.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> {
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

    /// The text, nil when empty.
    var string: String? {
        isEmpty ? nil : String(utf8: bytes)
    }

    /// The text on one line: runs of white space become one space.
    var line: String? {
        isEmpty ? nil : MarkupText.squashed(bytes)
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
        if bytes.isEmpty || (bytes.count <= 64 && MarkupText.isBlank(bytes)) { return nil }
        return String(utf8: bytes)
    }
}
