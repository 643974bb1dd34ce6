import FeedParsing
import TestSupport
import Testing

/// Items that are known are not read again, and everything else is (identity C7 38).
struct ItemBlockTests {
    @Test(arguments: BlockDocument.formats.keys.sorted())
    func readsTheChannelAroundItemsThatAreKnown(format: String) throws {
        // Given
        let document = try #require(BlockDocument.formats[format])
        var later = document
        later.head = later.head.replacing("Show", with: "Another <!-- comment --> name").replacing("2026", with: "2027")
        later.tail = "\n\n<title>Second</title><copyright>&#169; us</copyright>" + later.tail
        let known = try #require(try BlockReader().read(document.text).itemBlock)

        // When
        let feed = try BlockReader().read(later.text, known: known)

        // Then
        #expect(known.isLeftOut == false)
        #expect(feed.itemBlock == ParsedItemBlock(digest: known.digest, isLeftOut: true))
        let whole = try BlockReader().readAll(Array(later.text.utf8))
        #expect(whole.items.count >= 3)
        #expect(feed == whole.withoutItems(feed.itemBlock))
    }

    @Test(arguments: [1, 2, 7, 64, 100, 1000, 1 << 20])
    func readsTheSameHoweverTheDocumentIsCut(chunkBytes: Int) throws {
        // Given
        var reader = BlockReader()
        reader.configuration.chunkBytes = chunkBytes
        let document = BlockDocument.rss
        let known = try #require(try reader.read(document.text).itemBlock)

        // When
        var later = document
        later.tail = "<itunes:type>neither</itunes:type>\n<ttl>\n60</ttl>" + later.tail
        let feed = try reader.read(later.text, known: known)

        // Then, lines included
        #expect(feed.itemBlock?.isLeftOut == true)
        let whole = try reader.readAll(Array(later.text.utf8))
        #expect(whole.warnings.contains { $0.kind == .invalidValue && $0.line ?? 0 > 80 })
        #expect(feed == whole.withoutItems(feed.itemBlock))
    }

    @Test(arguments: ["<item>", "x<item>", "\n\t \r\n", "<!-- a --> <?b c?>", String(repeating: " ", count: 700)])
    func letsWhiteSpaceAndCommentsStandBesideItems(text: String) throws {
        // Given
        var document = BlockDocument.rss
        document.items.insert(text.replacing("<item>", with: ""), at: 2)
        let known = try #require(try BlockReader().read(document.text).itemBlock)

        // Then
        #expect(try BlockReader().read(document.text, known: known).itemBlock?.isLeftOut == true)
    }

    @Test func readsDocumentsWithCarriageReturns() throws {
        // Given
        var document = BlockDocument.rss
        document.head = document.head.replacing(" xmlns:itunes", with: "\n xmlns:itunes")
        let known = try #require(try BlockReader().read(document.text.replacing("\n", with: "\r\n")).itemBlock)

        // When
        document.tail = "\n<itunes:type>neither</itunes:type>" + document.tail
        let bytes = Array(document.text.replacing("\n", with: "\r\n").utf8)
        let feed = try BlockReader().read(bytes, known: known)

        // Then
        #expect(feed.itemBlock?.isLeftOut == true)
        #expect(feed == (try BlockReader().readAll(bytes)).withoutItems(feed.itemBlock))
    }

    @Test func readsOtherEncodingsThanUTF8() throws {
        // Given
        var document = BlockDocument.rss
        document.items[1] = document.items[1].replacing("more", with: "größer")
        let latin = Array(document.text.replacing("UTF-8", with: "iso-8859-1").unicodeScalars.map { UInt8($0.value) })
        let wide = document.text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }

        for bytes in [latin, [0xFF, 0xFE] + wide] {
            // When
            let known = try #require(try BlockReader().read(bytes).itemBlock)
            let feed = try BlockReader().read(bytes, known: known)

            // Then
            #expect(feed.itemBlock?.isLeftOut == true)
            #expect(feed == (try BlockReader().readAll(bytes)).withoutItems(feed.itemBlock))
        }
    }

    @Test func readsTheSameWhateverStandsInTheChannel() throws {
        var leftOut = 0
        for seed in 0..<300 {
            // Given two documents with the same items
            var random = SeededGenerator(seed: UInt64(seed))
            let (first, second) = (Self.random(&random), Self.random(&random))
            let known = try BlockReader().read(first.text).itemBlock

            // When
            let feed = try BlockReader().read(second.text, known: known)

            // Then
            let whole = try BlockReader().readAll(Array(second.text.utf8))
            if feed.itemBlock?.isLeftOut == true {
                leftOut += 1
                #expect(feed == whole.withoutItems(feed.itemBlock), "\(second.text)")
            } else {
                #expect(feed.items == whole.items && feed.channel == whole.channel, "\(second.text)")
            }
        }
        #expect(leftOut > 100)
    }

    @Test(arguments: [
        DocumentChange("dates that cannot be read") { document in
            document.items = document.items.map { $0.replacing("Oct", with: "Brumaire") }
        },
        DocumentChange("more dates than are listed") { document in
            document.items = (10...40).map { BlockDocument.item($0).replacing("Oct", with: "Brumaire") }
        },
        DocumentChange("more warnings than are listed") { document in
            document.items = (10...90).map {
                BlockDocument.item($0).replacing("<link>", with: "<itunes:duration>x</itunes:duration><link>")
                    .replacing("Oct", with: "Brumaire")
            }
        },
        DocumentChange("no guid") { $0.items[1] = $0.items[1].replacing("guid", with: "name") },
        DocumentChange("no enclosure") { $0.items[1] = $0.items[1].replacing("<enclosure", with: "<a") },
        DocumentChange("no length, twice") {
            for index in [1, 3] { $0.items[index] = $0.items[index].replacing("length=\"1000000\"", with: "") }
        },
        DocumentChange("an empty item") { $0.items[2] = "<item>\n</item>" },
        DocumentChange("a file without an address") {
            $0.items[2] = $0.items[2].replacing("<link>", with: "<enclosure length=\"1\"/><link>")
        },
        DocumentChange("no tag of podcasts but in items") { $0.head = $0.head.replacing("itunes:", with: "atom:") },
        DocumentChange("no podcast") {
            $0.head = $0.head.replacing("itunes:", with: "atom:")
            $0.items = $0.items.map { $0.replacing("<enclosure", with: "<a") }
        },
    ])
    func givesTheWarningsOfItemsThatAreLeftOut(change: DocumentChange) throws {
        // Given
        var document = BlockDocument.rss
        change.apply(&document)
        let known = try #require(try BlockReader().read(document.text).itemBlock)

        // When: the items stand elsewhere, and the channel has warnings of the same kinds
        let date = "\n\n<lastBuildDate>no date</lastBuildDate><itunes:type>odd</itunes:type>\n"
        var later = document
        later.head += "\n<ttl>60</ttl>\n\n" + date
        later.tail = date + later.tail
        let feed = try BlockReader().read(later.text, known: known)

        // Then
        #expect(feed.itemBlock == ParsedItemBlock(digest: known.digest, isLeftOut: true))
        #expect(feed == (try BlockReader().readAll(Array(later.text.utf8))).withoutItems(feed.itemBlock))
        // Nor when the channel becomes a podcast's, or is none any more
        var other = later
        other.head = document.head.replacing("<atom:image", with: "<itunes:image")
        other.head = other.head == document.head ? other.head.replacing("itunes:", with: "atom:") : other.head
        let otherFeed = try BlockReader().read(other.text, known: known)
        #expect(otherFeed.itemBlock?.isLeftOut == true)
        #expect(otherFeed == (try BlockReader().readAll(Array(other.text.utf8))).withoutItems(otherFeed.itemBlock))
    }

    @Test func readsItemsOfWhichItIsNotKnownWhatTheyTell() throws {
        // Given items that give rise to a warning, and some that alone tell that the feed is a podcast
        var (lacking, plain) = (BlockDocument.rss, BlockDocument.rss)
        lacking.items[1] = lacking.items[1].replacing("length=\"1000000\"", with: "")
        plain.head = plain.head.replacing("itunes:", with: "atom:")
        var reader = BlockReader()
        reader.forgetsFindings = true

        for document in [lacking, plain] {
            let known = try #require(try BlockReader().read(document.text).itemBlock)

            // Then
            #expect(try reader.read(document.text, known: known).items.count == 4)
            #expect(try BlockReader().read(document.text, known: known).itemBlock?.isLeftOut == true)
        }
    }

    @Test func asksNothingOfItemsThatTellNothing() throws {
        // Given
        let known = try #require(try BlockReader().read(BlockDocument.rss.text).itemBlock)
        var reader = BlockReader()
        reader.forgetsFindings = true

        // Then
        #expect(try reader.read(BlockDocument.rss.text, known: known).itemBlock?.isLeftOut == true)

        // When the channel is no podcast's any more
        var other = BlockDocument.rss
        other.head = other.head.replacing("itunes:", with: "atom:")
        #expect(try reader.read(other.text, known: known).items.count == 4)
    }

    @Test func itemsWithWarningsAreKnownByAnotherNumber() throws {
        // Given
        var document = BlockDocument.rss
        document.items[1] = document.items[1].replacing("length=\"1000000\"", with: "")
        let known = try #require(try BlockReader().read(document.text).itemBlock)

        // When they are known by the number of items without
        var other = known
        (other.digest, other.findings) = (~known.digest, ItemFindings())
        let feed = try BlockReader().read(document.text, known: other)

        // Then nothing is said of them, so that it must not be stored for them
        #expect(feed.itemBlock == ParsedItemBlock(digest: ~known.digest, isLeftOut: true))
        #expect(feed.warnings.isEmpty)
    }

    /// A document with these items and any channel.
    private static func random(_ random: inout SeededGenerator) -> BlockDocument {
        var document = BlockDocument.rss
        let elements = [
            "<podcast:person role=\"host\">Jo</podcast:person>", "<managingEditor>a@b.example (A)</managingEditor>",
            "<itunes:owner><itunes:name>O</itunes:name><itunes:email>o@x.example</itunes:email></itunes:owner>",
            "<googleplay:email>g@x.example</googleplay:email>", "<googleplay:category text=\"Arts\"/>",
            "<sy:updatePeriod>daily</sy:updatePeriod>", "<sy:updateFrequency>2</sy:updateFrequency>",
            "<media:group><media:title>t</media:title></media:group>", "<media:description>d</media:description>",
            "<atom:author><atom:name>N</atom:name></atom:author>", "<unknown a=\"b\"><item/></unknown>",
            "<podcast:liveItem status=\"live\"><guid>l</guid><title>L</title></podcast:liveItem>",
            "<podcast:value type=\"lightning\"><podcast:valueRecipient name=\"a\"/></podcast:value>",
            "<podcast:locked owner=\"o\">yes</podcast:locked>", "<podcast:trailer url=\"t.mp3\">T</podcast:trailer>",
            "<image><url>i.png</url><title>t</title></image>", "<skipHours><hour>3</hour></skipHours>",
            "<itunes:keywords>a,b</itunes:keywords>", "<category domain=\"d\">c</category>", "<ttl>ten</ttl>",
            "<link>https://example.com/show</link>", "<atom:link href=\"https://example.com/2\"/>",
            "<dc:language>de</dc:language>", "<itunes:type>odd</itunes:type>", "<x:y>z</x:y>",
            "<description><![CDATA[\(String(repeating: "é<b>", count: 100))]]></description>", "text", "<!-- - -->",
            "<lastBuildDate>no date</lastBuildDate>", "<cloud domain=\"c\"/>", "\n\n",
        ]
        for _ in 0..<random.next(below: 6) { document.head += elements[random.next(below: elements.count)] }
        for _ in 0..<random.next(below: 6) {
            document.tail = elements[random.next(below: elements.count)] + document.tail
        }
        return document
    }
}

extension ParsedFeed {
    func withoutItems(_ block: ParsedItemBlock?) -> ParsedFeed {
        var feed = self
        feed.items = []
        feed.itemBlock = block
        return feed
    }
}
