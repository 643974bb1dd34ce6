/// A language such as `en-us` (feed formats B).
enum LanguageTag {
    /// The tag in lower case with hyphens, or nil if the text does not have the shape of one.
    ///
    /// "en_US", "en_US.UTF-8" and "en, fr" are all read by what stands first. A name such as "English" is nil.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = ASCIIText.trimmed(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(min(text.count, 16))
        var length = 0
        for byte in text {
            if ASCIIText.isLetter(byte) || (ASCIIText.isDigit(byte) && !output.isEmpty) {
                length += 1
                output.append(ASCIIText.lowercased(byte))
            } else if byte == 0x2D || byte == 0x5F {
                guard isSubtag(length, isFirst: !output.contains(0x2D), output) else { return nil }
                output.append(0x2D)
                length = 0
            } else if byte == 0x2E || byte == 0x40 || byte == 0x2C || byte == 0x3B || byte == 0x20 {
                break
            } else {
                return nil
            }
        }
        guard isSubtag(length, isFirst: !output.contains(0x2D), output) else { return nil }
        return String(decoding: output, as: UTF8.self)
    }

    static func parse(_ text: String) -> String? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }

    /// The first part is two or three letters, or "x" or "i" alone before others; the rest is up to eight long.
    private static func isSubtag(_ length: Int, isFirst: Bool, _ output: [UInt8]) -> Bool {
        guard isFirst else { return length >= 1 && length <= 8 }
        if length == 1 { return output.last == 0x78 || output.last == 0x69 }
        return length == 2 || length == 3
    }
}
