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
