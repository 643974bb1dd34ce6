/// The encodings in which a character takes two or four bytes: known by their
/// byte order mark, or by what `<` looks like in them.
enum WideEncoding: String {
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case utf32LittleEndian = "utf-32le"
    case utf32BigEndian = "utf-32be"

    /// Nil for every encoding in which ASCII takes one byte.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xFF, 0xFE, 0, 0): self = .utf32LittleEndian
        case (0, 0, 0xFE, 0xFF): self = .utf32BigEndian
        case (0x3C, 0, 0, 0) where Self.isASCII(bytes, 5, 6, 7, of: 4): self = .utf32LittleEndian
        // Three NULs may also stand before a document in which ASCII takes one byte.
        case (0, 0, 0, 0x3C) where Self.isASCII(bytes, 4, 5, 6, of: 7): self = .utf32BigEndian
        case (0xFF, 0xFE, _, _), (0x3C, 0, 1..., 0), (0x7B, 0, 1..., 0): self = .utf16LittleEndian
        case (0xFE, 0xFF, _, _), (0, 0x3C, 0, 1...), (0, 0x7B, 0, 1...): self = .utf16BigEndian
        case (0x09...0x20, 0, _, 0): self.init(bytes, behindSpaceIn: .utf16LittleEndian)
        case (0, 0x09...0x20, 0, _): self.init(bytes, behindSpaceIn: .utf16BigEndian)
        default: return nil
        }
    }

    /// Takes the encoding of the white space that a document begins with, if markup or JSON follows in the same one.
    private init?(_ bytes: UnsafeBufferPointer<UInt8>, behindSpaceIn encoding: Self) {
        guard let start = Self.endOfSpace(bytes) else { return nil }
        switch (encoding, bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]) {
        case (.utf16LittleEndian, 0x3C, 0, 1..., 0), (.utf16LittleEndian, 0x7B, 0, 1..., 0): self = encoding
        case (.utf16BigEndian, 0, 0x3C, 0, 1...), (.utf16BigEndian, 0, 0x7B, 0, 1...): self = encoding
        default: return nil
        }
    }

    /// Where the white space ends that a document in UTF-16 begins with; nil if nothing follows it.
    private static func endOfSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let null = bytes[0] == 0 ? 0 : 1
        var index = 0
        while index + 1 < bytes.count, bytes[index + null] == 0, (0x09...0x20).contains(bytes[index + 1 - null]) {
            index += 2
        }
        return index + 4 <= bytes.count ? index : nil
    }

    /// Whether a character of four bytes is ASCII: three of them NUL, and not the fourth.
    private static func isASCII(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ first: Int,
        _ second: Int,
        _ third: Int,
        of last: Int
    ) -> Bool {
        bytes.count >= 8 && bytes[first] | bytes[second] | bytes[third] == 0 && bytes[last] != 0
    }

    /// The document in UTF-8, without its byte order mark.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedText {
        var output = DecodedText(capacity: bytes.count)
        var index = 0
        while let value = next(bytes, &index) {
            if value == 0xFEFF { continue }
            guard let encoded = Unicode.Scalar(value).flatMap(UTF8.encode) else {
                output.appendReplacement()
                continue
            }
            output.append(contentsOf: encoded)
        }
        return output
    }

    private func next(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32? {
        let width = self == .utf32LittleEndian || self == .utf32BigEndian ? 4 : 2
        guard index + width <= bytes.count else { return nil }
        var value = unit(bytes, index)
        index += width
        // The halves of a surrogate pair; a lone half is no character.
        if width == 2, value & 0xFC00 == 0xD800, index + 2 <= bytes.count {
            let low = unit(bytes, index)
            if low & 0xFC00 == 0xDC00 {
                index += 2
                value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
            }
        }
        return value
    }

    private func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        let first = UInt32(bytes[index])
        let second = UInt32(bytes[index + 1])
        switch self {
        case .utf16LittleEndian: return second << 8 | first
        case .utf16BigEndian: return first << 8 | second
        case .utf32LittleEndian:
            return UInt32(bytes[index + 3]) << 24 | UInt32(bytes[index + 2]) << 16 | second << 8 | first
        case .utf32BigEndian:
            return first << 24 | second << 16 | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
        }
    }
}
