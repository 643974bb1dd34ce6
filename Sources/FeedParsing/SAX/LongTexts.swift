/// Finds the long texts between tags, which libxml2 need not see.
///
/// libxml2 reads a text one character at a time from its first one beyond ASCII
/// on, copies it, and hands it on in pieces of 300 bytes. All there is to find
/// out is whether the characters are allowed: so long texts without markup and
/// references go from the document to the builder, as ``LongSections`` do.
struct LongTexts {
    /// Shorter ones cost less in libxml2 than two more calls of it do.
    static let minimumBytes = 256
    /// A block this long without markup is in every text of twice its length,
    /// wherever blocks begin; in most documents each block is left at its first
    /// tag.
    private static let blockBytes = 128
    /// The longest reference there is to look for behind its ampersand.
    private static let referenceBytes = 12

    private let bytes: UnsafeBufferPointer<UInt8>

    /// Looks for texts in a document.
    ///
    /// - Parameter bytes: The document, which stays in place.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The next long text that begins in a range, if what looks like one is
    /// one: it may stand in a section, a comment or a tag.
    ///
    /// - Parameter range: Where its first byte is to be, behind the `>` of a tag
    ///   or the `;` of a reference that are in the range too.
    /// - Returns: The range up to the next `<` or `&`.
    func next(in range: Range<Int>) -> Range<Int>? {
        var block = range.lowerBound
        while block < range.upperBound, block + Self.blockBytes <= bytes.count {
            let blockEnd = block + Self.blockBytes
            guard !holds(.lessThan, block..<blockEnd), !holds(.ampersand, block..<blockEnd) else {
                block = blockEnd
                continue
            }
            guard let markup = ASCIIText.firstIndex(of: .lessThan, in: bytes, blockEnd..<bytes.count) else {
                return nil
            }
            let end = ASCIIText.firstIndex(of: .ampersand, in: bytes, blockEnd..<markup) ?? markup
            if let start = start(of: block..<end, from: range.lowerBound), start < range.upperBound,
                // libxml2 makes a line feed of each end of a line.
                end - start >= Self.minimumBytes, !holds(.carriageReturn, start..<end)
            {
                return start..<end
            }
            block = end
        }
        return nil
    }

    /// Where the text around a run without `<` and `&` begins.
    private func start(of run: Range<Int>, from first: Int) -> Int? {
        // It may be the end of a tag that begins before the run; if it is part
        // of the text, the parser waits for more and takes none of it from here.
        var index = holds(.greaterThan, run) ? run.upperBound : run.lowerBound
        while index > first {
            index -= 1
            switch bytes[index] {
            case .greaterThan: return index + 1
            case .lessThan: return nil
            case .ampersand:
                let limit = min(index + Self.referenceBytes, run.upperBound)
                return ASCIIText.firstIndex(of: .semicolon, in: bytes, index..<limit).map { $0 + 1 }
            default: break
            }
        }
        return nil
    }

    private func holds(_ byte: UInt8, _ range: Range<Int>) -> Bool {
        ASCIIText.firstIndex(of: byte, in: bytes, range) != nil
    }
}

extension UInt8 {
    fileprivate static let lessThan: UInt8 = 0x3C
    fileprivate static let greaterThan: UInt8 = 0x3E
    fileprivate static let ampersand: UInt8 = 0x26
    fileprivate static let semicolon: UInt8 = 0x3B
    fileprivate static let carriageReturn: UInt8 = 0x0D
}
