/// Texts with no more combining marks in a row than the Stream-Safe Format of Unicode allows (UAX 15 section 13).
///
/// Swift puts the marks of one character in order to compare or hash a text, in time that grows with their square: a
/// title of 400 kB of marks took 24 seconds. No language writes more than a handful.
enum CombiningMarks {
    /// The most that are kept in a row.
    static let longestRun = 30
    /// Texts of so many bytes have no room for more.
    static let harmlessCount = 2 * longestRun

    /// The text without the marks behind the thirtieth in a row; nil if there are none.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Returns: The bytes that are left.
    static func bounded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard holdsTooMany(bytes) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var (index, run) = (0, 0)
        while index < bytes.count {
            let (length, isMark) = character(in: bytes, at: index)
            run = isMark ? run + 1 : 0
            if run <= longestRun { output.append(contentsOf: bytes[index..<min(index + length, bytes.count)]) }
            index += length
        }
        return output
    }

    /// Whether there is a longer run: one covers two probes in a row at least.
    ///
    /// Nothing is copied for a language whose marks two probes happen to meet.
    static func holdsTooMany(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var hasMark = false
        var probe = longestRun - 1
        while probe < bytes.count {
            // Most meet a letter of ASCII.
            if bytes[probe] < 0x80 {
                hasMark = false
                probe += longestRun - 1
                continue
            }
            var start = probe
            while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            let isMark = character(in: bytes, at: start).isMark
            if isMark, hasMark, isLongRun(around: start, in: bytes) { return true }
            hasMark = isMark
            probe += longestRun - 1
        }
        return false
    }

    /// Whether more marks than are kept stand in a row around one, to both sides of it.
    private static func isLongRun(around mark: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var run = 0
        var index = mark
        while run <= longestRun, index < bytes.count {
            let (length, isMark) = character(in: bytes, at: index)
            guard isMark else { break }
            run += 1
            index += length
        }
        index = mark
        while run <= longestRun, index > 0 {
            index -= 1
            while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
            guard character(in: bytes, at: index).isMark else { break }
            run += 1
        }
        return run > longestRun
    }

    /// The length of the character at an index, and whether it is a mark that has a place among others.
    private static func character(
        in bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (length: Int, isMark: Bool) {
        let first = bytes[index]
        // Before U+0300 there are none.
        guard first >= 0xCC else { return (first < 0x80 ? 1 : 2, false) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard index + length <= bytes.count, mayBeMark(first, bytes[index + 1]) else { return (length, false) }
        var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for place in 1..<length { value = value << 6 | UInt32(bytes[index + place] & 0x3F) }
        guard let scalar = Unicode.Scalar(value) else { return (length, false) }
        return (length, scalar.properties.canonicalCombiningClass != .notReordered)
    }

    /// Whether a character that begins with these bytes may be one: the tables of Unicode know, at a hundred times the
    /// cost.
    private static func mayBeMark(_ first: UInt8, _ second: UInt8) -> Bool {
        switch first {
        // Greek, Cyrillic, most of Chinese and Korean.
        case 0xCE...0xD1, 0xE4...0xE9, 0xEB...0xED: false
        // Quotation marks, dashes, signs for currencies: U+2000 to U+20BF.
        case 0xE2: second > 0x82
        // The first of the Korean syllables: U+AC00 to U+AFFF.
        case 0xEA: second < 0xB0
        default: true
        }
    }
}
