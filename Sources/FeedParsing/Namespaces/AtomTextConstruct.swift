import Foundation

/// Atom's text constructs: plain text, HTML, or XHTML written in place
/// (RFC 4287 section 3.1; Atom 0.3 has media types and modes instead).
enum AtomTextConstruct {
    /// Notes what the text is written in; the text itself comes later.
    static func begin(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        let type = builder.word(attributes[.type]) ?? "text"
        let mode = builder.word(attributes[.mode])
        builder.parts.isEncoded = mode == "base64"
        builder.parts.isXHTML =
            type == "xhtml" || type == "application/xhtml+xml" || (mode == "xml" && type == "text/html")
        builder.parts.textType =
            type == "text" || type == "text/plain"
            ? .plain : builder.parts.isXHTML || type.contains("html") ? .html : .unspecified
    }

    /// The text and what it is written in; nil when there is nothing to read.
    static func end(_ field: FieldText, _ builder: borrowing FeedBuilder) -> (String?, ParsedTextType) {
        guard builder.parts.isEncoded, let text = field.string,
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        else { return (field.notes, builder.parts.textType) }
        return (String(decoding: data, as: UTF8.self), builder.parts.textType)
    }

    /// The text on one line without markup.
    ///
    /// A plain text is taken literally.
    static func title(_ field: FieldText, _ builder: borrowing FeedBuilder) -> String? {
        builder.parts.textType == .plain && !builder.parts.isEncoded
            ? field.line : end(field, builder).0.map(MarkupText.title)
    }
}
