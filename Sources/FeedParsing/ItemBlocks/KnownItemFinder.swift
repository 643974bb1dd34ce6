/// Finds items that are known in a block, by their tags and bytes alone.
///
/// What it finds may stand in a comment or in a text: the parser has to agree that an item may begin there. What
/// begins where one may begin, and has the bytes of one, is one.
struct KnownItemFinder {
    /// Items that are known and stand one after the other, with nothing but white space between them.
    struct Run {
        var range: Range<Int>
        var digests: [UInt64]
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let tags: (start: StaticString, end: StaticString)

    /// - Parameters:
    ///   - bytes: A document in UTF-8.
    ///   - root: Its root element.
    init(_ bytes: UnsafeBufferPointer<UInt8>, root: SniffedDocument.Root) {
        self.bytes = bytes
        tags = root.itemTags
    }

    /// The runs of known items in a block.
    ///
    /// - Parameters:
    ///   - range: Where the block is.
    ///   - isMappedFile: Whether pages of it may be given back when they were looked at.
    ///   - digest: Makes one number of an item, if it is known; nil if it is not.
    /// - Returns: The runs, in document order.
    func runs(in range: Range<Int>, isMappedFile: Bool, digest: (UnsafeRawBufferPointer) -> UInt64?) -> [Run] {
        let scanner = MarkupScanner(bytes, at: 0)
        var pages = isMappedFile ? MappedPages(bytes) : nil
        var runs: [Run] = []
        var position = range.lowerBound
        while let start = scanner.find(tags.start, from: position, before: range.upperBound),
            let endTag = scanner.find(tags.end, from: start, before: range.upperBound)
        {
            let end = endTag + tags.end.utf8CodeUnitCount
            let item = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            if let digest = digest(item) {
                if let last = runs.indices.last, isBlank(runs[last].range.upperBound..<start) {
                    runs[last].range = runs[last].range.lowerBound..<end
                    runs[last].digests.append(digest)
                } else {
                    runs.append(Run(range: start..<end, digests: [digest]))
                }
            }
            position = end
            pages?.release(before: position)
        }
        return runs
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
