import FeedParsing
import Testing

/// Elements that were begun and never ended take no other fields along.
struct UnendedElementTests {
    @Test func aFeedWrittenByHandMayHaveItsNamesInCapitals() throws {
        // When the title has no end, and neither have the enclosures
        let feed = try parse(
            """
            <rss><Channel><Title>Show</Title><Item><Title>One
            <Description>First</Description><PubDate>21 Nov 2026</PubDate><Enclosure URL="1.mp3" Type="audio/mpeg">
            </Item><ITEM><TITLE>Two<LINK>https://example.com/2</LINK></ITEM></Channel></rss>
            """
        )

        // Then
        #expect(feed.items.map(\.title) == ["One", "Two"])
        #expect(feed.items.map(\.description) == ["First", nil])
        #expect(feed.items.map(\.link) == [nil, "https://example.com/2"])
        #expect(feed.items.first?.publishedAt == 1_795_219_200)
        #expect(feed.items.first?.enclosures.map(\.url) == ["https://example.com/show/1.mp3"])
    }

    private static let media = FeedText.media

    @Test(arguments: [
        // A warning of a web server, in the HTML of old
        "<item><br>\n<b>Warning</b>: x<br>\n<title>Two</title><guid>2</guid>\(media)</item>",
        "<item><title>Two</title><p><i>x<guid>2</guid>\(media)</item>",
        "<item><title>Two</title><img src=\"x\"><guid>2</guid><hr>\(media)</item>",
        "<item><title>Two</title><div xmlns=\"http://www.w3.org/1999/xhtml\"><guid>2</guid>\(media)</item>",
        // Elements that are all in their attributes, without the slash
        "<item><enclosure url=\"https://a.example/2.mp3\"><title>Two</title><guid>2</guid></item>",
        "<item><itunes:image href=\"https://a.example/2.jpg\"><title>Two</title><guid>2</guid>\(media)</item>",
        "<item><podcast:transcript url=\"https://a.example/2.vtt\"><title>Two</title><guid>2</guid>\(media)</item>",
        "<item><media:content url=\"https://a.example/2.mp3\"><title>Two</title><guid>2</guid>\(media)</item>",
    ])
    func takeNothingAlongWhereNothingCanBeMissing(second: String) throws {
        let feed = try parse(FeedText.show(second: second))

        #expect(feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(defects(feed).contains(.notWellFormed))
    }

    @Test(arguments: [
        "<media:content url=\"https://a.example/2.jpg\" medium=\"image\"><dc:creator>Photographer</dc:creator><dc:date>2001-01-01</dc:date></media:content>",
        "<media:content url=\"https://a.example/2.jpg\" medium=\"image\"><link>https://a.example/picture</link></media:content>",
        "<itunes:image href=\"https://a.example/2.jpg\"><dc:creator>Photographer</dc:creator></itunes:image>",
        "<enclosure url=\"https://a.example/2.mp3\"><title>A file</title></enclosure>",
    ])
    func whatBelongsToAFileStaysWithItWhereTheDocumentIsDamaged(file: String) throws {
        // Given the same item in a document without a fault, and in one with a bare ampersand
        let second = "<item><title>Two</title><guid>2</guid>\(file)<description>Salt &amp; smoke</description></item>"
        let clean = try parse(FeedText.show(second: second))

        let damaged = try parse(FeedText.show(second: second.replacing("&amp;", with: "&")))

        #expect(damaged.isComplete)
        #expect(defects(damaged) == [.bareAmpersand])
        #expect(damaged.items == clean.items)
        #expect(damaged.items.map(\.creators) == [[], [], []])
    }

    @Test func anElementThatBeginsAgainBeforeItEndsWasNotEnded() throws {
        // Given one in the channel without an end, and one in an item with one
        let feed = try parse(
            FeedText.rss(
                "<itunes:image href=\"https://a.example/0.jpg\"><title>Show</title><item><title>One</title><guid>1</guid>"
                    + "<itunes:image href=\"https://a.example/1.jpg\"></itunes:image></item>"
            )
        )

        #expect(feed.channel.title == "Show")
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.artworkURL) == ["https://a.example/1.jpg"])
    }

    @Test(arguments: [
        "<item><title>Two</title><description>Hi <b>there<guid>2</guid>\(media)</item>",
        "<item><title>Two</title><content:encoded>Hi<guid>2</guid>\(media)</item>",
        "<item><title>Two</title><itunes:summary>Hi<itunes:duration>60</itunes:duration><guid>2</guid>\(media)</item>",
        "<item><title>Two</title><category>News<guid>2</guid>\(media)</item>",
        "<item><title>Two</title><dc:creator>Jo<guid>2</guid>\(media)</item>",
        "<item><title>Two <b>bold<guid>2</guid>\(media)</item>",
        "<item><title>Two</title><guid>2</guid><enclosure url=\"https://a.example/2.mp3 length=\"1\" type=\"audio/mpeg\"/></item>",
        "<item><title>Two</title><description><![CDATA[cut off</description><guid>2</guid>\(media)</item>",
    ])
    func takeNothingAlongThatMayHaveBeenCut(second: String) throws {
        let feed = try parse(FeedText.show(second: second))

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].title?.hasPrefix("Two") == true)
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(feed.items[1].categories.map(\.text).allSatisfy { $0 == "News" })
        #expect(feed.items[2].description == "Notes of three")
    }

    @Test(arguments: ["track", "meta", "param", "base", "col", "TRACK"])
    func elementsThatHTMLHasWithoutContentMayHoldFieldsOfTheirOwn(name: String) throws {
        // Given a damaged document
        let second =
            "<item><\(name)><title>Song & dance</title></\(name)><title>Two</title><guid>2</guid>\(Self.media)</item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.isComplete)
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
    }

    @Test func anyNumberOfLinesMayBreakBesideTheFields() throws {
        // Given more of them than elements may be nested
        let lines = String(repeating: "Notice<br>\n", count: 400)

        let feed = try parse(FeedText.show(second: "<item>\(lines)<title>Two</title><guid>2</guid></item>"))

        #expect(feed.isComplete)
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
    }

    @Test func theChannelKeepsItsOwnFields() throws {
        let feed = try parse(
            FeedText.rss(
                "<br><b>Notice<title>Show</title><atom:link href=\"https://a.example/feed\"><link>https://a.example/</link>\(FeedText.firstItem)"
            )
        )

        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://a.example/")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test func whatIsEndedMayHoldFields() throws {
        // Given a damaged document with an element of HTML around fields, and notes about a feed
        let second = """
            <item><title>Salt & smoke</title><video><title>Inner</title></video>
            <description>Write <guid>x</guid> & be done</description><guid>2</guid></item>
            """

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.title) == ["One", "Salt & smoke", "Three"])
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].description?.contains("be done") == true)
    }

    @Test(arguments: ["<br>", "<p>", "<li>", "<img src='x'>", "<tr><td>", "<b>", "<span><p>"])
    func notesMayHaveAnyNumberOfTagsWithoutAnEnd(tag: String) throws {
        // Given more of them than elements may be nested
        let notes = String(repeating: "line\(tag)\n", count: 400)

        let feed = try parse(
            FeedText.show(second: "<item><title>Two</title><description>\(notes)</description><guid>2</guid></item>")
        )

        #expect(feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].description?.hasPrefix("line") == true)
    }

    @Test(arguments: [
        "http://www.w3.org/1999/xhtml", "http://foo.bar/", "urn:x",
    ])
    func anItemMayHaveANamespaceOfItsOwn(uri: String) throws {
        let second = "<item xmlns=\"\(uri)\"><title>Two</title><guid>2</guid>\(Self.media)</item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].enclosures.count == 1)
    }

    @Test func itemsMayHaveNamespacesInTurn() throws {
        // Given more changes of namespace than there may be different names
        let items = (0..<6000).map {
            "<item xmlns=\"urn:\($0 % 3)\"><title>T</title><guid>\($0)</guid><link>https://show.example/</link></item>"
        }

        let feed = try parse(FeedText.show(second: items.joined()))

        #expect(feed.isComplete)
        #expect(feed.items.count == 6002)
    }

    @Test func itemsOfEverOtherNamespacesAreNotLostInSilence() throws {
        let items = (0..<100).map { "<item xmlns=\"urn:\($0)\"><title>T</title><guid>\($0)</guid></item>" }

        let feed = try parse(FeedText.show(second: items.joined()))

        #expect(!feed.isComplete)
        #expect(feed.items.count > 10)
        #expect(defects(feed).contains(.notWellFormed))
    }

    @Test(arguments: [
        ("List<String> in Swift", "List<String> in Swift"),
        ("5 <! 6 & 7", "5 <! 6 & 7"), ("<![cdata[Tom & Jo]]>", "Tom & Jo"), ("Use <b>it & go", "Use it & go"),
    ])
    func wordsBetweenBracketsAreKept(written: String, title: String) throws {
        let feed = try parse(FeedText.show(second: "<item><title>\(written)</title><guid>2</guid></item>"))

        #expect(feed.items.map(\.title) == ["One", title, "Three"])
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
    }

    @Test func anAddressBetweenBracketsIsKept() throws {
        let second =
            "<item><title>Two</title><guid>2</guid><description>See <https://x.example/a> now</description></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items[1].description == "See <https://x.example/a> now")
        #expect(feed.isComplete)
    }

    @Test(arguments: [
        "url=https://a.example/2.mp3\" type=\"audio/mpeg\"/", "url=\"https://a.example/2.mp3' type=\"audio/mpeg\"/",
        "url='https://a.example/2.mp3\" type='audio/mpeg'/", "type=\"audio/mpeg\" url=https://a.example/2.mp3\"/",
        "url=&quot;https://a.example/2.mp3&quot; type=&quot;audio/mpeg&quot;/",
        #"url=\"https://a.example/2.mp3\" type=\"audio/mpeg\"/"#,
        #"url=\'https://a.example/2.mp3\' type='audio/mpeg'/"#,
        "url='https://a.example/2.mp3\" type=\"audio/mpeg\"/",
        "url=\"&quot;https://a.example/2.mp3&quot;\" type='audio/mpeg'/",
        #"url="https://a.example/2.mp3\" type="audio/mpeg"/"#, #"url=\"https://a.example/2.mp3" type="audio/mpeg"/"#,
        "url=”https://a.example/2.mp3\" type=\"audio/mpeg\"/", "type='audio/mpeg' url=”https://a.example/2.mp3\"/",
        "url=\"https://a.example/2.mp3” type=\"audio/mpeg\"/", "type='audio/mpeg' url=\"https://a.example/2.mp3” /",
        "url=\"“https://a.example/2.mp3”\" type=\"audio/mpeg\"/",
        "type=\"audio/mpeg\" url=\"https://a.example/2.mp3'/", "type='audio/mpeg' url='https://a.example/2.mp3\" /",
        "url=\"\"https://a.example/2.mp3\"\" length=\"\"1\"\" type=\"\"audio/mpeg\"\"/",
        "url=\"\"https://a.example/2.mp3\" type=\"audio/mpeg\"/",
        "url=`https://a.example/2.mp3` length=`1` type=`audio/mpeg`/",
        "url=\"`https://a.example/2.mp3`\" type=`audio/mpeg`/", "type=`audio/mpeg` url=`https://a.example/2.mp3`",
    ])
    func aQuotationMarkIsNoPartOfAnAddress(attributes: String) throws {
        // Given marks of which the first is missing, the last is another, or both were escaped
        let second = "<item><title>Two</title><guid>2</guid><enclosure \(attributes)></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(feed.items[1].enclosures.first?.type == "audio/mpeg")
    }

    @Test func aValueMayHoldTheOtherQuotationMark() throws {
        // Given a document that has to be cleaned, and a value about attributes
        let person = #"<podcast:person href='/a' img="it's b='1' x">A & B</podcast:person>"#
        let second = "<item><title>Two & a half</title><guid>2</guid>\(person)</item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items[1].podcast.persons.map(\.imageURL) == ["https://example.com/show/it's%20b='1'%20x"])
        #expect(feed.isComplete)
    }

    @Test func aBacktickAloneIsNoQuotationMark() throws {
        let link = "<itunes:image href=`/a type='b'/><podcast:person href=/b`c`>Jane</podcast:person>"

        let feed = try parse(FeedText.show(second: "<item><title>Two</title><guid>2</guid>\(link)</item>"))

        #expect(feed.items[1].artworkURL == "https://example.com/show/`/a")
        #expect(feed.items[1].podcast.persons.map(\.href) == ["https://example.com/b`c`"])
    }

    @Test func typographicQuotationMarksAreMarks() throws {
        let second =
            "<item><title>Two</title><guid>2</guid><enclosure url=“https://a.example/2.mp3” type=‘audio/mpeg’ length=”1”/></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
        #expect(feed.items[1].enclosures.first?.type == "audio/mpeg")
    }
}
