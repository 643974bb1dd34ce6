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
        var isInTag = false
        for index in text.indices {
            switch text[index] {
            case 0x3C: isInTag = true
            case 0x3E: isInTag = false
            case let byte where isInTag && ASCIIText.isSpace(byte):
                let attribute = UnsafeBufferPointer(rebasing: text[(index + 1)...])
                // A day alone says less than the text may.
                if let written = value(of: attribute), written.count > 10, let date = RFC3339Date.read(written) {
                    return date
                }
            default: break
            }
        }
        return nil
    }

    /// What stands between the quotation marks of an attribute for a date: `datetime` of HTML, `content` of RDFa.
    private static func value(of attribute: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let nameLength: Int
        if ASCIIText.hasPrefix(attribute, "datetime=") {
            nameLength = 9
        } else if ASCIIText.hasPrefix(attribute, "content=") {
            nameLength = 8
        } else {
            return nil
        }
        guard nameLength < attribute.count, attribute[nameLength] == 0x22 || attribute[nameLength] == 0x27 else {
            return nil
        }
        let rest = attribute[(nameLength + 1)...]
        guard let end = rest.firstIndex(of: attribute[nameLength]) else { return nil }
        return ASCIIText.trimmed(UnsafeBufferPointer(rebasing: rest[..<end]))
    }
}
