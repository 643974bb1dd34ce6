import FeedParsing
import Testing

struct JSONFeedTests {
    @Test func readsTheFeed() throws {
        // When
        let feed = try parse(
            FeedText.json(
                """
                "home_page_url":"/","feed_url":"feed.json","description":"D","next_url":"?page=2","icon":"i.png",
                "favicon":"f.ico","language":"en-US","expired":true,"user_comment":"hello",
                "authors":[{"name":"Ann","url":"https://ann.example","avatar":"a.png"}],
                "hubs":[{"type":"WebSub","url":"https://h.example/"}],"_custom":{"a":[1,"two"]},"items":[]
                """
            )
        )

        // Then
        #expect(feed.format == "json feed 1.1")
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://example.com/")
        #expect(feed.channel.selfURL == "https://example.com/show/feed.json")
        #expect(feed.channel.description == "D")
        #expect(feed.channel.nextPageURL == "https://example.com/show/feed.xml?page=2")
        #expect(feed.channel.artworkURL == "https://example.com/show/i.png")
        #expect(feed.channel.language == "en-us")
        #expect(feed.channel.isComplete)
        #expect(
            feed.channel.authors == [
                ParsedContact(name: "Ann", url: "https://ann.example", imageURL: "https://example.com/show/a.png")
            ]
        )
        #expect(feed.channel.hubURLs == ["https://h.example/"])
        #expect(feed.channel.extensions.map(\.name) == ["user_comment", "hubs", "_custom", "favicon"])
        #expect(feed.channel.extensions[2].children.first?.children.map(\.value) == ["1", "two"])
    }

    @Test func decodesReferencesInTitlesAndNames() throws {
        // When
        let feed = try parse(
            FeedText.json(
                #""items":[{"id":"1","title":"Don&#8217;t &amp; do <i>","authors":[{"name":"A &amp; B"}],"#
                    + #""tags":["C &amp; D"],"#
                    + #""content_text":"1 &lt; 2","attachments":[{"url":"/1.mp3","mime_type":"audio/mpeg"},"#
                    + #"{"url":"/1.mp3","size_in_bytes":7}]}]"#
            )
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.title == "Don’t & do <i>")
        #expect(item.authors.map(\.name) == ["A & B"])
        #expect(item.keywords == ["C & D"])
        #expect(item.content == "1 &lt; 2")
        #expect(item.enclosures.map(\.length) == [7])
    }

    @Test(arguments: [
        (#"{"type":"rssCloud","url":"c"}"#, false), (#"{"url":"c","type":"rssCloud"}"#, false),
        (#"{"url":"c"}"#, true), (#"{"type":"WebSub","url":"c"}"#, true),
    ])
    func takesNoCloudForAHub(hub: String, isHub: Bool) throws {
        let channel = try parse(FeedText.json("\"hubs\":[\(hub)],\"items\":[]")).channel

        let address = "https://example.com/show/c"
        #expect(channel.hubURLs == (isHub ? [address] : []))
        let kept = channel.extensions.flatMap(\.children).map(\.value)
        #expect(kept.contains(address) == !isHub)
    }

    @Test(
        arguments: [
            ("61.7", 61), ("\"61\"", 61), ("\"10:05\"", 605), ("\"PT1H\"", 3600), ("\"x\"", nil), ("0", nil),
            ("\"0:00\"", nil), ("3600000", 3600), ("\"3600000\"", 3600), ("-5", nil), ("9e99", nil),
        ] as [(String, Int?)]
    )
    func readsDurations(written: String, seconds: Int?) throws {
        let attachment = "{\"url\":\"e.mp3\",\"mime_type\":\"audio/mpeg\",\"duration_in_seconds\":\(written)}"
        let feed = try parse(FeedText.json("\"items\":[{\"id\":\"1\",\"attachments\":[\(attachment)]}]"))
        #expect(feed.items.map(\.durationSeconds) == [seconds])
    }

    @Test func keepsWhatCannotBeWhatItsKeyIsFor() throws {
        // Given a feed whose values are of other types, under keys that nobody knows, or nonsense
        let author = #"{"name":"A","_e":{"k":"KEPT-1"}}"#
        let attachments =
            #"[{"url":"1.mp3","size_in_bytes":"KEPT-2","duration_in_seconds":"KEPT-3","_q":"KEPT-4"},"KEPT-5","#
            + #"{"mime_type":"audio/mpeg","title":"KEPT-6"}]"#
        let item =
            #"{"id":"1","date_published":"x","date_modified":"KEPT-7","title":{"x":"KEPT-8"},"content_html":["KEPT-9"],"#
            + #""language":"!! KEPT-10","tags":["a",{"x":"KEPT-11"}],"authors":[\#(author)],"attachments":\#(attachments)}"#
        let document = FeedText.json(
            #""expired":"KEPT-12","hubs":[{"url":"h","z":"KEPT-13"},"KEPT-14"],"authors":[\#(author)],"items":[\#(item)]"#
        )

        // When
        let feed = try parse(document)

        // Then all of it is in the extensions
        let entry = try #require(feed.items.first)
        let kept = (feed.channel.extensions + entry.extensions).map { String(describing: $0) }.joined()
        #expect((1...14).filter { !kept.contains("\"KEPT-\($0)\"") && !kept.contains("\"!! KEPT-\($0)\"") } == [])
        #expect(entry.keywords == ["a"])
        #expect(entry.authors.map(\.name) == ["A"])
        #expect(entry.enclosures.count == 1)
        #expect(feed.channel.hubURLs.count == 1)

        // Then dates and durations are told of
        #expect(defects(feed) == [.invalidDate, .invalidDate, .invalidDuration])
    }

    @Test func tellsOfMillisecondsAndOfDatesThatCannotBeTrue() throws {
        let item = #"{"id":"1","date_published":"1970-01-01T00:00:00Z","attachments":[{"url":"a.mp3","#
        let feed = try parse(FeedText.json(#""expired":"true","items":[\#(item)"duration_in_seconds":3600000}]}]"#))
        #expect(defects(feed) == [.suspiciousDate, .invalidDuration])
        #expect(feed.items.first?.publishedRaw == "1970-01-01T00:00:00Z")
        #expect(feed.channel.isComplete)
    }

    @Test func readsAnItem() throws {
        // When
        let feed = try parse(
            FeedText.json(
                """
                "items":[{"id":7,"url":"e/7","external_url":"https://x.example/","title":" One\\n two ",
                "content_html":"<p>\\u00fc \\ud83c\\udf99 \\"q\\"</p>","content_text":"plain","summary":"S","image":"e.png",
                "date_published":"2004-01-01T00:00:00Z","date_modified":"2004-01-02T01:00:00+01:00",
                "author":{"name":"Bob"},"tags":["a","b"],"language":"de",
                "attachments":[{"url":"e.mp3","mime_type":"audio/mpeg","title":"File","size_in_bytes":"12","duration_in_seconds":61.7},
                {"mime_type":"audio/mpeg"},{"url":"e.m4a","size_in_bytes":0}]}]
                """
            )
        )
        let item = try #require(feed.items.first)

        // Then
        #expect(item.guid == "7")
        #expect(!item.guidIsPermaLink)
        #expect(item.link == "https://example.com/show/e/7")
        #expect(item.links.map(\.url) == ["https://x.example/"])
        #expect(item.title == "One two")
        #expect(item.content == "<p>ü 🎙 \"q\"</p>")
        #expect(item.contentType == .html)
        #expect(item.description == "plain")
        #expect(item.summary == "S")
        #expect(item.artworkURL == "https://example.com/show/e.png")
        #expect(item.publishedAt == 1_072_915_200)
        #expect(item.updatedAt == 1_073_001_600)
        #expect(item.authors.map(\.name) == ["Bob"])
        #expect(item.keywords == ["a", "b"])
        #expect(item.language == "de")
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/e.mp3", "https://example.com/show/e.m4a"])
        #expect(item.enclosures.map(\.length) == [12, nil])
        #expect(item.enclosures.first?.durationSeconds == 61)
        #expect(item.enclosures.last?.typeIsGuessed == true)
        #expect(item.durationSeconds == 61)
    }

    @Test func takesPlainContentWhenThereIsNoHTML() throws {
        // When
        let item = try #require(
            try parse(FeedText.json("\"items\":[{\"id\":\"1\",\"content_text\":\"a < b\"}]")).items.first
        )

        // Then
        #expect(item.content == "a < b")
        #expect(item.contentType == .plain)
    }

    @Test func findsTheVersionBehindTheItems() throws {
        // When
        let feed = try parse("{\"items\":[{\"id\":\"1\"}],\"version\":\"http://jsonfeed.org/version/1\"}")

        // Then
        #expect(feed.format == "json feed 1.0")
        #expect(feed.items.count == 1)
    }

    @Test func takesTheLengthOfTheFileThatIsPlayed() throws {
        // Given
        let picture = #"{"url":"i.gif","mime_type":"image/gif","duration_in_seconds":5}"#
        let document = #"{"url":"n.pdf","mime_type":"application/pdf","duration_in_seconds":6}"#
        let audio = #"{"url":"1.mp3","mime_type":"audio/mpeg","duration_in_seconds":100}"#
        let other = #"{"url":"1.mp3","mime_type":"audio/mpeg"},{"url":"1.ogg","duration_in_seconds":99}"#
        func duration(_ attachments: String) throws -> Int? {
            try parse(FeedText.json(#""items":[{"id":"1","attachments":[\#(attachments)]}]"#)).items.first?
                .durationSeconds
        }

        // Then
        #expect(try duration("\(picture),\(document),\(audio)") == 100)
        #expect(try duration("\(picture),\(document),\(other)") == 99)
        #expect(try duration("\(picture)") == nil)
    }

    @Test func takesTheDateOfTheLastChangeWhereThereIsNoOther() throws {
        // Given
        let modified = #""date_modified":"2004-01-01T00:00:00Z""#
        let items = #"{"id":"1",\#(modified)},{"id":"2",\#(modified),"date_published":"x"},{\#(modified)}"#
        let feed = try parse(FeedText.json("\"items\":[\(items)]"))

        // Then not for what is said, and not where a key is made of the date
        #expect(feed.items.map(\.publishedAt) == [1_072_915_200, nil, nil])
        #expect(feed.items.map(\.publishedRaw) == ["2004-01-01T00:00:00Z", "x", nil])
        #expect(feed.items.map(\.updatedAt) == [1_072_915_200, 1_072_915_200, 1_072_915_200])
    }

    /// RFC 8259, section 4: the empty name is a name.
    @Test func keepsAMemberWithoutAName() throws {
        let feed = try parse(FeedText.json("\"\":\"lost and found\",\"items\":[]"))
        #expect(feed.channel.extensions.map(\.name) == [""])
        #expect(feed.channel.extensions.map(\.value) == ["lost and found"])
    }
}
