import Foundation

/// Questions about bytes of UTF-8 text that only ASCII can answer; every value parser is built on them.
///
/// The bytes belong to the caller and are only looked at during the call.
enum ASCIIText {
    /// Calls `body` with the UTF-8 bytes of a text, without a copy when the text is stored natively.
    static func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26
    }

    /// Space, and every C0 control: none of them means anything else inside a value.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20
    }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The value of a decimal digit, nil for any other byte.
    @inline(__always)
    static func digitValue(_ byte: UInt8) -> Int? {
        let value = byte &- 0x30
        return value < 10 ? Int(value) : nil
    }

    /// The two digits at an index as a number, nil if either is none.
    @inline(__always)
    static func twoDigits(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        let high = bytes[index] &- 0x30
        let low = bytes[index + 1] &- 0x30
        return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    /// The bytes without white space at either end.
    ///
    /// No-break spaces, zero-width spaces and byte order marks count as white space: they are pasted out of web pages.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = bytes.count
        while start < end {
            let length = spaceLength(bytes, at: start, end: end)
            if length == 0 { break }
            start += length
        }
        while end > start {
            let last = bytes[end - 1]
            if isSpace(last) {
                end -= 1
            } else if last == 0xA0, end - start >= 2, bytes[end - 2] == 0xC2 {
                end -= 2
            } else if last >= 0x80, end - start >= 3, spaceLength(bytes, at: end - 3, end: end) == 3 {
                end -= 3
            } else {
                break
            }
        }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// How many bytes of white space begin at `index`: 0 when there is none.
    static func spaceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, end: Int) -> Int {
        let byte = bytes[index]
        if isSpace(byte) { return 1 }
        if byte < 0xC2 { return 0 }
        if byte == 0xC2, index + 1 < end { return bytes[index + 1] == 0xA0 ? 2 : 0 }
        if index + 2 >= end { return 0 }
        switch (byte, bytes[index + 1], bytes[index + 2]) {
        case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xAF), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return 3
        default: return 0
        }
    }

    /// How many bytes of white space in a text begin at `index`: that of Unicode that is not looked for around values
    /// and identifiers, too, which are the line and paragraph separators and the spaces of Ogham and of formulas.
    static func textSpaceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, end: Int) -> Int {
        let length = spaceLength(bytes, at: index, end: end)
        if length > 0 || bytes[index] < 0xE1 || index + 2 >= end { return length }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x81, 0x9F), (0xE1, 0x9A, 0x80): return 3
        default: return 0
        }
    }

    /// Whether the white space at an index has no width: a break or a mark inside a word, and no space in it.
    static func isZeroWidth(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, length: Int) -> Bool {
        length == 3 && (bytes[index] == 0xEF || (bytes[index] == 0xE2 && bytes[index + 2] == 0x8B))
    }

    /// Whether a byte is among the bytes.
    @inline(__always)
    static func contains(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return false }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index + 8 <= bytes.count {
            // Zero where the byte is; the subtraction borrows from the high bit of a zero, and of no other.
            let difference = base.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ (ones &* UInt64(byte))
            if (difference &- ones) & ~difference & (ones << 7) != 0 { return true }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] == byte { return true }
            index += 1
        }
        return false
    }

    /// Where a byte stands first in a long run of bytes; nil where it is not in it.
    static func firstIndex(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        guard !range.isEmpty, let base = bytes.baseAddress,
            let found = memchr(base + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// How many lines end in a range of bytes.
    static func lineFeeds(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        var count = 0
        for byte in bytes[range] where byte == 0x0A { count += 1 }
        return count
    }

    /// Whether the bytes spell a lower-case ASCII word, in any case.
    static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount && hasPrefix(bytes, word)
    }

    /// Whether the bytes begin with a lower-case ASCII word, in any case.
    static func hasPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        let expected = word.utf8Start
        for index in 0..<count where lowercased(bytes[index]) != expected[index] { return false }
        return true
    }
}
