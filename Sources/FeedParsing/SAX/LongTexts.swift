/// Finds the long texts between tags, which libxml2 need not see.
///
/// libxml2 reads a text one character at a time from its first one beyond ASCII
/// on, copies it, and hands it on in pieces of 300 bytes and by references. All there is to find
/// out is whether the characters are allowed, and what the references mean: so long texts
/// go from the document to the builder, as ``LongSections`` do.
struct LongTexts {
    /// Shorter ones cost less in libxml2 than two more calls of it do.
    static let minimumBytes = 256
    /// A block this long without a tag is in every text of twice its length,
    /// wherever blocks begin; in most documents each block is left at its first
    /// tag.
    private static let blockBytes = 128

    /// Bytes without a tag, and the text they end with, if it can be taken.
    private struct Stretch {
        /// From a block without a `<` up to the next one, or to the end of the document.
        var range = 0..<0
        var text: Range<Int>?
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The last stretch that was looked at.
    ///
    /// It may be as long as the document, which is read in many pieces: were it looked at again with each, the
    /// publisher of a text that cannot be taken would keep the parser busy for minutes.
    private var stretch = Stretch()

    /// Looks for texts in a document.
    ///
    /// - Parameter bytes: The document, which stays in place.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The next long text that begins in a range, if what looks like one is
    /// one: it may stand in a section, a comment or a tag.
    ///
    /// Nothing is looked at twice but the beginning of a range.
    ///
    /// - Parameter range: Where its first byte is to be, behind the `>` of a tag
    ///   that is in the range too. It begins no earlier than those asked for
    ///   before.
    /// - Returns: The range up to the next `<`.
    mutating func next(in range: Range<Int>) -> Range<Int>? {
        var block = range.lowerBound
        while block < range.upperBound, block + Self.blockBytes <= bytes.count {
            if !stretch.range.contains(block) {
                guard !holds(.lessThan, block..<(block + Self.blockBytes)) else {
                    block += Self.blockBytes
                    continue
                }
                stretch = lookAt(block, from: range.lowerBound)
            }
            if let text = stretch.text, range.lowerBound < text.lowerBound, text.lowerBound < range.upperBound {
                return text
            }
            block = stretch.range.upperBound
        }
        return nil
    }

    /// Looks at what begins with a block without a tag: once, though it may reach far beyond what is asked for.
    private func lookAt(_ block: Int, from first: Int) -> Stretch {
        let blockEnd = block + Self.blockBytes
        guard let end = ASCIIText.firstIndex(of: .lessThan, in: bytes, blockEnd..<bytes.count) else {
            return Stretch(range: block..<bytes.count)
        }
        guard let start = start(before: block, from: first, to: end), end - start >= Self.minimumBytes,
            // libxml2 makes a line feed of each end of a line, and an error of the end of a section that did not begin.
            !holds(.carriageReturn, start..<end), !holdsSectionEnd(start..<end)
        else { return Stretch(range: block..<end) }
        return Stretch(range: block..<end, text: start..<end)
    }

    /// Where the text that ends with a tag begins: behind the one before it, which ends before the block or in it.
    private func start(before block: Int, from first: Int, to end: Int) -> Int? {
        var index = block
        while index > first, bytes[index - 1] != .lessThan { index -= 1 }
        // A `>` in an attribute is taken for the end of its tag; the parser waits for more then and takes nothing.
        return ASCIIText.firstIndex(of: .greaterThan, in: bytes, index..<end).map { $0 + 1 }
    }

    private func holdsSectionEnd(_ range: Range<Int>) -> Bool {
        MarkupScanner(bytes, at: 0).find("]]>", from: range.lowerBound, before: range.upperBound) != nil
    }

    private func holds(_ byte: UInt8, _ range: Range<Int>) -> Bool {
        ASCIIText.firstIndex(of: byte, in: bytes, range) != nil
    }
}

extension UInt8 {
    fileprivate static let lessThan: UInt8 = 0x3C
    fileprivate static let greaterThan: UInt8 = 0x3E
    fileprivate static let carriageReturn: UInt8 = 0x0D
}
