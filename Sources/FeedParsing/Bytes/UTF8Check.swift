/// Checks bytes for being UTF-8.
enum UTF8Check {
    /// Where the first byte is that is not UTF-8; nil when all are.
    static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        var index = start
        while true {
            index = firstBeyondASCII(bytes, from: index)
            if index == bytes.count { return nil }
            // Characters beyond ASCII seldom come alone.
            repeat {
                let length = sequenceLength(bytes, at: index)
                if length == 0 { return index }
                index += length
            } while index < bytes.count && bytes[index] >= 0x80
        }
    }

    /// Whether all bytes from one on, which begins a character, are UTF-8.
    ///
    /// Outside ASCII it looks at eight bytes at once: where one of them begins
    /// a character, bits are moved to where that character goes on, and those
    /// have to be the bytes of the form 10xxxxxx.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return true }
        var index = start
        var awaited: UInt64 = 0
        var mismatches: UInt64 = 0
        while index + 8 <= bytes.count {
            if awaited == 0, index + 32 <= bytes.count, isBlockASCII(base, index) {
                index += 32
                continue
            }
            let word = word(base, index).littleEndian
            let leads = word & word << 1 & highBits
            let leadsOfThree = leads & word << 2
            let leadsOfFour = leadsOfThree & word << 3
            let continuations = word & ~(word << 1) & highBits
            mismatches |= continuations ^ (awaited | leads << 8 | leadsOfThree << 16 | leadsOfFour << 24)
            awaited = leads >> 56 | leadsOfThree >> 48 | leadsOfFour >> 40
            // After some leads not every continuation will do, and some are never right.
            let isDelicate =
                leadsOfFour | marks(of: 0xE0, in: word) | marks(of: 0xED, in: word) | marks(of: 0xC0, in: word & ~ones)
            if isDelicate != 0 {
                for place in index..<index + 8 where bytes[place] >= 0xC0 {
                    if sequenceLength(bytes, at: place) == 0 { return false }
                }
            }
            index += 8
        }
        if mismatches != 0 { return false }
        // The rest byte by byte, from where its first character begins.
        if awaited != 0 { repeat { index -= 1 } while isContinuation(bytes[index]) }
        while index < bytes.count {
            let length = sequenceLength(bytes, at: index)
            if length == 0 { return false }
            index += length
        }
        return true
    }

    /// Where the first byte is that is not ASCII; the count when all are.
    @inline(__always)
    static func firstBeyondASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return bytes.count }
        var index = start
        // Thirty-two at a time while they are ASCII, as most are; then
        // straight to the first that is not.
        while index + 32 <= bytes.count, isBlockASCII(base, index) { index += 32 }
        while index + 8 <= bytes.count {
            let marked = word(base, index).littleEndian & highBits
            if marked != 0 { return index + (marked.trailingZeroBitCount >> 3) }
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// Whether all bytes are ASCII.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        firstBeyondASCII(bytes) == bytes.count
    }

    /// The length of the valid sequence at an index; 0 when there is none.
    ///
    /// The table of RFC 3629: no overlong forms, no surrogates, nothing beyond
    /// U+10FFFF.
    @inline(__always)
    static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let left = bytes.count - index
        if first < 0xE0 {
            return first >= 0xC2 && left > 1 && isContinuation(bytes[index + 1]) ? 2 : 0
        }
        if first < 0xF0 {
            guard left > 2, isContinuation(bytes[index + 1]), isContinuation(bytes[index + 2]) else { return 0 }
            if first == 0xE0 && bytes[index + 1] < 0xA0 { return 0 }
            return first == 0xED && bytes[index + 1] > 0x9F ? 0 : 3
        }
        guard first <= 0xF4, left > 3, isContinuation(bytes[index + 1]), isContinuation(bytes[index + 2]),
            isContinuation(bytes[index + 3])
        else { return 0 }
        if first == 0xF0 && bytes[index + 1] < 0x90 { return 0 }
        return first == 0xF4 && bytes[index + 1] > 0x8F ? 0 : 4
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Whether thirty-two bytes are ASCII.
    @inline(__always)
    private static func isBlockASCII(_ base: UnsafeRawPointer, _ offset: Int) -> Bool {
        let all = word(base, offset) | word(base, offset + 8) | word(base, offset + 16) | word(base, offset + 24)
        return all & highBits == 0
    }

    /// High bits where a byte is in a word; zero if it is nowhere.
    @inline(__always)
    private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highBits
    }

    @inline(__always)
    private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
