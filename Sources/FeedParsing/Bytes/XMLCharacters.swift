/// Checks bytes for being characters that XML allows.
enum XMLCharacters {
    /// What is known of a text whose every character is allowed.
    struct Finding {
        /// How many line feeds are in it.
        var lineFeeds: Int
        /// Whether all of it is ASCII.
        var isASCII: Bool
    }

    /// Looks at a text.
    ///
    /// - Parameter bytes: The text, in what may be UTF-8.
    /// - Returns: What was found; nil if the text is not UTF-8 or has a character
    ///   in it that no document may have.
    static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> Finding? {
        guard let lineFeeds = lineFeeds(withoutControls: bytes) else { return nil }
        let special = UTF8Check.firstBeyondASCII(bytes)
        if special < bytes.count {
            guard UTF8Check.isValid(bytes, from: special), !holdsNoncharacter(bytes, from: special) else { return nil }
        }
        return Finding(lineFeeds: lineFeeds, isASCII: special == bytes.count)
    }

    /// Of the characters below the space only tabs and ends of lines are allowed.
    private static func lineFeeds(withoutControls bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return 0 }
        var count = 0
        var index = 0
        while index + 8 <= bytes.count {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
            // The high bit of each byte below the space, and of none else.
            let controls = ~((word & lowBits &+ ones &* 0x60) | word) & highBits
            if controls == 0 { continue }
            let ends = marks(of: 0x0A, in: word)
            count += ends.nonzeroBitCount
            if controls != ends, controls != ends | marks(of: 0x09, in: word) | marks(of: 0x0D, in: word) { return nil }
        }
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A: count += 1
            case 0x09, 0x0D, 0x20...: break
            default: return nil
            }
            index += 1
        }
        return count
    }

    /// Whether U+FFFE or U+FFFF is there: EF BF BE and EF BF BF.
    private static func holdsNoncharacter(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var index = start
        while let lead = ASCIIText.firstIndex(of: 0xEF, in: bytes, index..<bytes.count) {
            if lead + 2 < bytes.count, bytes[lead + 1] == 0xBF, bytes[lead + 2] >= 0xBE { return true }
            index = lead + 1
        }
        return false
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The high bit of each byte that is a certain one.
    @inline(__always)
    private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return ~((difference & lowBits &+ lowBits) | difference) & highBits
    }
}
