import FeedParsing

/// Reading a document of which items are known already: with those put where they were left out, the feed is as if
/// all of them had been read.
struct KnownItemsRoad {
    private let parser = FeedParser()

    /// Reads a document once more for each choice of items that may be known; nil, or what came out differently.
    func difference(_ bytes: UnsafeBufferPointer<UInt8>, from whole: ParsedFeed) -> (ParsedFeed, ParsedFeed)? {
        let whole = Self.comparable(whole)
        guard let learned = read(bytes, block: nil, items: nil) else { return nil }
        let block = learned.itemBlock
        if Self.comparable(learned) != whole { return (whole, Self.comparable(learned)) }
        guard let block else { return nil }
        guard var rest = read(bytes, block: block, items: nil) else { return (whole, learned) }
        if rest.itemBlock?.isLeftOut == true { rest.items = learned.items }
        if Self.comparable(rest) != whole { return (whole, Self.comparable(rest)) }
        guard !block.items.isEmpty else { return nil }
        let items = Dictionary(zip(block.items.map(\.digest), learned.items)) { first, _ in first }
        for choice in [{ $0.isMultiple(of: 2) }, { $0 > 0 }, { _ in true }] as [(Int) -> Bool] {
            let known = block.items.indices.filter { choice($0) && !block.items[$0].hasWarnings }
            let digests = Set(known.map { block.items[$0].digest })
            guard let part = read(bytes, block: nil, items: KnownItems(digests: digests, costs: block.costs)) else {
                return (whole, learned)
            }
            let feed = Self.comparable(Self.completed(part, items))
            if feed != whole { return (whole, feed) }
        }
        return nil
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        block: ParsedItemBlock?,
        items: KnownItems?
    ) -> ParsedFeed? {
        let recognition = ItemBlockRecognition(
            known: block?.digest,
            findings: { block?.findings },
            items: ItemRecognition(
                surroundings: { Self.digest($0.surroundings) },
                digest: { item, surroundings in Self.digest(item, surroundings) },
                known: { _ in items }
            ),
            digest: { block in
                var digest = Self.digest(block.surroundings)
                block.forEachPiece { digest = Self.digest($0, digest) }
                return digest
            }
        )
        let context = FeedParsingContext(baseURL: "https://fuzz.example/feed", recognition: recognition)
        return try? parser.parse(bytes, context: context)
    }

    /// Puts the items that were left out where they stand in the document.
    private static func completed(_ feed: ParsedFeed, _ items: [UInt64: ParsedItem]) -> ParsedFeed {
        guard let layout = feed.itemBlock?.items, !layout.isEmpty else { return feed }
        var feed = feed
        var unused = feed.items[...]
        feed.items = layout.compactMap { $0.isLeftOut ? items[$0.digest] : unused.popFirst() }
        feed.items += unused
        return feed
    }

    /// Without where the items stand, and what there is to say of recognising them.
    private static func comparable(_ feed: ParsedFeed) -> ParsedFeed {
        var feed = feed
        feed.itemBlock = nil
        for index in feed.items.indices { feed.items[index].line = nil }
        return feed
    }

    private static func digest(_ surroundings: [String?]) -> UInt64 {
        surroundings.reduce(14_695_981_039_346_656_037) { digest, text in
            var text = text ?? "\u{0}"
            return text.withUTF8 { Self.digest(UnsafeRawBufferPointer($0), digest &+ 1) }
        }
    }

    /// FNV-1a.
    private static func digest(_ bytes: UnsafeRawBufferPointer, _ start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }
}
