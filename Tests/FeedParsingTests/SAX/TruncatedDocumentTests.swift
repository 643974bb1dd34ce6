import FeedParsing
import Foundation
import Testing

struct TruncatedDocumentTests {
    private static let text = FeedText.rss(
        "<title>Show</title><item><guid>1</guid><title>First &amp; best</title></item>"
            + "<item><guid>2</guid><title>Second</title><description><![CDATA[x]]></description>"
            + "<enclosure url=\"https://a.example/2.mp3?a=1&amp;b=2\"/></item>"
    )

    @Test func keepsWholeItemsOnlyWhereverTheDocumentEnds() throws {
        // Given every possible end of the document behind the channel's start
        let bytes = Array(Self.text.utf8)
        let end = try #require(Self.text.range(of: "</rss>")).upperBound
        let length = Self.text.utf8.distance(from: Self.text.startIndex, to: end)
        let start = try #require(Self.text.range(of: "<channel>")).upperBound
        let first = Self.text.utf8.distance(from: Self.text.startIndex, to: start)
        let whole = try parse(Self.text)

        for count in first..<length {
            // When
            let feed = try FeedParser().parse(
                Array(bytes[..<count]),
                context: FeedParsingContext(baseURL: "https://example.com/show/feed.xml")
            )

            // Then
            #expect(!feed.isComplete, "\(count) bytes")
            #expect(feed.items == Array(whole.items.prefix(feed.items.count)), "\(count) bytes")
            #expect(defects(feed).contains(.truncated), "\(count) bytes")
        }
        #expect(try FeedParser().parse(Array(bytes[..<length])).isComplete)
    }

    @Test(arguments: ["", "\u{0}", "\u{FFFE}"])
    func readsTheSameInPiecesOfAnySize(last: String) throws {
        // Given a document that ends in a section, in which something may be wrong, and whose link has no end
        let text = FeedText.rss(
            "<link>https://a.example/<item><guid>1</guid></item><item><title>\(last)<![CDATA[\(last) x"
        )
        .replacing("</channel></rss>\n", with: "")
        let feeds = try [7, 61, 128, 65_536].map { size in
            var configuration = FeedParserConfiguration()
            configuration.chunkBytes = size
            return try FeedParser(configuration: configuration).parse(Array(text.utf8))
        }

        // Then
        for feed in feeds { #expect(feed == feeds[0]) }
        // And the link has not taken the item for its own
        #expect(feeds[0].channel.link == "https://a.example/")
        #expect(feeds[0].items.map(\.guid) == ["1"])
        #expect(!feeds[0].isComplete)
    }

    @Test func refusesADocumentThatEndsBeforeItsChannel() {
        #expect(throws: FeedParsingError.self) { try parse("<rss version=\"2.0\"><chan") }
    }
}
