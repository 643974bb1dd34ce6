import FeedParsing

/// The items of a document one by one, with the digests they are recognised by.
struct ItemLayout: Sendable {
    /// In document order.
    let items: [ParsedBlockItem]
    /// What stands around them (``ItemBlockDigest``).
    let surroundings: UInt64
    /// What they have taken of the parser's limits.
    let costs: ItemCosts
    /// What was known of those that are left out.
    var memory: ItemMemory?

    /// Whether not all of them were read.
    let leavesItemsOut: Bool

    /// Takes it out of what the parser says; nil if it says nothing of single items.
    init?(_ block: ParsedItemBlock) {
        guard !block.items.isEmpty else { return nil }
        items = block.items
        surroundings = block.surroundings
        costs = block.costs
        leavesItemsOut = block.items.contains(where: \.isLeftOut)
    }
}
