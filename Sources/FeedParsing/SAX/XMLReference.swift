/// A reference that XML itself defines: one of its five names, or the number of a character.
///
/// Only such are read here whose meaning is beyond doubt; for all others libxml2 is asked.
struct XMLReference {
    /// What it stands for.
    let character: Unicode.Scalar
    /// Behind its semicolon.
    let end: Int

    /// The longest there is to read: `&#x10FFFF;`, and some zeros.
    private static let longest = 12

    /// Reads the reference that begins with an ampersand; nil if it is none, or stands for a character that no document
    /// may have.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - index: Where the ampersand is.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let limit = min(bytes.count, index + Self.longest)
        guard index + 3 < limit else { return nil }
        switch (bytes[index + 1], bytes[index + 2], bytes[index + 3]) {
        case (0x61, 0x6D, 0x70) where index + 4 < limit && bytes[index + 4] == 0x3B:
            (character, end) = ("&", index + 5)
        case (0x6C, 0x74, 0x3B):
            (character, end) = ("<", index + 4)
        case (0x67, 0x74, 0x3B):
            (character, end) = (">", index + 4)
        case (0x71, 0x75, 0x6F) where index + 5 < limit && bytes[index + 4] == 0x74 && bytes[index + 5] == 0x3B:
            (character, end) = ("\"", index + 6)
        case (0x61, 0x70, 0x6F) where index + 5 < limit && bytes[index + 4] == 0x73 && bytes[index + 5] == 0x3B:
            (character, end) = ("'", index + 6)
        case (0x23, _, _):
            guard let number = Self.number(bytes, index + 2..<limit), let character = Self.character(number.value)
            else { return nil }
            (self.character, end) = (character, number.end)
        default:
            return nil
        }
    }

    /// The number that ends with a semicolon in a range, and where that ends.
    private static func number(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) -> (value: UInt32, end: Int)? {
        // XML knows the small letter only.
        let isHexadecimal = bytes[range.lowerBound] == 0x78
        let start = range.lowerBound + (isHexadecimal ? 1 : 0)
        var value: UInt32 = 0
        for index in start..<range.upperBound {
            if bytes[index] == 0x3B { return index > start ? (value, index + 1) : nil }
            guard let digit = ASCIIText.hexValue(bytes[index]), isHexadecimal || digit < 10 else { return nil }
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
        }
        return nil
    }

    /// The character with a number, if a document may have it (XML 1.0, production 2).
    private static func character(_ value: UInt32) -> Unicode.Scalar? {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: Unicode.Scalar(value)
        default: nil
        }
    }
}
