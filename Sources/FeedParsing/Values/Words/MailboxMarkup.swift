/// The HTML that some write a person in: `<a href="mailto:me@example.org">Jane Roe</a>` (feed formats B).
struct MailboxMarkup {
    /// What stands between the tags, on one line.
    let text: String
    /// The link of the person, such as "mailto:me@example.org"; nil if there is none.
    private(set) var link: String?

    /// Nil for a text that is not written in HTML: the tag in "me@example.org <Mark>" is a name.
    init?(_ text: String) {
        guard text.utf8.contains(0x3C) else { return nil }
        var (isMarkup, link) = (false, String?.none)
        let stripped = ASCIIText.withBytes(of: text) { bytes -> String in
            let lastCommentEnd = MarkupTag.lastCommentEnd(in: bytes)
            var index = 0
            while let start = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<bytes.count) {
                index = start + 1
                guard let tag = MarkupTag(bytes, at: start, lastCommentEnd: lastCommentEnd),
                    Self.isElement(tag.name)
                else { continue }
                let attributes = UnsafeBufferPointer(rebasing: bytes[start..<tag.end])
                let hasAttributes = ASCIIText.contains(0x3D, in: attributes)
                if tag.isClosing || hasAttributes || Self.endless.contains(tag.name) { isMarkup = true }
                if tag.name == "a", link == nil { link = Self.reference(in: attributes) }
                index = tag.end
            }
            guard isMarkup else { return "" }
            let plain = MarkupStripper.strip(bytes, keepsLines: false, separatesTags: true)
            return plain.withUnsafeBufferPointer { MarkupText.squashed($0) }
        }
        guard isMarkup, !stripped.isEmpty || link != nil else { return nil }
        self.text = stripped
        self.link = link
    }

    /// The page that the link leads to; nil for "mailto:".
    var page: String? {
        guard let link, ASCIIText.withBytes(of: link, { URLReference.isHTTP($0) }) else { return nil }
        // Of a tag that was not escaped XML has decoded them, and they were written anew.
        return link.replacing("&#38;", with: "&").replacing("&amp;", with: "&")
    }

    /// What is written without an end tag.
    private static let endless: Set<String> = ["p", "br", "hr", "img"]

    /// Whether HTML itself has an element of that name.
    private static func isElement(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 == 0x2D || $0 == 0x3A } && MarkupElements.effect(of: name) != nil
    }

    /// The value of `href` in a tag, if it leads to a person: "mailto:" or a page.
    private static func reference(in tag: UnsafeBufferPointer<UInt8>) -> String? {
        var attributes = TagAttributes(tag, from: 1)
        while let attribute = attributes.next() {
            guard ASCIIText.matches(UnsafeBufferPointer(rebasing: tag[attribute.name]), "href") else { continue }
            let value = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: tag[attribute.value]))
            let address = UnsafeBufferPointer(rebasing: value.prefix { $0 > 0x20 })
            guard ASCIIText.hasPrefix(address, "mailto:") || URLReference.isHTTP(address) else { return nil }
            return String(utf8: address)
        }
        return nil
    }
}
