import FeedParsing
import Testing

/// Where the items are others, those of them that are known are not read again, and it is as if they were
/// (identity C7 38).
struct SingleItemTests {
    /// What is known of a document that was read, and its items by what they are recognised by.
    private struct Known {
        let block: ParsedItemBlock
        let items: [UInt64: ParsedItem]

        init(_ document: BlockDocument, reader: BlockReader = BlockReader()) throws {
            let feed = try reader.read(document.text)
            block = try #require(feed.itemBlock)
            items = Dictionary(uniqueKeysWithValues: zip(block.items.map(\.digest), feed.items))
        }

        var known: KnownItems {
            KnownItems(digests: Set(block.items.filter { !$0.hasWarnings }.map(\.digest)), costs: block.costs)
        }
    }

    /// Reads a document of which items are known, and puts these where they were left out.
    private func read(
        _ text: String,
        _ known: Known,
        reader: BlockReader = BlockReader()
    ) throws -> (
        feed: ParsedFeed, leftOut: [Bool]
    ) {
        var feed = try reader.read(text, known: known.block, items: known.known)
        var unused = feed.items[...]
        let layout = feed.itemBlock?.items ?? []
        if !layout.isEmpty {
            feed.items = try layout.map { item in
                try #require(item.isLeftOut ? known.items[item.digest] : unused.popFirst())
            }
        }
        #expect(layout.isEmpty || unused.isEmpty)
        return (feed.withoutBlock, layout.map(\.isLeftOut))
    }

    private func expectWhole(_ feed: ParsedFeed, _ text: String, reader: BlockReader = BlockReader()) throws {
        let whole = try reader.readAll(Array(text.utf8)).withoutBlock
        #expect(feed == whole)
        #expect(feed.items.count == whole.items.count)
    }

    @Test(arguments: BlockDocument.formats.keys.sorted())
    func onlyTheNewOneOnTopIsRead(format: String) throws {
        // Given
        let document = try #require(BlockDocument.formats[format])
        let known = try Known(document)
        var later = document
        later.items.insert(later.items[0].replacing("1", with: "9"), at: 0)
        later.items.removeLast()

        // When
        let read = try read(later.text, known)

        // Then
        #expect(read.leftOut == [false] + Array(repeating: true, count: document.items.count - 1))
        try expectWhole(read.feed, later.text)
    }

    @Test(arguments: [0, 1, 3, 4])
    func onlyTheNewOneIsReadWhereverItStands(place: Int) throws {
        let known = try Known(.rss)
        var later = BlockDocument.rss
        later.items.insert(BlockDocument.item(7), at: place)

        // When
        let read = try read(later.text, known)

        // Then
        #expect(read.leftOut.enumerated().allSatisfy { $0.element == ($0.offset != place) })
        #expect(read.leftOut.count == 5)
        try expectWhole(read.feed, later.text)
    }

    @Test(arguments: [1, 7, 100, 64 << 10])
    func theSizeOfThePiecesDoesNotMatter(chunkBytes: Int) throws {
        var reader = BlockReader()
        reader.configuration.chunkBytes = chunkBytes
        let known = try Known(.rss, reader: reader)
        var later = BlockDocument.rss
        later.items = [BlockDocument.item(8), later.items[0], BlockDocument.item(9), later.items[3], later.items[1]]

        // When
        let read = try read(later.text, known, reader: reader)

        // Then
        #expect(read.leftOut == [false, true, false, true, true])
        try expectWhole(read.feed, later.text, reader: reader)
    }

    @Test func theyAreRecognisedInTheNextDocumentToo() throws {
        // Given a document of which most was left out
        let known = try Known(.rss)
        var second = BlockDocument.rss
        second.items.insert(BlockDocument.item(5), at: 0)
        let block = try #require(
            try BlockReader().read(second.text, known: known.block, items: known.known).itemBlock
        )

        // Then it says the same of its items as one that was read
        let whole = try #require(try BlockReader().read(second.text).itemBlock)
        #expect(block.digest == whole.digest)
        #expect(block.items.map(\.digest) == whole.items.map(\.digest))
        #expect(block.surroundings == whole.surroundings)
        #expect(block.costs.allowance >= whole.costs.allowance)
        #expect(block.costs.names >= whole.costs.names)
    }

    @Test(arguments: DocumentChange.all)
    func whateverChangesItIsAsIfAllWereRead(change: DocumentChange) throws {
        // Given
        let known = try Known(.rss)
        var changed = BlockDocument.rss
        change.apply(&changed)

        // Then
        try expectWhole(try read(changed.text, known).feed, changed.text)
    }

    @Test(arguments: DocumentChange.all)
    func whateverChangesBesideANewItemItIsAsIfAllWereRead(change: DocumentChange) throws {
        // Given
        let known = try Known(.rss)
        var changed = BlockDocument.rss
        changed.items.insert(BlockDocument.item(6), at: 2)
        change.apply(&changed)

        // Then
        try expectWhole(try read(changed.text, known).feed, changed.text)
    }

    @Test(arguments: [
        DocumentChange("in a comment") { $0.items.insert("<!-- \($0.items[1]) -->", at: 1) },
        DocumentChange("in a section") {
            $0.items[0] = "<item><guid>c</guid><title><![CDATA[<item><guid>9</guid></item>]]></title></item>"
        },
        DocumentChange("in another item") { $0.items.insert("<item><guid>x</guid>\($0.items[1])</item>", at: 1) },
        DocumentChange("in an element of another item") {
            $0.items.insert("<item><guid>x</guid><a>\($0.items[1])</a></item>", at: 1)
        },
        DocumentChange("behind text") { $0.items.insert("text", at: 1) },
        DocumentChange("behind a live item") {
            $0.items.insert("<podcast:liveItem status=\"live\"><title>L</title></podcast:liveItem>", at: 2)
        },
    ])
    func whatOnlyLooksLikeAKnownItemIsNone(change: DocumentChange) throws {
        // Given
        let known = try Known(.rss)
        var changed = BlockDocument.rss
        changed.items.append(BlockDocument.item(6))
        change.apply(&changed)

        // Then
        try expectWhole(try read(changed.text, known).feed, changed.text)
    }

    @Test func itemsThatWouldNotAllKeepTheLimitsAreRead() throws {
        // Given more than one document of them may have
        let known = try Known(.rss)
        var later = BlockDocument.rss
        later.items.insert(BlockDocument.item(5), at: 0)
        let limits = FeedParserConfiguration()
        let costs = [
            ItemCosts(allowance: limits.allowanceBytes + 5 * later.text.utf8.count),
            ItemCosts(extensions: limits.maximumExtensionElements),
            ItemCosts(names: limits.maximumNames / 2),
        ]

        // Then
        for costs in costs {
            let items = KnownItems(digests: Set(known.items.keys), costs: costs)
            #expect(try BlockReader().read(later.text, items: items).items.count == 5)
        }
        #expect(try BlockReader().read(later.text, items: known.known).items.count == 1)
        var few = BlockReader()
        few.configuration.maximumItems = 4
        let read = try few.read(later.text, items: try Known(.rss, reader: few).known)
        #expect(read == (try few.readAll(Array(later.text.utf8))))
    }

    @Test(arguments: [
        DocumentChange("a date that cannot be read") { $0.items[1] = $0.items[1].replacing("Oct", with: "Brumaire") },
        DocumentChange("no length") { $0.items[1] = $0.items[1].replacing("length=\"1000000\"", with: "") },
        DocumentChange("no file") { $0.items[1] = $0.items[1].replacing("<enclosure", with: "<a") },
        DocumentChange("no title, and an odd duration") {
            $0.items[1] = $0.items[1].replacing("title>", with: "itunes:duration>")
        },
    ])
    func itemsThatGiveRiseToWarningsAreReadAndTheOthersAreNot(change: DocumentChange) throws {
        // Given
        var document = BlockDocument.rss
        change.apply(&document)
        let known = try Known(document)
        #expect(known.block.items.map(\.hasWarnings) == [false, true, false, false])

        // When another one comes, with the same warning
        var later = document
        later.items.insert(contentsOf: [BlockDocument.item(8), document.items[1].replacing("2", with: "9")], at: 0)
        let read = try read("\n" + later.text, known)

        // Then
        #expect(read.leftOut == [false, false, true, false, true, true])
        try expectWhole(read.feed, "\n" + later.text)
        let block = try BlockReader().read(later.text, known: known.block, items: known.known).itemBlock
        let whole = try #require(try BlockReader().read(later.text).itemBlock)
        #expect(block?.digest == whole.digest && block?.findings == whole.findings)
        #expect(block?.items.map(\.hasWarnings) == whole.items.map(\.hasWarnings))
    }

    @Test func whatItemsWithWarningsTakeOfTheLimitsIsNotCountedTwice() throws {
        // Given
        var document = BlockDocument.rss
        let clean = try Known(document)
        document.items.insert(BlockDocument.item(8).replacing("Oct", with: "Brumaire"), at: 2)
        document.items.append(BlockDocument.item(9).replacing("length=\"1000000\"", with: ""))

        // Then
        let known = try Known(document)
        #expect(known.block.items.map(\.hasWarnings) == [false, false, true, false, false, true])
        #expect(known.block.costs.allowance == clean.block.costs.allowance)
        #expect(known.block.costs.extensions == clean.block.costs.extensions)

        // And when they are read beside the others
        let block = try #require(
            try BlockReader().read(document.text, known: clean.block, items: known.known).itemBlock
        )
        #expect(block.items.map(\.isLeftOut) == known.block.items.map { !$0.hasWarnings })
        #expect(block.costs.allowance == clean.block.costs.allowance)
        #expect(block.costs.extensions == clean.block.costs.extensions)
    }

    @Test(arguments: [
        DocumentChange("no guid") { $0.items[1] = $0.items[1].replacing("guid", with: "name") },
        DocumentChange("no tag of podcasts but in items") { $0.head = $0.head.replacing("itunes:", with: "atom:") },
    ])
    func itemsThatAreMatchedTogetherAreNotKnownOneByOne(change: DocumentChange) throws {
        // Given
        var document = BlockDocument.rss
        change.apply(&document)
        let block = try #require(try BlockReader().read(document.text).itemBlock)
        #expect(block.items.isEmpty)

        // Then, beside others that are known
        let known = try Known(.rss)
        document.items.insert(BlockDocument.item(5), at: 0)
        try expectWhole(try read(document.text, known).feed, document.text)
    }

    @Test func anItemThatCannotBeToldApartIsNotKnown() throws {
        // Given an item in another one, which makes two of one element
        var document = BlockDocument.rss
        document.items[1] = document.items[1].replacing("</item>", with: "<item><guid>i</guid></item></item>")

        // Then
        #expect(try BlockReader().read(document.text).itemBlock?.items.isEmpty ?? true)
    }
}

extension ParsedFeed {
    /// The feed without what is not of the feed itself.
    fileprivate var withoutBlock: ParsedFeed {
        var feed = self
        feed.itemBlock = nil
        // Where an item stands is no part of it.
        for index in feed.items.indices { feed.items[index].line = nil }
        return feed
    }
}
