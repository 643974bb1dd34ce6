/// Follows the parser through a block item by item: which items are known and left out, and what those that are
/// read can be recognised by.
struct BlockItems {
    private let recognition: ItemRecognition
    /// What the recognition made of what stands around them.
    let surroundings: UInt64
    private let bytes: UnsafeBufferPointer<UInt8>
    /// What the items that were left out have taken of the limits when they were read.
    let knownCosts: ItemCosts
    private var runs: ArraySlice<KnownItemFinder.Run> = []
    private var items: [ParsedBlockItem] = []
    private(set) var leftOutCount = 0
    /// How many of the items that were read are among `items`.
    private var readCount = 0
    /// Whether an item was read that does not lie in the document as it seems to.
    private var isOdd = false

    /// - Parameters:
    ///   - recognition: How items are recognised.
    ///   - block: The block.
    ///   - bytes: The document.
    ///   - runs: Finds the runs of items that are known; nil if all have to be read.
    init(
        _ recognition: ItemRecognition,
        block: ItemBlock,
        in bytes: UnsafeBufferPointer<UInt8>,
        runs: (((UnsafeRawBufferPointer) -> UInt64?) -> [KnownItemFinder.Run])?
    ) {
        let surroundings = recognition.surroundings(block)
        self.recognition = recognition
        self.surroundings = surroundings
        self.bytes = bytes
        guard let runs, let known = recognition.known(surroundings) else {
            knownCosts = ItemCosts()
            return
        }
        knownCosts = known.costs
        self.runs =
            runs { item in
                let digest = recognition.digest(item, surroundings)
                return known.digests.contains(digest) ? digest : nil
            }[...]
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
            let item = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<tags.end]))
            items.append(ParsedBlockItem(digest: recognition.digest(item, surroundings), isLeftOut: false))
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
