import FeedParsing
import Testing

/// A podcast that lacks what PSP-1 requires is read, and its publisher is told (feed formats M).
struct RequiredTagsTests {
    private static let channel = """
        <atom:link rel="self" href="https://a.example/feed.xml"/><title>Show</title><link>https://a.example/</link>
        <description>About</description><language>en</language><itunes:category text="Arts"/>
        <itunes:explicit>false</itunes:explicit><itunes:image href="https://a.example/cover.jpg"/>
        """

    @Test(
        arguments: [
            (#"length="5" type="audio/mpeg""#, []), (#"type="audio/mpeg""#, ["length on their <enclosure>"]),
            (#"length="0" type="audio/mpeg""#, ["length on their <enclosure>"]),
            (#"length="5""#, ["fitting type on their <enclosure>"]),
            (#"length="5" type="mp3""#, ["fitting type on their <enclosure>"]),
            (#"length="5" type="image/jpeg""#, ["fitting type on their <enclosure>"]),
        ] as [(String, [String])]
    )
    func saysWhatAnEnclosureLacks(attributes: String, missing: [String]) throws {
        // Given
        let enclosure = "<enclosure url=\"https://a.example/1.mp3\" \(attributes)/>"

        // When
        let feed = try parse(
            FeedText.rss(Self.channel + "<item><title>One</title><guid>1</guid>\(enclosure)</item>")
        )

        // Then
        #expect(feed.warnings.map(\.detail) == missing.map { "1 of 1 items have no \($0), which PSP-1 requires" })
    }

    @Test func saysOnceWhatItemsLack() throws {
        // When
        let feed = try parse(
            FeedText.rss(Self.channel + "<item><title>One</title></item><item><guid>2</guid></item>")
        )

        // Then
        let missing = [
            "1 of 2 items have no <title>, which PSP-1 requires", "1 of 2 items have no <guid>, which PSP-1 requires",
            "2 of 2 items have no <enclosure>, which PSP-1 requires",
        ]
        #expect(feed.warnings.map(\.detail) == missing)
        #expect(feed.items.count == 2)
    }
}
