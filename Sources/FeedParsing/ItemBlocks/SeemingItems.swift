/// What seem to be the items of a block, by their tags alone, and what the recognition makes of each.
///
/// What it finds may stand in a comment or in a text: the parser has to agree that an item may begin there. What
/// begins where one may begin, and has the bytes of one, is one.
struct SeemingItems {
    /// Items that are known and stand one after the other, with nothing but white space between them.
    struct Run {
        var range: Range<Int>
        var digests: [UInt64]
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isMappedFile: Bool
    private let makeDigest: (UnsafeRawBufferPointer) -> UInt64
    private let ranges: [Range<Int>]
    /// Each made when it is asked for first.
    private var digests: [UInt64?]
    /// The first that may be the next one asked for.
    private var next = 0

    /// Looks for items.
    ///
    /// - Parameters:
    ///   - range: Where the block is.
    ///   - bytes: A document in UTF-8.
    ///   - root: Its root element.
    ///   - isMappedFile: Whether pages of it may be given back when they were looked at.
    ///   - digest: Makes one number of an item.
    init(
        in range: Range<Int>,
        of bytes: UnsafeBufferPointer<UInt8>,
        root: SniffedDocument.Root,
        isMappedFile: Bool,
        digest: @escaping (UnsafeRawBufferPointer) -> UInt64
    ) {
        self.bytes = bytes
        self.isMappedFile = isMappedFile
        makeDigest = digest
        var search = ItemTagSearch(bytes, root: root)
        var pages = isMappedFile ? MappedPages(bytes) : nil
        var ranges: [Range<Int>] = []
        var position = range.lowerBound
        while let start = search.first(search.startTag, in: position..<range.upperBound),
            let end = search.first(search.endTag, in: start..<range.upperBound)
        {
            position = end + search.endTag.utf8CodeUnitCount
            ranges.append(start..<position)
            pages?.release(before: position)
        }
        self.ranges = ranges
        digests = Array(repeating: nil, count: ranges.count)
    }

    /// What the recognition makes of an item, be it one of these or not; asked for in document order.
    mutating func digest(ofItemIn range: Range<Int>) -> UInt64 {
        while next < ranges.count, ranges[next].lowerBound < range.lowerBound { next += 1 }
        guard next < ranges.count, ranges[next] == range else { return makeDigest(item(in: range)) }
        return digest(at: next)
    }

    /// All of them as parts of a block that begins at `start`.
    mutating func items(from start: Int) -> [ItemBlock.Item] {
        var items: [ItemBlock.Item] = []
        items.reserveCapacity(ranges.count)
        forEach { range, digest in
            items.append(
                ItemBlock.Item(range: range.lowerBound - start..<range.upperBound - start, digest: digest)
            )
        }
        return items
    }

    /// The runs of known items, in document order.
    mutating func runs(where isKnown: (UInt64) -> Bool) -> [Run] {
        var runs: [Run] = []
        forEach { [bytes] range, digest in
            guard isKnown(digest) else { return }
            if let last = runs.indices.last, Self.isBlank(bytes[runs[last].range.upperBound..<range.lowerBound]) {
                runs[last].range = runs[last].range.lowerBound..<range.upperBound
                runs[last].digests.append(digest)
            } else {
                runs.append(Run(range: range, digests: [digest]))
            }
        }
        return runs
    }

    private mutating func forEach(_ body: (Range<Int>, UInt64) -> Void) {
        var pages = isMappedFile ? MappedPages(bytes) : nil
        for (place, range) in ranges.enumerated() {
            body(range, digest(at: place))
            pages?.release(before: range.upperBound)
        }
    }

    private mutating func digest(at place: Int) -> UInt64 {
        if let digest = digests[place] { return digest }
        let digest = makeDigest(item(in: ranges[place]))
        digests[place] = digest
        return digest
    }

    private func item(in range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    private static func isBlank(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
