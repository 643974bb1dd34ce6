/// The text of an element that just ended, as a view; valid during the call.
struct FieldText {
    /// The bytes without white space at either end.
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ collected: UnsafeBufferPointer<UInt8>) {
        bytes = ASCIIText.trimmed(collected)
    }

    /// Whether there is no text.
    var isEmpty: Bool { bytes.isEmpty }

    /// The text, nil when empty.
    var string: String? {
        bytes.isEmpty ? nil : String(utf8: bytes)
    }

    /// The text on one line: runs of white space become one space.
    var line: String? {
        bytes.isEmpty ? nil : MarkupText.squashed(bytes)
    }

    /// The text on one line without markup, for titles.
    var title: String? {
        guard !bytes.isEmpty else { return nil }
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
