/// How the items of a block are recognised one by one, where the block as a whole is another.
///
/// Equal bytes in equal surroundings are an equal item, wherever it stands among the others.
package struct ItemRecognition: Sendable {
    /// Makes one number of what stands around the items of a block.
    package let surroundings: @Sendable (ItemBlock) -> UInt64
    /// Makes one number of the bytes of an item and of its surroundings' number.
    package let digest: @Sendable (UnsafeRawBufferPointer, UInt64) -> UInt64
    /// The items that are known in such surroundings, by that number; nil if there are none.
    ///
    /// None of them may have given rise to a warning (``ParsedBlockItem/hasWarnings``): it would be lost.
    /// Asked once a document at the most, and only if the block is not the one that is known.
    package let known: @Sendable (UInt64) -> KnownItems?

    /// Makes a way to recognise items.
    package init(
        surroundings: @escaping @Sendable (ItemBlock) -> UInt64,
        digest: @escaping @Sendable (UnsafeRawBufferPointer, UInt64) -> UInt64,
        known: @escaping @Sendable (UInt64) -> KnownItems?
    ) {
        self.surroundings = surroundings
        self.digest = digest
        self.known = known
    }
}

/// Items that were read before, as items of a block.
package struct KnownItems: Sendable {
    /// What they are recognised by.
    package let digests: Set<UInt64>
    /// What they have taken of the parser's limits.
    package let costs: ItemCosts

    /// Makes a value of its fields.
    package init(digests: Set<UInt64>, costs: ItemCosts) {
        self.digests = digests
        self.costs = costs
    }
}

/// The most that items have taken of the limits that hold for a document as a whole.
package struct ItemCosts: Sendable, Hashable {
    /// In bytes of the allowance.
    package var allowance: Int
    /// Elements and attributes in extension trees.
    package var extensions: Int
    /// Different names of elements, attributes and namespaces, those of the channel included.
    package var names: Int

    /// Makes a value of its fields.
    package init(allowance: Int = 0, extensions: Int = 0, names: Int = 0) {
        self.allowance = allowance
        self.extensions = extensions
        self.names = names
    }

    static func + (one: ItemCosts, other: ItemCosts) -> ItemCosts {
        ItemCosts(
            allowance: one.allowance + other.allowance,
            extensions: one.extensions + other.extensions,
            names: one.names + other.names
        )
    }

    static func - (one: ItemCosts, other: ItemCosts) -> ItemCosts {
        ItemCosts(
            allowance: one.allowance - other.allowance,
            extensions: one.extensions - other.extensions,
            names: one.names - other.names
        )
    }
}

/// One item of a block.
package struct ParsedBlockItem: Sendable, Hashable {
    /// What the recognition made of it.
    package var digest: UInt64
    /// Whether it is known: it is not among the items of the feed then, though it is in the document.
    package var isLeftOut: Bool
    /// Whether it gives rise to a warning, which has to be given each time.
    package var hasWarnings = false
}
