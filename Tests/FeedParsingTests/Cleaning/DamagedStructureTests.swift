import FeedParsing
import Testing

/// Whether a document that was put right still proves what is not in it.
struct DamagedStructureTests {
    /// A feed of three items, the second as given.
    private static func document(_ second: String) -> String {
        FeedText.rss(
            "<title>Show</title><item><title>One</title><guid>1</guid></item>\(second)"
                + "<item><title>Three</title><guid>3</guid><enclosure url=\"https://a.example/3.mp3\"/></item>"
        )
    }

    @Test(arguments: [
        // Quotation marks that are missing
        "<item><title>Two</title><guid isPermaLink=\"false>2</guid></item>",
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3 length=\"1\" type=\"audio/mpeg\"/></item>",
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3\" type=\"audio/mpeg/></item>",
        // Tags without an end
        "<item <title>Two</title><guid>2</guid></item>", "<item><title Two</title><guid>2</guid></item>",
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3\" <title>Two</title></item>",
        "<item><title>Two</title <guid>2</guid></item>",
        // Tags that do not match
        "<item><title>Two</titel><guid>2</guid></item>", "<item><title>Two</title><guid>2</guid>",
        "<item><title>Two<guid>2</guid></item>", "<title>Two</title><guid>2</guid></item>",
        "<item><title><![CDATA[Two</title><guid>2</guid><description><![CDATA[x]]></description></item>",
        // A comment that took another
        "<!-- <item><guid>2</guid></item><!-- hidden -->",
        // The end, and then more
        "</channel></rss>",
    ])
    func provesNothingAboutWhatIsMissingWhenElementsMayHaveBeenCut(second: String) throws {
        // When
        let feed = try parse(Self.document(second))

        // Then what can be read is there
        #expect(!feed.isComplete)
        #expect(feed.items.first?.guid == "1")
        #expect(defects(feed).contains { $0 == .notWellFormed || $0 == .trailingJunk })
    }

    @Test(arguments: [
        "<item><title>Salt & smoke &nbsp; &c</title><guid>2</guid></item>",
        "<item><title>1 < 2 <3\u{1}\u{B}</title><guid>2</guid></item>",
        "<item><title>Two</title><guid>2</guid><unknown:tag/></item>",
        "<item><guid>2</guid><enclosure url=https://a.example/2.mp3 length=1 type=audio/mpeg /></item>",
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3\" url=\"x\" disabled/></item>",
        "<item><guid>2</guid><description>One<br>two <p>three <b>four</p></description></item>",
        "<item><guid>2</guid><description>If a <b and c</description></item>",
        "<item><guid>2</guid><!-- a -- b --><title>A & B</title></item>",
        "<item><guid>2</guid><itunes:category text=\"Arts\"></item>",
    ])
    func isWholeWhereNothingOfTheStructureIsDamaged(second: String) throws {
        // When
        let feed = try parse(Self.document(second))

        // Then
        #expect(feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(!defects(feed).isEmpty)
    }

    @Test(arguments: [
        ("<script>track()</script>", true), ("served in 3 ms", true), ("</rss>", true), ("<items/>", true),
        ("<item><guid>4</guid></item></channel></rss>", false), ("<rss><channel><item >", false), ("<entry>", false),
    ])
    func isNotWholeWhereItemsFollowTheEnd(rest: String, isComplete: Bool) throws {
        // Given a document without fault, and one that has to be cleaned
        let text = Self.document("<item><guid>2</guid></item>") + rest

        for text in [text, text.replacing("Three", with: "A & B")] {
            // When
            let feed = try parse(text)

            // Then
            #expect(feed.isComplete == isComplete)
            #expect(feed.items.map(\.guid) == ["1", "2", "3"])
            #expect(defects(feed).contains(.trailingJunk))
        }
    }

    @Test func tellsOfTheDamageThatMattersFirst() throws {
        // Given a harmless fault before one that is none
        let feed = try parse(Self.document("<item><title>1 < 2</title><guid>2</guid></item></item>"))

        // Then
        let warning = try #require(feed.warnings.first { $0.kind == .notWellFormed })
        #expect(warning.detail == "an end tag that ends nothing was left out (2 times)")
    }

    @Test(arguments: [
        // A value that lost its last quotation mark and the end of its tag
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3\" type=\"audio/m</item>",
        "<item><guid>2</guid><enclosure url=\"https://a.example/2.mp3</item>",
        "<item><enclosure url=\"https://a.example/2.mp3<guid>2</guid></item>",
        "<item><guid>2</guid><enclosure url='https://a.example/2.mp3' type='audio/m</item><item><guid isPermaLink='false'>2b</guid></item>",
        "<item><guid>2</guid><enclosure url=https://a.example/2.mp3</item>",
    ])
    func anAttributeTakesNoFieldsOfTheNextItem(second: String) throws {
        // Given items behind it whose tags have attributes
        let next = "<item><guid isPermaLink=\"false\">next</guid><title>Next</title></item>"

        let feed = try parse(Self.document(second + next))

        #expect(!feed.isComplete)
        #expect(feed.items.compactMap(\.guid).filter { $0 != "2b" } == ["1", "2", "next", "3"])
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(feed.items.contains { $0.title == "Next" })
    }

    @Test(arguments: ["<item> is an element", "a <title>b</title>", "see <guid>, <enclosure>", "x = <b>y</b>"])
    func anAttributeMayBeAboutTags(text: String) throws {
        let second = "<item><guid>2</guid><podcast:season name=\"\(text)\">1</podcast:season></item>"

        let feed = try parse(Self.document(second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].podcast.seasonName == text)
    }
}
