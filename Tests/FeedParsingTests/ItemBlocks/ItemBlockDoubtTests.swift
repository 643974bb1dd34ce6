import FeedParsing
import Testing

/// Whatever may make the items others than those that are known, they are read (identity C7 38).
struct ItemBlockDoubtTests {
    typealias Change = DocumentChange

    @Test(arguments: DocumentChange.all)
    func readsAllItemsOf(change: Change) throws {
        // Given
        let document = BlockDocument.rss
        let known = try #require(try BlockReader().read(document.text).itemBlock)
        var changed = document
        change.apply(&changed)

        // When
        let feed = try BlockReader().read(changed.text, known: known)

        // Then
        #expect(feed.itemBlock?.isLeftOut != true)
        var whole = try BlockReader().readAll(Array(changed.text.utf8))
        whole.itemBlock = feed.itemBlock
        #expect(feed == whole)
    }

    @Test func readsAllItemsIfThePageOfTheShowComesAfterThem() throws {
        // Given
        var document = BlockDocument.rss
        document.head = document.head.replacing("<link>https://example.com/show</link>", with: "")
        document.head += "<copyright>c</copyright>"
        let known = try BlockReader().read(document.text).itemBlock
        document.tail = "<link>https://example.com/show</link>" + document.tail

        // When
        let feed = try BlockReader().read(document.text, known: known)

        // Then
        #expect(feed.items.count == 4)
        #expect(feed.itemBlock == nil)
    }

    @Test func readsAllItemsUnderAnotherAddressOrOtherLimits() throws {
        // Given
        let text = BlockDocument.rss.text
        let known = try #require(try BlockReader().read(text).itemBlock)
        var limited = BlockReader()
        limited.configuration.maximumTextBytes = 100

        // Then
        #expect(try BlockReader(base: "https://example.com/other/").read(text, known: known).items.count == 4)
        #expect(try BlockReader(base: nil).read(text, known: known).items.count == 4)
        #expect(try limited.read(text, known: known).items.count == 4)
        #expect(try BlockReader().read(text, known: known).items.isEmpty)
    }

    @Test(arguments: [
        Change("an undeclared prefix") { $0.items[1] = $0.items[1].replacing("<link>", with: "<x:y/><link>") },
        Change("an element between items") { $0.items.insert("<copyright>c</copyright>", at: 2) },
        Change("a live item between items") {
            $0.items.insert("<podcast:liveItem status=\"live\"><title>L</title></podcast:liveItem>", at: 2)
        },
        Change("an item after the last end tag") { $0.tail = "<item><guid>o</guid></item >" + $0.tail },
        Change("a first item without a name of its own") {
            $0.items[0] = $0.items[0].replacing("<item>", with: "<ITEM>")
        },
        Change("an item in a comment") { $0.head += "<!-- <item> -->" },
        Change("damage") { $0.items[1] = $0.items[1].replacing("&amp; more", with: "& more") },
        Change("no end") { $0.tail = "" },
        Change("no items") { $0.items = [] },
    ])
    func recognisesNoItemsBesides(change: Change) throws {
        // Given
        var document = BlockDocument.rss
        change.apply(&document)

        // Then they would have to be read the next time too
        let feed = try BlockReader().read(document.text)
        #expect(feed.itemBlock == nil)
        #expect(feed == (try BlockReader().readAll(Array(document.text.utf8))))
    }

    @Test func recognisesNoItemsInJSON() throws {
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "<item>", "items": [{"id": "1", "title": "</item>"}]}
            """
        let rss = #"{"rss": {"channel": {"title": "T", "item": [{"guid": "1"}, {"guid": "2"}]}}}"#
        for text in [feed, rss] {
            let read = try BlockReader().read(text)
            #expect(!read.items.isEmpty)
            #expect(read.itemBlock == nil)
        }
    }

    @Test func recognisesNoItemsThatNearlyReachALimit() throws {
        // Given two limits that the items keep, and would not in a larger channel
        let text = BlockDocument.rss.text
        var values = BlockReader()
        values.configuration.allowanceBytes = 900_000
        var names = BlockReader()
        names.configuration.maximumNames = 80

        // Then
        for reader in [values, names] {
            let feed = try reader.read(text)
            #expect(feed.isComplete)
            #expect(feed.items.count == 4)
            #expect(feed.itemBlock == nil)
        }
    }

    @Test func readsAllItemsIfTheChannelNearlyReachesALimit() throws {
        // Given
        let document = BlockDocument.rss
        let known = try #require(try BlockReader().read(document.text).itemBlock)
        var changed = document
        changed.tail = String(repeating: "<a/>", count: 5_001) + changed.tail

        // Then
        let feed = try BlockReader().read(changed.text, known: known)
        #expect(feed.items.count == 4)
    }
}
