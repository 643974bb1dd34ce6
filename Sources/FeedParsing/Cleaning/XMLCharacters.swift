/// Checks bytes for being characters that XML allows.
enum XMLCharacters {
    /// What is known of a text whose every character is allowed.
    struct Finding {
        /// How many line feeds are in it.
        var lineFeeds = 0
        /// Whether all of it is ASCII.
        var isASCII = true
        /// Whether there are controls in it that XML allows and nobody writes.
        var holdsUpperControls = false
    }

    /// Looks at a text.
    ///
    /// - Parameter bytes: The text, in what may be UTF-8.
    /// - Returns: What was found; nil if the text is not UTF-8 or has a character
    ///   in it that no document may have.
    static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> Finding? {
        var finding = Finding()
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return finding }
        let start = min(UTF8Check.bytesBeforeBlocks, bytes.count)
        guard var index = take(0..<start, of: bytes, &finding) else { return nil }
        var faults = ByteBlock()
        var upperControls = ByteBlock()
        while index + groupBytes <= bytes.count {
            let stretch = min(bytes.count, index + longestStretch)
            var lineFeeds = ByteBlock()
            while index + groupBytes <= stretch {
                let end = index + groupBytes
                if isASCII(base, index) {
                    while index < end {
                        look(at: ByteBlock(base, at: index), &lineFeeds, &faults)
                        index += ByteBlock.scalarCount
                    }
                    continue
                }
                finding.isASCII = false
                while index < end {
                    let block = ByteBlock(base, at: index)
                    look(at: block, &lineFeeds, &faults)
                    faults |= UTF8Check.faults(in: block, base, index)
                    upperControls |= block.marks(below: 0xA0) & ByteBlock(base, at: index - 1).marks(of: 0xC2)
                    if UTF8Check.isDelicate(block), !areAllowed(index..<index + ByteBlock.scalarCount, of: bytes) {
                        return nil
                    }
                    index += ByteBlock.scalarCount
                }
            }
            finding.lineFeeds += lineFeeds.markCount
        }
        guard faults.isZero,
            take(UTF8Check.beginning(ofCharacterAt: index, in: bytes)..<bytes.count, of: bytes, &finding) != nil
        else { return nil }
        if !upperControls.isZero { finding.holdsUpperControls = true }
        return finding
    }

    /// How many bytes are looked at in one way: as ASCII, or as what may be beyond it.
    ///
    /// A text in another language than English has a letter beyond ASCII in every other block, and a processor that
    /// cannot foresee which loses more time than it takes to look at all of them.
    private static let groupBytes = 4 * ByteBlock.scalarCount

    /// As many bytes as there may be line feeds in a sum of marks, in whole groups.
    private static let longestStretch = 63 * groupBytes

    /// Whether a group, and what it may have to go on with, is ASCII.
    @inline(__always)
    private static func isASCII(_ base: UnsafeRawPointer, _ index: Int) -> Bool {
        let first = ByteBlock(base, at: index) | ByteBlock(base, at: index + ByteBlock.scalarCount)
        let second =
            ByteBlock(base, at: index + 2 * ByteBlock.scalarCount)
            | ByteBlock(base, at: index + 3 * ByteBlock.scalarCount)
        return UTF8Check.isASCII(first | second, base, index)
    }

    /// Counts the line feeds of a block, and marks the characters below the space that are none.
    @inline(__always)
    private static func look(at block: ByteBlock, _ lineFeeds: inout ByteBlock, _ faults: inout ByteBlock) {
        let found = block.marks(of: .lineFeed)
        lineFeeds &+= found
        // Of the characters below the space only tabs and ends of lines are allowed.
        faults |= block.marks(below: .space) ^ (found | block.marks(of: .tab) | block.marks(of: .carriageReturn))
    }

    /// Looks at characters one by one.
    ///
    /// - Returns: Where the last one ends; nil if one of them is not allowed.
    private static func take(
        _ range: Range<Int>,
        of bytes: UnsafeBufferPointer<UInt8>,
        _ finding: inout Finding
    ) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case .lineFeed: finding.lineFeeds += 1
            case .tab, .carriageReturn, 0x20..<0x80: break
            case 0x80...:
                finding.isASCII = false
                if UpperControls.isOne(bytes, at: index) { finding.holdsUpperControls = true }
            default: return nil
            }
            let length = length(ofCharacterAt: index, in: bytes)
            if length == 0 { return nil }
            index += length
        }
        return index
    }

    /// Whether the characters beyond ASCII that begin in a range are allowed.
    private static func areAllowed(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        range.allSatisfy { bytes[$0] < 0xC0 || length(ofCharacterAt: $0, in: bytes) > 0 }
    }

    /// The length of a character; 0 if it is none, or U+FFFE or U+FFFF: EF BF BE and EF BF BF.
    private static func length(ofCharacterAt index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let length = UTF8Check.sequenceLength(bytes, at: index)
        guard length == 3, bytes[index] == 0xEF, bytes[index + 1] == 0xBF else { return length }
        return bytes[index + 2] < 0xBE ? length : 0
    }
}

extension UInt8 {
    fileprivate static let tab: UInt8 = 0x09
    fileprivate static let lineFeed: UInt8 = 0x0A
    fileprivate static let carriageReturn: UInt8 = 0x0D
    fileprivate static let space: UInt8 = 0x20
}
