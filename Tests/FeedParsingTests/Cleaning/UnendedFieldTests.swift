import FeedParsing
import Testing

/// Fields whose end tag is missing take none of the fields behind them along.
struct UnendedFieldTests {
    @Test(arguments: [
        "<itunes:order>3", "<slash:comments>0", "<wfw:commentRss>https://a.example/", "<feedburner:origLink>x",
        "<dc:title>Two", "<media:title>Two", "<media:keywords>a", "<media:rating>nonadult", "<media:credit role=\"x\">",
        "<podcast:block>no", "<googleplay:explicit>no", "<itunes:isClosedCaptioned>no", "<updated>2024-01-01",
        "<docs>x",
        "<i:duration>10:00", "<media:credit role=\"x\"><media:rating>", "<unknown:a><unknown:b>x",
        "<podcast:value type=\"lightning\"><podcast:valueRecipient type=\"node\" address=\"a\" split=\"1\"/>",
        "<podcast:value type=\"lightning\"><podcast:valueRecipient type=\"node\" address=\"a\" split=\"1\">",
        "<media:group><media:content url=\"https://a.example/2.mp3\" type=\"audio/mpeg\"/>",
        "<psc:chapters><psc:chapter start=\"0\" title=\"t\"/>", "<itunes:owner><itunes:name>n</itunes:name>",
        "<image><url>https://a.example/2.jpg</url>",
        "<podcast:alternateEnclosure type=\"audio/opus\"><podcast:source uri=\"https://a.example/2.opus\"/>",
    ])
    func theItemKeepsItsOwnFields(field: String) throws {
        let fields = "<title>Two</title><link>https://a.example/2</link><guid>2</guid>\(FeedText.media)"

        let feed = try parse(FeedText.show(second: "<item>\(field)\(fields)</item>"))

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
        #expect(feed.items[1].link == "https://a.example/2")
        #expect(feed.items[1].enclosures.map(\.url) == ["https://a.example/2.mp3"])
    }

    /// Quadratic work on two megabytes would take hours.
    @Test(.timeLimit(.minutes(10)))
    func aPictureOfManyFieldsIsNotLookedThroughForEachOfThem() throws {
        let others = String(repeating: "<x>y & z</x>", count: 80_000)
        let links = String(repeating: "<link>q</link>", count: 80_000)
        let item = "<item><title>One</title></item>"

        let feed = try parse("<rss><channel>\(item)<image>\(others)\(links)</image></channel></rss>")

        #expect(feed.items.map(\.title) == ["One"])
    }

    @Test(arguments: [
        "<docs>x", "<rating>x", "<sy:updatePeriod>hourly", "<skipHours><hour>1</hour>", "<cloud domain=\"x\">",
        "<itunes:owner><itunes:name>n</itunes:name>", "<podcast:podping usesPodping=\"true\">",
        "<image><url>https://a.example/0.jpg</url><title>Picture</title><link>https://a.example/0</link>",
    ])
    func theShowKeepsItsOwnFields(field: String) throws {
        // Given an item with the same field, and its end
        let name = try #require(field.dropFirst().split(separator: ">").first?.split(separator: " ").first)
        let item = "<item><title>One</title><guid>1</guid><\(name)></\(name)></item>"

        let feed = try parse(
            FeedText.rss(
                "\(field)<title>Show</title><link>https://a.example/</link><language>en</language>"
                    + "<itunes:author>Jo</itunes:author>\(item)"
            )
        )

        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://a.example/")
        #expect(feed.channel.language == "en")
        #expect(feed.channel.itunesAuthor == "Jo")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: [
        "<subtitle>s</subtitle>", "<tagline>s</tagline>", "<rights>s</rights>", "<icon>/i.png</icon>",
        "<logo>/l.png</logo>", "<contributor><name>n</name></contributor>", "<modified>2024-01-01</modified>",
    ])
    func aFeedWithoutTheEndOfItsTitleKeepsTheOthersOfItsFields(field: String) throws {
        let feed = try parse(
            FeedText.atom(
                "<title>Show\(field)<link href=\"https://a.example/\"/><entry><id>1</id><title>One</title></entry>"
            )
        )

        #expect(!feed.isComplete)
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://a.example/")
        #expect(feed.items.map(\.title) == ["One"])
    }

    @Test func aSummaryWithoutItsEndTakesNoContentAlong() throws {
        let content = "<content type=\"html\">&lt;p&gt;x&lt;/p&gt;</content>"
        let feed = try parse(FeedText.atom("<entry><id>1</id><title>One</title><summary>Sum\(content)</entry>"))

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.otherTexts.atomSummary) == ["Sum"])
        #expect(feed.items.map(\.content) == ["<p>x</p>"])
    }

    /// An identity with the text of others in it would be that of another episode.
    @Test(arguments: [
        ("<id>yt:video:1", "<yt:videoId>1</yt:videoId><yt:channelId>UC1</yt:channelId><title>One</title>"),
        ("<id>yt:video:1", "<x:a b=\"c\"/><title>One</title>"),
        ("<title>One", "<yt:videoId>1</yt:videoId><id>yt:video:1</id>"),
    ])
    func aTextWithoutItsEndTakesNothingOfUnknownNamespacesAlong(field: String, others: String) throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:x="urn:x">
            <title>Show</title><entry>\(field)\(others)</entry><entry><id>yt:video:2</id><title>Two</title></entry></feed>
            """
        )

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == ["yt:video:1", "yt:video:2"])
        #expect(feed.items.map(\.title) == ["One", "Two"])
    }

    /// Markup with a prefix of its own stays in a title that has an end, though the document is damaged elsewhere.
    @Test func aTitleWithItsEndKeepsMarkupOfAnyPrefix() throws {
        let xhtml = "<h:div xmlns:h=\"http://www.w3.org/1999/xhtml\">A <h:b>B</h:b> C</h:div>"
        let title = "<title type=\"xhtml\">\(xhtml)</title>"

        let feed = try parse(FeedText.atom("<entry><id>1</id>\(title)<summary>Salt & smoke</summary></entry>"))

        #expect(feed.items.map(\.title) == ["A B C"])
    }

    @Test func elementsThatAreAllInTheirAttributesDoNotHoldTheirLike() throws {
        // When none of them has a slash
        let feed = try parse(
            FeedText.rss(
                """
                <atom:link rel="self" href="https://a.example/feed"><atom:link rel="hub" href="https://h.example/">
                <title>Show</title><item><title>One</title><guid>1</guid>
                <podcast:transcript url="https://a.example/1.vtt" type="text/vtt">
                <podcast:transcript url="https://a.example/1.srt" type="application/srt">
                <psc:chapters><psc:chapter start="0" title="A"><psc:chapter start="60" title="B"></psc:chapters>
                <media:group><media:thumbnail url="https://a.example/1.jpg"><media:description>Notes</media:description>
                </media:group></item>
                """
            )
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(feed.channel.selfURL == "https://a.example/feed")
        #expect(feed.channel.hubURLs == ["https://h.example/"])
        #expect(item.podcast.transcripts.map(\.url) == ["https://a.example/1.vtt", "https://a.example/1.srt"])
        #expect(item.chapters.map(\.title) == ["A", "B"])
        #expect(item.artworkURL == "https://a.example/1.jpg")
        #expect(feed.items.map(\.title) == ["One"])
    }

    /// The title of a group is that of its files, and what stands behind it is no part of it.
    @Test func aGroupWithoutTheEndOfItsTitleKeepsItsPicture() throws {
        let group = "<media:group><media:title>Two<media:thumbnail url=\"https://a.example/2.jpg\"/></media:group>"

        let feed = try parse(FeedText.show(second: "<item><title>Two</title><guid>2</guid>\(group)</item>"))

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].artworkURL == "https://a.example/2.jpg")
    }

    @Test func anEntryWithoutTheEndOfItsIDKeepsTheOthersOfItsFields() throws {
        let feed = try parse(
            FeedText.atom(
                "<title>Show</title><entry><id>1<title>One</title><updated>2024-02-02T00:00:00Z<published>2024-01-01T00:00:00Z"
                    + "</published><link rel=\"enclosure\" href=\"https://a.example/1.mp3\" type=\"audio/mpeg\"/></entry>"
            )
        )

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.publishedAt) == [1_704_067_200])
        #expect(feed.items.first?.enclosures.map(\.url) == ["https://a.example/1.mp3"])
    }

    @Test(arguments: ["description", "itunes:summary"])
    func theNotesOfAShowEndBeforeThoseOfItsItems(name: String) throws {
        // Given notes of a show without an end, and those of an item with one
        let feed = try parse(
            FeedText.rss(
                "<\(name)>About it<title>Show</title><link>https://a.example/</link><language>en</language>"
                    + "<itunes:author>Jo</itunes:author>"
                    + "<item><title>One</title><guid>1</guid><\(name)>Notes</\(name)></item>"
            )
        )

        #expect(feed.channel.language == "en")
        #expect(feed.channel.itunesAuthor == "Jo")
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://a.example/")
        #expect(feed.items.map(\.guid) == ["1"])
        let notes = try #require(feed.channel.description ?? feed.channel.summary)
        #expect(notes == "About it")
    }

    @Test(arguments: [
        "<foo:track><title>Song</title><guid>x</guid></foo:track>",
        "<media:group><media:title>File</media:title><media:content url=\"https://a.example/2.mp3\"></media:content></media:group>",
        "<image><url>https://a.example/2.jpg</url><title>Picture</title><title>Again</title></image>",
        "<div><title>Inner</title><foo:a><div>x</div></foo:a></div>",
        "<div><title>Inner</title><foo:a><div/><div class=\"a\" /></foo:a></div>",
        "<author><name>Jane</name><title>Engineer</title><link>https://a.example/jane</link></author>",
        "<category><id>7</id><title>News</title></category>",
        // Fields behind an item that is none
        "<item/><foo:b>B</foo:b>", "<item /><link>https://a.example/2</link>",
    ])
    func whatHasAnEndKeepsItsFields(element: String) throws {
        // Given the same item in a document without a fault, and in one with a bare ampersand
        let second = "<item>\(element)<title>Two</title><guid>2</guid><description>A &amp; B</description></item>"
        let clean = try parse(FeedText.show(second: second))

        let damaged = try parse(FeedText.show(second: second.replacing("&amp;", with: "&")))

        #expect(damaged.isComplete)
        #expect(damaged.items.map(\.guid) == ["1", "2", "3"])
        #expect(damaged.items == clean.items)
    }

    /// An author may be written in elements, but the title behind one that has no end is that of the item.
    @Test(arguments: ["author", "category", "contributor"])
    func aTextThatMayHavePartsEndsBeforeAFieldWithoutItsEnd(name: String) throws {
        let feed = try parse(
            FeedText.show(
                second: "<item><\(name)>Jane<title>Two</title><guid>2</guid><\(name)>Jo</\(name)></item>"
            )
        )

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
    }

    @Test(arguments: [
        ("<p>Notice", "<p>Notes</p>"), ("<div><b>Notice</b>", "<div>Notes</div>"), ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<p>Notice", "<p/><p class=\"a\">Notes</p>"), ("<b>", "<b><b>Notes</b></b>"),
    ])
    func markupBesideTheFieldsIsNotEndedByTheNotes(markup: String, notes: String) throws {
        // Given notes that are not escaped
        let feed = try parse(
            FeedText.show(
                second: "<item>\(markup)<title>Two</title><guid>2</guid><description>\(notes)</description></item>"
            )
        )

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
    }

    @Test func itemsInAnElementOfTheirOwnStayThere() throws {
        // Given more of them than each could look for the end of the element
        let items = (0..<2_000).map {
            "<item><guid>\($0)</guid><foo:a><title>x</title></foo:a><title>A & B</title></item>"
        }

        let feed = try parse(FeedText.rss("<title>Show</title><foo:list>\(items.joined())</foo:list>"))
        let clean = try parse(
            FeedText.rss("<title>Show</title><foo:list>\(items.joined().replacing("&", with: "&amp;"))</foo:list>")
        )

        #expect(feed.items == clean.items)
        #expect(feed.isComplete == clean.isComplete)
    }
}
