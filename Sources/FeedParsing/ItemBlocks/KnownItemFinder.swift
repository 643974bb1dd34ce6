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
    private let scanner: MarkupScanner
    private let startTag: StaticString
    private let endTag: StaticString

    /// - Parameters:
    ///   - bytes: A document in UTF-8.
    ///   - root: Its root element.
    init(_ bytes: UnsafeBufferPointer<UInt8>, root: SniffedDocument.Root) {
        self.bytes = bytes
        scanner = MarkupScanner(bytes, at: 0)
        let isAtom = root.kind == .atom
        startTag = isAtom ? "<entry" : "<item"
        endTag = isAtom ? "</entry>" : "</item>"
    }

    /// The runs of known items in a block.
    ///
    /// - Parameters:
    ///   - range: Where the block is.
    ///   - isMappedFile: Whether pages of it may be given back when they were looked at.
    ///   - digest: Makes one number of an item, if it is known; nil if it is not.
    /// - Returns: The runs, in document order.
    func runs(in range: Range<Int>, isMappedFile: Bool, digest: (UnsafeRawBufferPointer) -> UInt64?) -> [Run] {
        var pages = isMappedFile ? MappedPages(bytes) : nil
        var runs: [Run] = []
        var position = range.lowerBound
        while let start = first(startTag, in: position..<range.upperBound),
            let end = end(ofItemAt: start, before: range.upperBound)
        {
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

    private func end(ofItemAt start: Int, before limit: Int) -> Int? {
        first(endTag, in: start..<limit).map { $0 + endTag.utf8CodeUnitCount }
    }

    private func first(_ tag: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<range.upperBound) {
            if scanner.has(tag, at: bracket) { return bracket }
            index = bracket + 1
        }
        return nil
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
