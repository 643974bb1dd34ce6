import Foundation

/// Atom's text constructs: plain text, HTML, or XHTML written in place
/// (RFC 4287 section 3.1; Atom 0.3 has media types and modes instead).
enum AtomTextConstruct {
    /// Notes what the text is written in; the text itself comes later.
    ///
    /// Inside RSS hardly anybody says what it is, and no type means nothing.
    static func begin(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        let type = builder.word(attributes[.type]) ?? (builder.root.kind == .atom ? "text" : "")
        let mode = builder.word(attributes[.mode])
        builder.parts.isEncoded = mode == "base64" || (mode == nil && isBinary(type))
        builder.parts.isXHTML =
            type == "xhtml" || type == "application/xhtml+xml" || (mode == "xml" && type == "text/html")
        builder.parts.textType =
            type == "text" || type == "text/plain"
            ? .plain : builder.parts.isXHTML || type.contains("html") ? .html : .unspecified
    }

    /// The text; nil when there is nothing to read.
    ///
    /// What may be a file, as content may, is none where it is no text, and is left to be kept; anything else is a text
    /// whatever type it is said to have.
    static func end(_ field: FieldText, _ builder: borrowing FeedBuilder, mayBeFile: Bool = false) -> String? {
        guard builder.parts.isEncoded, !field.isEmpty,
            let data = Data(base64Encoded: Data(field.bytes.filter { $0 > 0x20 }))
        else { return field.notes }
        guard let text = text(in: data) else {
            guard mayBeFile else { return field.notes }
            field.leave()
            return nil
        }
        return ASCIIText.withBytes(of: text) { FieldText($0).notes }
    }

    /// The text on one line without markup.
    ///
    /// A plain text is taken literally.
    static func title(_ field: FieldText, _ builder: borrowing FeedBuilder) -> String? {
        if builder.parts.textType == .plain, !builder.parts.isEncoded { return field.line }
        guard let title = end(field, builder).map(MarkupText.title), !title.isEmpty else { return nil }
        return title
    }

    /// Whether content of a media type is written in base64: any but text, markup and XML (RFC 4287 section 4.1.3.3).
    private static func isBinary(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" && $0 != " " }
        return name.contains("/") && !name.hasPrefix("text/") && !name.contains("html") && !name.hasSuffix("/xml")
            && !name.hasSuffix("+xml")
    }

    /// The text that bytes are; nil where they are something else.
    private static func text(in data: Data) -> String? {
        let hasControls = data.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return hasControls ? nil : String(validating: data, as: UTF8.self)
    }
}
