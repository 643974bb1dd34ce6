/// Checks bytes for being UTF-8.
enum UTF8Check {
    /// Where the first byte is that is not UTF-8; nil when all are.
    static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
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
    /// Outside ASCII it looks at sixteen bytes at once. What is before `start`
    /// is UTF-8.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return true }
        let first = max(start, min(bytesBeforeBlocks, bytes.count))
        guard var index = end(ofCharactersIn: start..<first, of: bytes) else { return false }
        var faults = ByteBlock()
        while index + ByteBlock.scalarCount <= bytes.count {
            let block = ByteBlock(base, at: index)
            if !isASCII(block, base, index) {
                faults |= self.faults(in: block, base, index)
                if isDelicate(block) {
                    for place in index..<index + ByteBlock.scalarCount where bytes[place] >= 0xC0 {
                        if sequenceLength(bytes, at: place) == 0 { return false }
                    }
                }
            }
            index += ByteBlock.scalarCount
        }
        guard faults.isZero else { return false }
        return end(ofCharactersIn: beginning(ofCharacterAt: index, in: bytes)..<bytes.count, of: bytes) != nil
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

    /// Where characters end that are looked at one by one; nil if one of them is none.
    private static func end(ofCharactersIn range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            let length = sequenceLength(bytes, at: index)
            if length == 0 { return nil }
            index += length
        }
        return index
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether thirty-two bytes are ASCII.
    @inline(__always)
    private static func isBlockASCII(_ base: UnsafeRawPointer, _ offset: Int) -> Bool {
        let all = word(base, offset) | word(base, offset + 8) | word(base, offset + 16) | word(base, offset + 24)
        return all & highBits == 0
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

// MARK: - Sixteen bytes at once

extension UTF8Check {
    /// How many bytes have to be there before a block: a character that ends in it may begin as far before it.
    static let bytesBeforeBlocks = 3

    /// Whether a block, and what it may have to go on with, is ASCII.
    @inline(__always)
    static func isASCII(_ block: ByteBlock, _ base: UnsafeRawPointer, _ index: Int) -> Bool {
        ((block | ByteBlock(base, at: index - 3)) & ByteBlock(repeating: 0x80)).isZero
    }

    /// Marks where the bytes before one begin a character that does not go on there, and where one goes on that they
    /// do not begin.
    ///
    /// The last character of the block may go on behind it.
    @inline(__always)
    static func faults(in block: ByteBlock, _ base: UnsafeRawPointer, _ index: Int) -> ByteBlock {
        let awaited =
            ByteBlock(base, at: index - 1).marks(from: 0xC0) | ByteBlock(base, at: index - 2).marks(from: 0xE0)
            | ByteBlock(base, at: index - 3).marks(from: 0xF0)
        let continuations = block.marks(from: 0x80) ^ block.marks(from: 0xC0)
        return awaited ^ continuations
    }

    /// Whether there may be bytes that begin no character, or after which not every continuation will do.
    @inline(__always)
    static func isDelicate(_ block: ByteBlock) -> Bool {
        let overlong = (block & ByteBlock(repeating: 0xFE)).marks(of: 0xC0) | block.marks(of: 0xE0)
        return !(overlong | block.marks(from: 0xED)).isZero
    }

    /// Where the character begins that goes on or begins at an index, behind blocks without faults.
    static func beginning(ofCharacterAt index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = index
        while start > 0, isContinuation(bytes[start - 1]) { start -= 1 }
        return start > 0 && bytes[start - 1] >= 0xC0 ? start - 1 : index
    }
}
