import FeedParsing
import Testing

/// Items that stand where no item should (feed formats F8): a missing end tag
/// must not swallow the rest of the feed.
struct NestedItemTests {
    private static let items = "<item><title>1</title></item><item><title>2</title></item>"

    @Test(arguments: [
        "<itunes:category text=\"A\"><itunes:category text=\"B\"/>", "<itunes:owner><itunes:name>N</itunes:name>",
        "<image><url>b.jpg</url>", "<skipHours><hour>1</hour>", "<skipDays>", "<atom:author><atom:name>N</atom:name>",
        "<media:group>", "<podcast:podroll>", "<podcast:publisher>", "<podcast:value type=\"lightning\">",
        "<textInput>", "<itunes:summary>text", "<wrapper>", "<wrapper><inner>",
    ])
    func readsItemsUnderAnElementThatWasNotClosed(element: String) throws {
        // When the end tag is missing
        let feed = try parse(FeedText.rss("<title>Show</title>\(element)\(Self.items)"))

        // Then; what else was in the element is not known, unless it is a category
        #expect(feed.items.map(\.title) == ["1", "2"])
        #expect(feed.channel.title == "Show")
        #expect(feed.isComplete == element.hasPrefix("<itunes:category"))
    }

    @Test(arguments: ["itunes:category", "image", "wrapper", "itunes:owner", "textInput"])
    func readsItemsInsideAnElement(element: String) throws {
        // When the end tag comes too late, in a document that is well-formed
        let feed = try parse(
            FeedText.rss("<\(element)>\(Self.items)</\(element)><title>Show</title><item><title>3</title></item>")
        )

        // Then
        #expect(feed.items.map(\.title) == ["1", "2", "3"])
        #expect(feed.channel.title == "Show")
    }

    @Test func keepsUnreadElementsWhereTheyStand() throws {
        // Given items inside an unread element, with unread elements of their own
        let feed = try parse(
            FeedText.rss("<wrapper>a<item><mood>calm</mood></item><tail>b</tail></wrapper>")
        )

        // Then
        #expect(feed.items.map { $0.extensions.map(\.name) } == [["mood"]])
        #expect(feed.items.first?.extensions.first?.value == "calm")
        #expect(feed.channel.extensions.map(\.name) == ["wrapper"])
        #expect(feed.channel.extensions.first?.children.map(\.name) == ["tail"])
        #expect(feed.channel.extensions.first?.value == "a")
    }

    @Test func leaksNothingOutOfElementsInsideAnItem() throws {
        // When
        let feed = try parse(
            FeedText.rss(
                """
                <item><title>Real</title><s:variant xmlns:s="urn:s"><title>Variant</title><guid>v</guid></s:variant>
                <playlist><item><title>Track</title></item></playlist></item>
                """
            )
        )

        // Then
        #expect(feed.items.map(\.title) == ["Real"])
        #expect(feed.items.first?.guid == nil)
        #expect(feed.items.first?.extensions.map(\.name) == ["variant", "playlist"])
    }

    @Test func readsWhatFollowsACategoryThatWasNotClosed() throws {
        // When
        let channel = try channel("<itunes:category text=\"A\"><itunes:author>Ann</itunes:author><title>Show</title>")

        // Then
        #expect(channel.itunesCategories == [["A"]])
        #expect(channel.itunesAuthor == "Ann")
        #expect(channel.title == "Show")
    }

    @Test func readsEntriesUnderAnAuthorThatWasNotClosed() throws {
        // When
        let feed = try parse(FeedText.atom("<author><name>N</name><entry><id>1</id></entry><entry><id>2</id></entry>"))

        // Then
        #expect(feed.items.map(\.guid) == ["1", "2"])
    }
}
