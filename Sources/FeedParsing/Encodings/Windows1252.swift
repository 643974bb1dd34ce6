/// Windows-1252, in which everything can be read: the encoding of last resort,
/// and what "iso-8859-1" means in practice.
enum Windows1252 {
    /// The bytes as UTF-8.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        var index = 0
        while true {
            let special = UTF8Check.firstBeyondASCII(bytes, from: index)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<special]))
            guard special < bytes.count else { return output }
            UTF8.encode(scalar(bytes[special])).map { output.append(contentsOf: $0) }
            index = special + 1
        }
    }

    /// The character of a byte above 0x7F.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80, byte < 0xA0 else { return Unicode.Scalar(byte) }
        return upper(byte) ?? "\u{FFFD}"
    }

    /// The character that U+0080 to U+009F, given by its last byte, was written for: the one of that byte; itself where
    /// there is none.
    static func scalar(ofControl byte: UInt8) -> Unicode.Scalar {
        upper(byte) ?? Unicode.Scalar(byte)
    }

    /// The character of a byte from 0x80 to 0x9F; five have none.
    private static func upper(_ byte: UInt8) -> Unicode.Scalar? {
        let value = characters[Int(byte & 0x1F)]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static let characters: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
