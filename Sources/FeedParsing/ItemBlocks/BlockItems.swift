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
    /// How many warnings these have given rise to.
    private var warningCount = 0
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
    /// - Parameter readItems: All that were read in the block so far.
    mutating func note(_ readItems: [ReadBlockItem]) {
        while readCount < readItems.count {
            let read = readItems[readCount]
            readCount += 1
            guard read.startTagEnd < read.end, read.end <= bytes.count, bytes[read.startTagEnd] == 0x3E,
                let start = bytes[..<read.startTagEnd].lastIndex(of: 0x3C)
            else {
                isOdd = true
                continue
            }
            let item = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<read.end]))
            items.append(
                ParsedBlockItem(
                    digest: recognition.digest(item, surroundings),
                    isLeftOut: false,
                    hasWarnings: read.warningCount > warningCount
                )
            )
            warningCount = read.warningCount
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

    /// All items of the block, with those marked that lack a tag they must have; nil if they are not those that the
    /// parser has made.
    func allMarked(_ builder: borrowing FeedBuilder) -> [ParsedBlockItem]? {
        guard var items = all(builder) else { return nil }
        for (place, index) in items.indices.filter({ !items[$0].isLeftOut }).enumerated()
        where builder.lacksTag(place) {
            items[index].hasWarnings = true
        }
        return items
    }

    /// What those of all items have taken that give rise to warnings: it is taken again each time, for they are read.
    static func costsOfWarnings(among items: [ParsedBlockItem], _ builder: borrowing FeedBuilder) -> ItemCosts {
        var costs = ItemCosts()
        for (place, item) in items.filter({ !$0.isLeftOut }).enumerated() where item.hasWarnings {
            costs = costs + builder.readItems[place].costs
        }
        return costs
    }
}

/// An item that was read in a block, as bytes and as what it told.
struct ReadBlockItem {
    /// Where its start tag ended, before its bracket, counted from where the root began.
    let startTagEnd: Int
    /// Where its end tag ended.
    let end: Int
    /// How many warnings it and the items before it have given rise to.
    let warningCount: Int
    /// What it has taken of the limits; nothing is known of the names.
    let costs: ItemCosts
}
