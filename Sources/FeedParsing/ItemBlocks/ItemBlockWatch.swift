internal import CLibXML2

/// Follows the parser to where the items of a document seem to be: leaves them out if they are known, and looks
/// otherwise whether they can be recognised the next time.
///
/// The parser decides what is an item. Where it does not stand between two elements of the channel when it comes to
/// the first item, as in a comment, there is no block. Nor is there one if anything but items stands between the
/// first and the last, or if they do anything but be there: say something of the channel, or give rise to a warning.
///
/// Where the block is another, those of its items are left out that are known one by one.
struct ItemBlockWatch {
    private enum State {
        case before
        case inside(ItemBlockStanding)
        case read(ItemBlockStanding, itemCount: Int, ItemCosts)
        case leftOut(ItemBlockStanding)
        case noBlock
        /// Items were left out one by one, and are no block.
        case unsound
    }

    private let recognition: ItemBlockRecognition
    private let bytes: UnsafeBufferPointer<UInt8>
    private let root: SniffedDocument.Root
    private let range: Range<Int>
    private let isMappedFile: Bool
    /// Whether the bytes are those of the source.
    private let isUntouched: Bool
    private let limits: String
    private var digest: UInt64?
    private var mustRead = false
    private var state = State.before
    /// The items one by one, while they are followed.
    private var items: BlockItems?

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
            items?.note(builder.pointee.itemTags)
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

    /// Whether the document was read without its items, and what was read does not hold: everything has to be read.
    mutating func mustReadAll(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> Bool {
        let isSound: Bool
        switch state {
        case .leftOut(let standing):
            isSound =
                builder.items.isEmpty && builder.sawChannel && holds(standing, outcome, builder)
                && ItemBlockStanding.isWithinShare(builder)
        case .read(let standing, let itemCount, _):
            isSound = leftOutCount == 0 || standsForItself(standing, itemCount: itemCount, outcome, builder)
        case .before, .inside, .noBlock:
            isSound = leftOutCount == 0
        case .unsound:
            isSound = false
        }
        guard !isSound else { return false }
        (mustRead, state, items) = (true, .before, nil)
        return true
    }

    /// What there is to say of the items when the document has ended; nil if they were no block.
    func block(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> ParsedItemBlock? {
        guard let digest else { return nil }
        switch state {
        case .leftOut:
            return ParsedItemBlock(digest: digest, isLeftOut: true)
        case .read(let standing, let itemCount, var costs):
            guard standsForItself(standing, itemCount: itemCount, outcome, builder) else { return nil }
            costs.names += builder.names.learnedCount
            guard let items, let all = items.all(builder) else {
                return ParsedItemBlock(digest: digest, isLeftOut: false)
            }
            return ParsedItemBlock(
                digest: digest,
                isLeftOut: false,
                items: all,
                surroundings: items.surroundings,
                costs: costs
            )
        case .before, .inside, .noBlock, .unsound:
            return nil
        }
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
        if !mustRead, digest == recognition.known, skip(range, parser) {
            state = .leftOut(standing)
            return range.upperBound
        }
        builder.pointee.itemDepth = standing.depth
        builder.pointee.hasOthersBetweenItems = false
        builder.pointee.itemTags = []
        items = recognition.items.map { follow(block, $0) }
        state = .inside(standing)
        return items?.next == range.lowerBound ? pass(range.lowerBound, standing, parser, builder) : range.lowerBound
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
        // What follows is read as if nothing had been before it.
        builder.pointee.parts.forgetElements()
        return run.upperBound
    }

    /// Tells the parser that it has seen a part of the document.
    private func skip(_ range: Range<Int>, _ parser: xmlParserCtxtPtr) -> Bool {
        guard let input = parser.pointee.input else { return false }
        input.pointee.line += Int32(truncatingIfNeeded: lineFeeds(in: range))
        input.pointee.consumed += UInt(range.count)
        return true
    }

    private mutating func leave(_ standing: ItemBlockStanding, _ builder: UnsafeMutablePointer<FeedBuilder>) {
        builder.pointee.itemDepth = nil
        var costs = standing.costs(in: builder.pointee)
        costs.names = 0
        if leftOutCount > 0, let known = items?.knownCosts { costs = costs + known }
        let isBlock =
            builder.pointee.items.count + leftOutCount > 0 && !builder.pointee.hasOthersBetweenItems
            && standing.isUntouched(in: builder.pointee)
            && ItemBlockStanding.leavesShare(costs, sourceBytes: sourceBytes, of: builder.pointee.configuration)
        if isBlock {
            state = .read(standing, itemCount: builder.pointee.items.count, costs)
        } else {
            giveUp()
        }
        builder.pointee.parts.forgetElements()
    }

    private mutating func giveUp() {
        state = leftOutCount > 0 ? .unsound : .noBlock
    }

    private var leftOutCount: Int { items?.leftOutCount ?? 0 }

    /// Bytes that were brought to UTF-8 may have been fewer before.
    private var sourceBytes: Int { isUntouched ? range.count : 0 }

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

    /// Whether the items that were read, and those that were left out beside them, stand for themselves.
    private func standsForItself(
        _ standing: ItemBlockStanding,
        itemCount: Int,
        _ outcome: XMLPushParser.Outcome,
        _ builder: borrowing FeedBuilder
    ) -> Bool {
        guard builder.items.count == itemCount, holds(standing, outcome, builder),
            builder.names.undeclaredPrefixes.isEmpty, builder.itemsLackNothing
        else { return false }
        guard leftOutCount > 0, let items else { return true }
        return items.all(builder) != nil
            && ItemBlockStanding.hasRoom(
                for: items.knownCosts,
                count: leftOutCount,
                sourceBytes: sourceBytes,
                in: builder
            )
    }

    /// What has to hold of a document as a whole for its items to stand for themselves.
    private func holds(
        _ standing: ItemBlockStanding,
        _ outcome: XMLPushParser.Outcome,
        _ builder: borrowing FeedBuilder
    ) -> Bool {
        (outcome == .complete || outcome == .trailingJunk)
            // Items may be recognised by not being on the page of the show.
            && builder.channel.link == standing.link
            // Warnings that are given once, and those that only the items may give rise to.
            && !builder.parts.textWasCut && builder.isPodcastWithoutItems
            && builder.names.learnedCount * 2 <= builder.configuration.maximumNames
    }

    private func lineFeeds(in range: Range<Int>) -> Int {
        var count = 0
        for byte in bytes[range] where byte == 0x0A { count += 1 }
        return count
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
