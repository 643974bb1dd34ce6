/// The shape of a UUID, which podcast:guid must have (feed formats H).
enum UUIDText {
    /// The UUID in lower case, or nil unless the text is 8-4-4-4-12 hexadecimal digits.
    ///
    /// They may be in braces or a URN, as some libraries print them.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var text = ASCIIText.trimmed(bytes)
        if ASCIIText.hasPrefix(text, "urn:uuid:") { text = UnsafeBufferPointer(rebasing: text[9...]) }
        if text.count == 38, text[0] == 0x7B, text[37] == 0x7D { text = UnsafeBufferPointer(rebasing: text[1..<37]) }
        guard text.count == 36 else { return nil }
        for (index, byte) in text.enumerated() {
            let isHyphenPlace = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphenPlace ? byte == 0x2D : ASCIIText.hexValue(byte) != nil else { return nil }
        }
        return String(decoding: text.map(ASCIIText.lowercased), as: UTF8.self)
    }
}
