/// Markup that was escaped once more than it is read, so that its tags would be shown (feed formats C2).
///
/// `<![CDATA[&lt;p&gt;Notes&lt;/p&gt;]]>` comes of a program that escapes a text and puts it into a section as well.
package enum EscapedMarkup {
    /// The markup that a text is as a whole; nil for any other, such as one that speaks of tags.
    ///
    /// Such a text begins with a tag of HTML and ends with one that ends something or stands alone, and has no tag that
    /// was not escaped.
    package static func content(of text: String) -> String? {
        ASCIIText.withBytes(of: text) { bytes -> String? in
            let bytes = ASCIIText.trimmed(bytes)
            guard ASCIIText.hasPrefix(bytes, "&lt;"), bytes.suffix(4).elementsEqual("&gt;".utf8),
                !ASCIIText.contains(0x3C, in: bytes)
            else { return nil }
            let markup = MarkupText.decoded(bytes)
            return ASCIIText.withBytes(of: markup) { isMarkup($0) } ? markup : nil
        }
    }

    private static func isMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.lastIndex(of: 0x3C), let first = tag(bytes, at: 0), let last = tag(bytes, at: start)
        else { return false }
        return !first.isClosing && last.end == bytes.count && (last.isClosing || voidElements.contains(last.name))
    }

    /// The tag of HTML that begins at an index; nil for a comment and for other words in brackets.
    private static func tag(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> MarkupTag? {
        guard let tag = MarkupTag(bytes, at: index, lastCommentEnd: 0), tag.effect != nil, !tag.name.isEmpty else {
            return nil
        }
        return tag
    }

    private static let voidElements = ["br", "hr", "img"]
}
