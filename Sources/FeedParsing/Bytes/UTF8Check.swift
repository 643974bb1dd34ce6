/// Checks bytes for being UTF-8.
enum UTF8Check {
    /// Where the first byte is that is not UTF-8; nil when all are.
    static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let count = bytes.count
        var index = 0
        while index < count {
            if index + 8 <= count {
                // Eight at a time while they are ASCII, as most are; else
                // straight to the first that is not.
                let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
                let marked = word & 0x8080_8080_8080_8080
                if marked == 0 {
                    index += 8
                    continue
                }
                index += marked.trailingZeroBitCount >> 3
            }
            let length = sequenceLength(bytes, at: index)
            if length == 0 { return index }
            index += length
        }
        return nil
    }

    /// Whether all bytes are ASCII.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without an early exit, so that the compiler makes a vector loop of it.
        var marks: UInt8 = 0
        for byte in bytes { marks |= byte }
        return marks < 0x80
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

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
