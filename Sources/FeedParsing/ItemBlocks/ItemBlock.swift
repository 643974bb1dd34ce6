/// The items of a document as bytes: from its first item to the end of its last, and nothing but items.
///
/// Two blocks that are equal, in equal surroundings, hold equal items, whatever else the two documents say
/// (identity C7 38). It points into the document, and is of use only while it is being digested.
package struct ItemBlock {
    /// What items may take over from what stands around them, in a fixed order: the limits of the parser, the kind of
    /// document, the address that relative ones are resolved against, the page of the show, and the start tags that
    /// the items stand in, with their namespaces and bases.
    package let surroundings: [String?]
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether pages of it may be given back when they were read.
    let isMappedFile: Bool

    /// Makes a block.
    package init(surroundings: [String?], bytes: UnsafeBufferPointer<UInt8>, isMappedFile: Bool = false) {
        self.surroundings = surroundings
        self.bytes = bytes
        self.isMappedFile = isMappedFile
    }

    /// Calls `body` with all bytes, one piece after the other: how they are cut means nothing.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
        var pages = isMappedFile ? MappedPages(bytes) : nil
        var position = 0
        while position < bytes.count {
            let end = min(position + Self.pieceBytes, bytes.count)
            body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[position..<end])))
            position = end
            pages?.release(before: position)
        }
    }

    private static let pieceBytes = 1 << 20
}

/// How the items of a document are recognised without being read.
package struct ItemBlockRecognition: Sendable {
    /// The digest of the block whose items are known (``ParsedItemBlock/digest``); nil if there is none.
    package let known: UInt64?
    /// What the items that are known have told when they were read; nil if that is not known, and they have to be read.
    ///
    /// Asked once a document at the most, and only if its block is the one that is known: not if its items have given
    /// rise to no warning, and the channel is a podcast's without them.
    package let findings: @Sendable () -> ItemFindings?
    /// Makes one number of a block: of its bytes and of its surroundings.
    package let digest: @Sendable (ItemBlock) -> UInt64
    /// How items are recognised one by one where the block is another; nil if they are not.
    package let items: ItemRecognition?

    /// Makes a way to recognise items.
    package init(
        known: UInt64?,
        findings: @escaping @Sendable () -> ItemFindings?,
        items: ItemRecognition?,
        digest: @escaping @Sendable (ItemBlock) -> UInt64
    ) {
        self.known = known
        self.findings = findings
        self.items = items
        self.digest = digest
    }
}

/// What a document says of its items as a block.
package struct ParsedItemBlock: Sendable, Equatable {
    /// What the recognition made of it, with every bit the other way round if the items give rise to warnings.
    package var digest: UInt64
    /// Whether it is the one that is known: the items are not among those of the feed then, though they are in the
    /// document.
    package var isLeftOut: Bool
    /// What the items tell of the feed; nothing if they are left out together.
    package var findings: ItemFindings
    /// The items one by one, in document order; empty if they are left out together, cannot be told apart, if only they
    /// tell that the feed is a podcast, or if one has no guid.
    package var items: [ParsedBlockItem]
    /// What the recognition made of what stands around them; 0 if there are no `items`.
    package var surroundings: UInt64
    /// What the items without warnings have taken of the parser's limits, those included that were left out one by one.
    package var costs: ItemCosts

    /// Makes a value of its fields.
    package init(
        digest: UInt64,
        isLeftOut: Bool,
        findings: ItemFindings = ItemFindings(),
        items: [ParsedBlockItem] = [],
        surroundings: UInt64 = 0,
        costs: ItemCosts = ItemCosts()
    ) {
        self.digest = digest
        self.isLeftOut = isLeftOut
        self.findings = findings
        self.items = items
        self.surroundings = surroundings
        self.costs = costs
    }
}
