/// The controls U+0080 to U+009F, which nobody writes: bytes of windows-1252 or its like were taken for others there
/// (feed formats E3, F2).
enum UpperControls {
    /// Their bytes, where each has one of its own.
    static let all: ClosedRange<UInt8> = 0x80...0x9F

    /// Whether one of them is at an index of a text in UTF-8.
    @inline(__always)
    static func isOne(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        bytes[index] == 0xC2 && index + 1 < bytes.count && all.contains(bytes[index + 1])
    }

    /// Where the first of them is in a text in UTF-8, from an index on; nil if none is in it.
    static func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        var index = start
        while let lead = ASCIIText.firstIndex(of: 0xC2, in: bytes, index..<bytes.count) {
            if isOne(bytes, at: lead) { return lead }
            index = lead + 1
        }
        return nil
    }

    /// A text in UTF-8 with other characters in their place.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - first: Where the first of them is.
    ///   - character: What stands for a byte of theirs, in UTF-8.
    /// - Returns: The text, in UTF-8.
    static func replaced(
        in bytes: UnsafeBufferPointer<UInt8>,
        from first: Int,
        by character: (UInt8) -> [UInt8]
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 32)
        var copied = 0
        var next: Int? = first
        while let index = next {
            output += bytes[copied..<index]
            output += character(bytes[index + 1])
            copied = index + 2
            next = self.first(in: bytes, from: copied)
        }
        return output + bytes[copied...]
    }

    /// The character of windows-1252 that a reference to one of them means, too.
    static func character(_ byte: UInt8) -> [UInt8] {
        UTF8.encode(Windows1252.scalar(ofControl: byte)).map(Array.init) ?? [0xC2, byte]
    }
}
