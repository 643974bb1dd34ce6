internal import CLibXML2

/// Follows the parser to where the items of a document seem to be: leaves them out if they are known, and looks
/// otherwise whether they can be recognised the next time.
///
/// The parser decides what is an item. Where it does not stand between two elements of the channel when it comes to
/// the first item, as in a comment, there is no block. Nor is there one if anything but items stands between the
/// first and the last, or if they do anything but be there: say something of the channel, or give rise to a warning.
struct ItemBlockWatch {
    private enum State {
        case before
        case inside(ItemBlockStanding)
        case read(ItemBlockStanding, itemCount: Int)
        case leftOut(ItemBlockStanding)
        case noBlock
    }

    private let recognition: ItemBlockRecognition
    private let bytes: UnsafeBufferPointer<UInt8>
    private let range: Range<Int>
    private let isMappedFile: Bool
    /// Whether the bytes are those of the source.
    private let isUntouched: Bool
    private let limits: String
    private var digest: UInt64?
    private var mustRead = false
    private var state = State.before

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
        root: FeedDocument.Root,
        recognition: ItemBlockRecognition,
        isMappedFile: Bool,
        isUntouched: Bool,
        limits: String
    ) {
        guard let range = ItemBlockFinder.find(in: bytes, root: root) else { return nil }
        self.recognition = recognition
        self.bytes = bytes
        self.range = range
        self.isMappedFile = isMappedFile
        self.isUntouched = isUntouched
        self.limits = limits
    }

    /// Where the parser is to pause.
    var pause: Int? {
        switch state {
        case .before: range.lowerBound
        case .inside: range.upperBound
        case .read, .leftOut, .noBlock: nil
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
        guard let pause, position >= pause else { return position }
        guard position == pause, Self.isBetweenElements(parser, builder) else {
            state = .noBlock
            return position
        }
        switch state {
        case .before: return enter(parser, builder)
        case .inside(let standing): leave(standing, builder)
        case .read, .leftOut, .noBlock: break
        }
        return position
    }

    /// Whether the document was read without its items, and what was read does not hold: everything has to be read.
    mutating func mustReadAll(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> Bool {
        guard case .leftOut(let standing) = state else { return false }
        if builder.items.isEmpty, builder.sawChannel, holds(standing, outcome, builder),
            ItemBlockStanding.isWithinShare(builder)
        {
            return false
        }
        (mustRead, state) = (true, .before)
        return true
    }

    /// What there is to say of the items when the document has ended; nil if they were no block.
    func block(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> ParsedItemBlock? {
        guard let digest else { return nil }
        switch state {
        case .leftOut:
            return ParsedItemBlock(digest: digest, isLeftOut: true)
        case .read(let standing, let itemCount):
            guard builder.items.count == itemCount, holds(standing, outcome, builder),
                builder.names.undeclaredPrefixes.isEmpty, builder.itemsLackNothing
            else { return nil }
            return ParsedItemBlock(digest: digest, isLeftOut: false)
        case .before, .inside, .noBlock:
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
        let digest = digest ?? recognition.digest(block(tags, builder))
        self.digest = digest
        guard !mustRead, digest == recognition.known, let input = parser.pointee.input else {
            builder.pointee.itemDepth = standing.depth
            builder.pointee.hasOthersBetweenItems = false
            state = .inside(standing)
            return range.lowerBound
        }
        input.pointee.line += Int32(truncatingIfNeeded: lineFeeds)
        input.pointee.consumed += UInt(range.count)
        state = .leftOut(standing)
        return range.upperBound
    }

    private mutating func leave(_ standing: ItemBlockStanding, _ builder: UnsafeMutablePointer<FeedBuilder>) {
        builder.pointee.itemDepth = nil
        let isBlock =
            !builder.pointee.items.isEmpty && !builder.pointee.hasOthersBetweenItems
            && standing.isUntouched(in: builder.pointee)
            // Bytes that were brought to UTF-8 may have been fewer before.
            && standing.leavesShare(in: builder.pointee, sourceBytes: isUntouched ? range.count : 0)
        state = isBlock ? .read(standing, itemCount: builder.pointee.items.count) : .noBlock
        builder.pointee.parts.forgetElements()
    }

    private func block(_ tags: [String], _ builder: UnsafeMutablePointer<FeedBuilder>) -> ItemBlock {
        ItemBlock(
            surroundings: [limits, "\(builder.pointee.root.kind)", builder.pointee.documentBase]
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

    private var lineFeeds: Int {
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
