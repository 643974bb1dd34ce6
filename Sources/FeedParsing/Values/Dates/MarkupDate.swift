/// The date that HTML has for programs: `<time datetime="2024-06-03T10:00:00+02:00">` (feed formats D2).
///
/// Drupal writes the dates of its feeds so. What stands between the tags is for people: in their language, with day and
/// month in their order, and without a zone.
enum MarkupDate {
    /// No tag of a date is longer.
    private static let limit = 1000

    /// The date of the first attribute that has one in the form for programs; nil if there is none.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard ASCIIText.contains(0x3C, in: bytes) else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes.prefix(limit))
        var index = 0
        while let start = ASCIIText.firstIndex(of: 0x3C, in: text, index..<text.count) {
            var attributes = TagAttributes(text, from: start + 1)
            while let attribute = attributes.next() {
                if let date = date(in: attribute, of: text) { return date }
            }
            index = attributes.end
        }
        return nil
    }

    /// The date of an attribute for dates: `datetime` of HTML, `content` of RDFa.
    private static func date(in attribute: TagAttributes.Attribute, of text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let name = UnsafeBufferPointer(rebasing: text[attribute.name])
        guard ASCIIText.matches(name, "datetime") || ASCIIText.matches(name, "content") else { return nil }
        let written = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: text[attribute.value]))
        // A day alone says less than the text may.
        return written.count > 10 ? RFC3339Date.read(written) : nil
    }
}
