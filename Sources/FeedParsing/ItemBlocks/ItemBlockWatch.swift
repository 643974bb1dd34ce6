internal import CLibXML2

/// Follows the parser to where the items of a document seem to be: leaves them out if they are known, and looks
/// otherwise whether they can be recognised the next time.
///
/// The parser decides what is an item. Where it does not stand between two elements of the channel when it comes to
/// the first item, as in a comment, there is no block. Nor is there one if anything but items stands between the
/// first and the last, or if they say something of the channel. The warnings that items give rise to are given again
/// where all are left out.
///
/// Where the block is another, those of its items are left out that are known one by one: items that give rise to no
/// warning. The others are read, and give their warnings themselves.
struct ItemBlockWatch {
    enum State {
        case before
        case inside(ItemBlockStanding)
        case read(ItemBlockStanding, itemCount: Int, ItemCosts, ItemWarnings)
        case leftOut(ItemBlockStanding)
        case noBlock
        /// Items were left out one by one, and are no block.
        case unsound
    }

    let recognition: ItemBlockRecognition
    private let bytes: UnsafeBufferPointer<UInt8>
    private let root: SniffedDocument.Root
    private let range: Range<Int>
    private let isMappedFile: Bool
    /// Whether the bytes are those of the source.
    private let isUntouched: Bool
    private let limits: String
    var digest: UInt64?
    var mustRead = false
    var state = State.before
    /// The items one by one, while they are followed.
    var items: BlockItems?

    /// Watches over a document; nil if there seem to be no items.
    ///
    /// - Parameters:
    ///   - bytes: The document from its root element on.
    ///   - root: Its root element.
    ///   - recognition: How items are recognised.
    ///   - isMappedFile: Whether the bytes are a file's, and pages of it may be given back.
    ///   - isUntouched: Whether the bytes are those of the source.
    ///   - limits: The limits of the parser as text.
    init?(
        _ bytes: UnsafeBufferPointer<UInt8>,
        root: SniffedDocument.Root,
        recognition: ItemBlockRecognition,
        isMappedFile: Bool,
        isUntouched: Bool,
        limits: String
    ) {
        guard let range = ItemBlockFinder.find(in: bytes, root: root) else { return nil }
        self.recognition = recognition
        self.bytes = bytes
        self.root = root
        self.range = range
        self.isMappedFile = isMappedFile
        self.isUntouched = isUntouched
        self.limits = limits
    }

    /// Where the parser is to pause.
    var pause: Int? {
        switch state {
        case .before: range.lowerBound
        case .inside: items?.next ?? range.upperBound
        case .read, .leftOut, .noBlock, .unsound: nil
        }
    }

    /// Looks around where the parser has paused.
    ///
    /// - Parameters:
    ///   - position: How much the parser was given.
    ///   - parser: The parser.
    ///   - builder: What it has read.
    /// - Returns: Where to go on.
    mutating func goOn(
        from position: Int,
        _ parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> Int {
        var position = position
        if case .inside(let standing) = state {
            items?.note(builder.pointee.readItems)
            if let next = items?.next, position >= next { position = pass(position, standing, parser, builder) }
        }
        guard let pause, position >= pause else { return position }
        guard position == pause, Self.isBetweenElements(parser, builder) else {
            giveUp()
            return position
        }
        switch state {
        case .before: return enter(parser, builder)
        case .inside(let standing): leave(standing, builder)
        case .read, .leftOut, .noBlock, .unsound: break
        }
        return position
    }
}

extension ItemBlockWatch {
    private mutating func enter(
        _ parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> Int {
        guard builder.pointee.items.isEmpty, let tags = startTags(builder) else {
            state = .noBlock
            return range.lowerBound
        }
        // What items are read from is the same then, whatever was read before.
        builder.pointee.parts.forgetElements()
        let standing = ItemBlockStanding(builder.pointee)
        let block = block(tags, builder)
        let digest = digest ?? recognition.digest(block)
        self.digest = digest
        if !mustRead, let findings = findings(ofKnown: digest, builder) {
            builder.pointee.leaveOut(findings)
            state = skip(range, parser) ? .leftOut(standing) : .unsound
            return range.upperBound
        }
        builder.pointee.itemDepth = standing.depth
        builder.pointee.hasOthersBetweenItems = false
        builder.pointee.beginItems()
        items = recognition.items.map { follow(block, $0) }
        state = .inside(standing)
        return items?.next == range.lowerBound ? pass(range.lowerBound, standing, parser, builder) : range.lowerBound
    }

    /// What the items of a block have told when they were read; nil if the block is not known, or that is not.
    ///
    /// It is looked up only where it matters: most items tell nothing, in a channel that is a podcast's without them.
    private func findings(
        ofKnown digest: UInt64,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> ItemFindings? {
        guard let known = recognition.known else { return nil }
        if known == digest, builder.pointee.isPodcastWithoutItems { return ItemFindings() }
        return known == digest || known == ~digest ? recognition.findings() : nil
    }

    /// Looks at items one by one; those that are known need not be read, unless that has failed.
    private func follow(_ block: ItemBlock, _ recognition: ItemRecognition) -> BlockItems {
        guard !mustRead else { return BlockItems(recognition, block: block, in: bytes, runs: nil) }
        let (finder, range, isMappedFile) = (KnownItemFinder(bytes, root: root), range, isMappedFile)
        return BlockItems(recognition, block: block, in: bytes) { digest in
            finder.runs(in: range, isMappedFile: isMappedFile, digest: digest)
        }
    }

    /// Leaves out the known items that begin where the parser has paused, if it agrees that they do.
    private mutating func pass(
        _ position: Int,
        _ standing: ItemBlockStanding,
        _ parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> Int {
        items?.drop(before: position)
        guard items?.next == position else { return position }
        guard Self.isBetweenElements(parser, builder), builder.pointee.frames.count == standing.depth else {
            items?.keep()
            return position
        }
        guard let run = items?.leaveOut(), skip(run, parser) else {
            state = .unsound
            return position
        }
        builder.pointee.leftOutItemCount = leftOutCount
        // What follows is read as if nothing had been before it.
        builder.pointee.parts.forgetElements()
        return run.upperBound
    }

    /// Tells the parser that it has seen a part of the document.
    private func skip(_ range: Range<Int>, _ parser: xmlParserCtxtPtr) -> Bool {
        guard let input = parser.pointee.input else { return false }
        input.pointee.line += Int32(truncatingIfNeeded: ASCIIText.lineFeeds(in: bytes, range))
        input.pointee.consumed += UInt(range.count)
        return true
    }

    private mutating func leave(_ standing: ItemBlockStanding, _ builder: UnsafeMutablePointer<FeedBuilder>) {
        builder.pointee.itemDepth = nil
        let warnings = builder.pointee.warnings.endItems()
        var costs = standing.costs(in: builder.pointee)
        if leftOutCount > 0, let known = items?.knownCosts { costs = costs + known }
        let isBlock =
            builder.pointee.items.count + leftOutCount > 0 && !builder.pointee.hasOthersBetweenItems
            && standing.isUntouched(in: builder.pointee)
            && warnings.areOfItemsAlone
            && ItemBlockStanding.leavesShare(costs, sourceBytes: sourceBytes, of: builder.pointee.configuration)
        if isBlock {
            state = .read(standing, itemCount: builder.pointee.items.count, costs, warnings)
        } else {
            giveUp()
        }
        builder.pointee.parts.forgetElements()
    }

    private mutating func giveUp() {
        state = leftOutCount > 0 ? .unsound : .noBlock
    }

    var leftOutCount: Int { items?.leftOutCount ?? 0 }

    /// Bytes that were brought to UTF-8 may have been fewer before.
    var sourceBytes: Int { isUntouched ? range.count : 0 }

    private func block(_ tags: [String], _ builder: UnsafeMutablePointer<FeedBuilder>) -> ItemBlock {
        ItemBlock(
            surroundings: [limits, builder.pointee.root.kind.rawValue, builder.pointee.documentBase]
                + [builder.pointee.channel.link] + tags,
            bytes: UnsafeBufferPointer(rebasing: bytes[range]),
            isMappedFile: isMappedFile
        )
    }

    /// The start tags of the elements that are open, as they were written.
    private func startTags(_ builder: UnsafeMutablePointer<FeedBuilder>) -> [String]? {
        let depth = builder.pointee.frames.count
        guard builder.pointee.outerTagEnds.count >= depth else { return nil }
        var tags: [String] = []
        for end in builder.pointee.outerTagEnds.prefix(depth) {
            // No start tag has a second `<` in it.
            guard end < range.lowerBound, bytes[end] == 0x3E, let start = bytes[..<end].lastIndex(of: 0x3C) else {
                return nil
            }
            tags.append(String(decoding: bytes[start..<end], as: UTF8.self))
        }
        return tags
    }

    /// Whether all that the parser was given has been read, and it stands directly in the channel or root.
    ///
    /// White space may be left: libxml2 waits for what comes after it.
    private static func isBetweenElements(
        _ parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> Bool {
        guard parser.pointee.instate == XML_PARSER_CONTENT, parser.pointee.wellFormed == 1,
            XMLPushParser.pendingBytes(parser).allSatisfy({ $0 == 0x20 || (0x09...0x0A).contains($0) || $0 == 0x0D })
        else { return false }
        return builder.pointee.isBetweenElements
    }
}
