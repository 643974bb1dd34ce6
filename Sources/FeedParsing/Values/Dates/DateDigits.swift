/// Digits, marks and spaces of other scripts that stand in dates, durations and numbers of episodes for those of ASCII.
enum DateDigits {
    /// A short text with a digit, mark or space that is none of ASCII, with those of ASCII; nil for any other.
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.count <= longestPlain else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let foreign = character(bytes, at: index, end: bytes.count)
            output.append(foreign?.ascii ?? bytes[index])
            index += foreign?.length ?? 1
        }
        return output.count < bytes.count ? output : nil
    }

    /// No duration is longer.
    private static let longestPlain = 200

    /// What the character at `index` stands for, and how many bytes it has; nil if it is none of them.
    ///
    /// Arabic, Persian, Devanagari, Bengali, Thai, and the wide forms beside Chinese and Japanese. The spaces that do
    /// not break, which the French write before a unit.
    static func character(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        end: Int
    ) -> (ascii: UInt8, length: Int)? {
        guard index + 1 < end else { return nil }
        let (first, second) = (bytes[index], bytes[index + 1])
        switch first {
        case 0xC2: return second == 0xA0 ? (0x20, 2) : nil
        case 0xD9: return digit(second, from: 0xA0, length: 2)
        case 0xDB: return digit(second, from: 0xB0, length: 2)
        default: break
        }
        guard index + 2 < end else { return nil }
        let third = bytes[index + 2]
        return switch (first, second) {
        case (0xE2, 0x80) where third == 0xAF: (0x20, 3)
        case (0xE0, 0xA5), (0xE0, 0xA7): digit(third, from: 0xA6, length: 3)
        case (0xE0, 0xB9): digit(third, from: 0x90, length: 3)
        // U+FF01 to U+FF3F are "!" to "_".
        case (0xEF, 0xBC) where third > 0x80: (third - 0x60, 3)
        default: nil
        }
    }

    private static func digit(_ byte: UInt8, from zero: UInt8, length: Int) -> (ascii: UInt8, length: Int)? {
        byte >= zero && byte <= zero + 9 ? (byte - zero + 0x30, length) : nil
    }
}
