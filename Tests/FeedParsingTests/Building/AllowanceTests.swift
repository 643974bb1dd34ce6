import Testing

@testable import FeedParsing

/// What a document makes of memory is bounded by its size, whatever it is full of.
struct AllowanceTests {
    /// Something that a hostile document is full of.
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What it stands in, a hundred at a time.
        var opening = "<item>"
        var closing = "</item>"
        /// One of them, made of its number.
        var element: @Sendable (Int) -> String
        var weight: Int
        /// How many are there in the end.
        var count: @Sendable (ParsedFeed) -> Int
    }

    static let shapes: [Shape] = [
        Shape(
            "unknown elements",
            { _ in "<x/>" },
            Allowance.Weight.extensionNode,
            { $0.items.map(\.extensions.count).reduce(0, +) }
        ),
        Shape(
            "attributes nobody reads",
            { "<x a\($0)='' b\($0)='' c\($0)=''/>" },
            Allowance.Weight.extensionAttribute,
            { $0.items.flatMap(\.extensions).map(\.attributes.count).reduce(0, +) }
        ),
        Shape(
            "second titles",
            { _ in "<title>x</title>" },
            Allowance.Weight.extensionNode,
            { $0.items.map(\.extensions.count).reduce(0, +) }
        ),
        Shape(
            "links",
            { "<link>\($0)</link>" },
            Allowance.Weight.link,
            { $0.items.map(\.links.count).reduce(0, +) }
        ),
        Shape(
            "Atom links",
            { _ in "<atom:link rel='a' href='a'/>" },
            Allowance.Weight.link,
            { $0.items.map(\.links.count).reduce(0, +) }
        ),
        Shape(
            "enclosures",
            { "<enclosure url='\($0)'/>" },
            Allowance.Weight.entry,
            { $0.items.map(\.enclosures.count).reduce(0, +) }
        ),
        Shape(
            "persons",
            { "<podcast:person>\($0)</podcast:person>" },
            Allowance.Weight.entry,
            { $0.items.map(\.podcast.persons.count).reduce(0, +) }
        ),
        Shape(
            "values",
            { "<podcast:value type='\($0)'/>" },
            Allowance.Weight.entry,
            { $0.items.map(\.podcast.values.count).reduce(0, +) }
        ),
        Shape(
            "pictures",
            { _ in "<podcast:images srcset='a,b,c,d'/>" },
            Allowance.Weight.entry,
            { $0.items.map(\.podcast.images.count).reduce(0, +) }
        ),
        Shape(
            "media",
            { _ in "<media:content/>" },
            Allowance.Weight.mediaContent,
            { $0.items.map(\.mediaContents.count).reduce(0, +) }
        ),
        Shape(
            "categories",
            { "<category>\($0)</category>" },
            Allowance.Weight.word,
            { $0.items.map(\.categories.count).reduce(0, +) }
        ),
        Shape(
            "chapters",
            opening: "<item><psc:chapters>",
            closing: "</psc:chapters></item>",
            { _ in "<psc:chapter start='1'/>" },
            Allowance.Weight.entry,
            { $0.items.map(\.chapters.count).reduce(0, +) }
        ),
        Shape(
            "items",
            opening: "",
            closing: "",
            { _ in "<item><link>l</link></item>" },
            Allowance.Weight.item,
            \.items.count
        ),
        Shape(
            "live items",
            opening: "",
            closing: "",
            { _ in "<podcast:liveItem status='live'/>" },
            Allowance.Weight.liveItem,
            { $0.channel.podcastChannel.liveItems.count }
        ),
    ]

    @Test(arguments: shapes)
    func isNotExceeded(shape: Shape) throws {
        // Given more than is allowed, at a tenth of the usual allowance
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = 200_000
        configuration.allowancePerByte = 1
        let hundred = shape.opening + (0..<100).map(shape.element).joined() + shape.closing
        let text = FeedText.rss(String(repeating: hundred, count: 100) + "<title>t</title>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        let count = shape.count(feed)
        #expect(count > 0)
        #expect(count * shape.weight <= 200_000 + text.utf8.count)
        #expect(defects(feed).contains(.limitReached))
    }

    @Test func growsWithTheDocument() throws {
        // Given a document in which every item has many entries, and texts as long as such entries have
        let entries = (0..<40).map { "<podcast:person href='https://a.example/\($0)'>Somebody Else</podcast:person>" }
        let feed = try parse(FeedText.rss(String(repeating: "<item>\(entries.joined())</item>", count: 3_000)))

        // Then
        #expect(feed.items.count == 3_000)
        #expect(feed.items.allSatisfy { $0.podcast.persons.count == 40 })
        #expect(defects(feed).isEmpty)
    }

    @Test(arguments: ["", "<enclosure url='/a'/>", "<title>t</title><enclosure url='/a'/><category>c</category>"])
    func hasRoomForAllItemsThatAreAllowedHoweverShort(rest: String) throws {
        // Given
        let count = FeedParserConfiguration.usualItems
        let items = (1...count).map { "<item><guid>\($0)</guid>\(rest)</item>" }

        // When
        let feed = try parse(FeedText.rss(items.joined()))

        // Then
        #expect(feed.items.count == count)
        #expect(!defects(feed).contains(.limitReached))
        #expect(feed.isComplete)
    }

    @Test func leavesOutEntriesAndKeepsTheRest() throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = Allowance.Weight.item * 3
        configuration.allowancePerByte = 0
        let text = FeedText.rss(item: String(repeating: "<x/>", count: 100) + "<guid>1</guid>")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.first?.guid == "1")
        #expect(feed.items.first?.extensions.count == Allowance.Weight.item * 2 / Allowance.Weight.extensionNode)
        #expect(feed.isComplete)
    }

    /// What an item lacks would not be what its publisher left out.
    @Test(arguments: [false, true])
    func anItemThatDoesNotFitAnyMoreIsLeftOutAsAWhole(isJSON: Bool) throws {
        // Given room for two items and a half
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = Allowance.Weight.item * 5 / 2 + 20 * Allowance.Weight.word
        configuration.allowancePerByte = 0
        let text =
            isJSON
            ? """
            {"version": "https://jsonfeed.org/version/1.1", "items": [\((1...4).map {
                "{\"id\": \"\($0)\", \"tags\": [\((1...10).map { "\"\($0)\"" }.joined(separator: ","))]}"
            }.joined(separator: ","))]}
            """
            : FeedText.rss(
                (1...4).map { item in
                    let categories = (1...10).map { "<category>\($0)</category>" }.joined()
                    return "<item><guid>\(item)</guid>\(categories)</item>"
                }.joined()
            )

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array(text.utf8))

        // Then
        #expect(feed.items.count == 2)
        #expect(feed.items.allSatisfy { isJSON ? $0.keywords.count == 10 : $0.categories.count == 10 })
        #expect(!feed.isComplete)
    }

    @Test func whereMoreItemsAreAllowedThereIsRoomForThem() throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = 10 * Allowance.Weight.item
        configuration.allowancePerByte = 0
        let text = FeedText.rss((1...30).map { "<item><guid>\($0)</guid></item>" }.joined())
        #expect(try FeedParser(configuration: configuration).parse(Array(text.utf8)).items.count < 30)

        // When
        configuration.maximumItems *= 4

        // Then
        #expect(try FeedParser(configuration: configuration).parse(Array(text.utf8)).items.count == 30)
    }

    @Test(arguments: [
        "{\"items\":[\(Array(repeating: "{\"id\":1}", count: 1_000).joined(separator: ","))]",
        "{\"items\":[{\"_x\":[\(Array(repeating: "1", count: 1_000).joined(separator: ","))]}]",
        "{\"items\":[{\"tags\":[\(Array(repeating: "1", count: 5_000).joined(separator: ","))]}]",
        "{\"items\":[{\"attachments\":[\((0..<1_000).map { "{\"url\":\"\($0)\"}" }.joined(separator: ","))]}]",
        "{\"items\":[],\((0..<1_000).map { "\"a\($0)\":1" }.joined(separator: ","))",
        "{\"items\":[{\"authors\":[\(Array(repeating: "\"a\"", count: 5_000).joined(separator: ","))]}]",
    ])
    func holdsForJSON(document: String) throws {
        // Given
        var configuration = FeedParserConfiguration()
        configuration.allowanceBytes = 40_000
        configuration.allowancePerByte = 0
        let text = document.replacing("{\"items\"", with: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\"")

        // When
        let feed = try FeedParser(configuration: configuration).parse(Array((text + "}").utf8))

        // Then
        #expect(feed.items.count <= 40_000 / Allowance.Weight.item)
        let item = feed.items.first
        let words = (item?.keywords.count ?? 0) * Allowance.Weight.word
        let entries = ((item?.authors.count ?? 0) + (item?.enclosures.count ?? 0)) * Allowance.Weight.entry
        let nodes = (feed.channel.extensions.count + (item?.extensions.first?.children.count ?? 0))
        #expect(words + entries + nodes * Allowance.Weight.extensionNode <= 40_000)
        #expect(defects(feed).contains(.limitReached))
    }
}

extension AllowanceTests.Shape {
    init(
        _ name: String,
        opening: String = "<item>",
        closing: String = "</item>",
        _ element: @escaping @Sendable (Int) -> String,
        _ weight: Int,
        _ count: @escaping @Sendable (ParsedFeed) -> Int
    ) {
        self.init(
            testDescription: name,
            opening: opening,
            closing: closing,
            element: element,
            weight: weight,
            count: count
        )
    }
}
