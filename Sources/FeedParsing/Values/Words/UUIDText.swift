/// The shape of a UUID, which podcast:guid must have (feed formats H).
enum UUIDText {
    /// The UUID in lower case, or nil unless the text is 8-4-4-4-12 hexadecimal digits.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = ASCIIText.trimmed(bytes)
        guard text.count == 36 else { return nil }
        for (index, byte) in text.enumerated() {
            let isHyphenPlace = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphenPlace ? byte == 0x2D : ASCIIText.hexValue(byte) != nil else { return nil }
        }
        return String(decoding: text.map(ASCIIText.lowercased), as: UTF8.self)
    }
}
