/// Follows the parser through a block item by item: which items are known and left out, and what those that are
/// read can be recognised by.
struct BlockItems {
    private let recognition: ItemRecognition
    private let around: [String?]
    /// What the recognition made of what stands around them.
    let surroundings: UInt64
    private let bytes: UnsafeBufferPointer<UInt8>
    private let range: Range<Int>
    private var seeming: SeemingItems
    /// What the items that were left out have taken of the limits when they were read.
    private(set) var knownCosts = ItemCosts()
    private var runs: ArraySlice<SeemingItems.Run> = []
    private var items: [ParsedBlockItem] = []
    private(set) var leftOutCount = 0
    /// How many of the items that were read are among `items`.
    private var readCount = 0
    /// Whether an item was read that does not lie in the document as it seems to.
    private var isOdd = false

    /// - Parameters:
    ///   - recognition: How items are recognised.
    ///   - surroundings: What stands around the block.
    ///   - range: Where it is.
    ///   - bytes: The document.
    ///   - root: Its root element.
    ///   - isMappedFile: Whether pages of it may be given back when they were looked at.
    init(
        _ recognition: ItemRecognition,
        surroundings: [String?],
        in range: Range<Int>,
        of bytes: UnsafeBufferPointer<UInt8>,
        root: SniffedDocument.Root,
        isMappedFile: Bool
    ) {
        let block = ItemBlock(surroundings: surroundings, bytes: UnsafeBufferPointer(rebasing: bytes[range]))
        let number = recognition.surroundings(block)
        self.recognition = recognition
        around = surroundings
        self.surroundings = number
        self.bytes = bytes
        self.range = range
        seeming = SeemingItems(in: range, of: bytes, root: root, isMappedFile: isMappedFile) {
            recognition.digest($0, number)
        }
    }

    /// Makes one number of the block.
    mutating func blockDigest(_ make: (ItemBlock) -> UInt64) -> UInt64 {
        make(
            ItemBlock(
                surroundings: around,
                bytes: UnsafeBufferPointer(rebasing: bytes[range]),
                items: seeming.items(from: range.lowerBound)
            )
        )
    }

    /// Looks for items that are known, and need not be read.
    mutating func findKnown() {
        guard let known = recognition.known(surroundings) else { return }
        knownCosts = known.costs
        runs = seeming.runs { known.digests.contains($0) }[...]
    }

    /// Where the next items that are known seem to begin.
    var next: Int? { runs.first?.range.lowerBound }

    /// Forgets what seemed to be items and lies behind the parser now.
    mutating func drop(before position: Int) {
        while let run = runs.first, run.range.lowerBound < position { runs.removeFirst() }
    }

    /// Notes the items that were read since.
    ///
    /// - Parameter itemTags: The tags of all that were read in the block so far.
    mutating func note(_ itemTags: [(startEnd: Int, end: Int)]) {
        while readCount < itemTags.count {
            let tags = itemTags[readCount]
            readCount += 1
            guard tags.startEnd < tags.end, tags.end <= bytes.count, bytes[tags.startEnd] == 0x3E,
                let start = bytes[..<tags.startEnd].lastIndex(of: 0x3C)
            else {
                isOdd = true
                continue
            }
            items.append(ParsedBlockItem(digest: seeming.digest(ofItemIn: start..<tags.end), isLeftOut: false))
        }
    }

    /// Leaves out the next items that are known.
    ///
    /// - Returns: Where they are.
    mutating func leaveOut() -> Range<Int>? {
        guard let run = runs.popFirst() else { return nil }
        items += run.digests.map { ParsedBlockItem(digest: $0, isLeftOut: true) }
        leftOutCount += run.digests.count
        return run.range
    }

    /// Does not leave them out.
    mutating func keep() {
        runs = runs.dropFirst()
    }

    /// All items of the block; nil if they are not those that the parser has made.
    func all(_ builder: borrowing FeedBuilder) -> [ParsedBlockItem]? {
        guard !isOdd, builder.items.count == readCount, items.count == readCount + leftOutCount else { return nil }
        return items
    }
}
