import FeedParsing
import Testing

struct JSONFeedTests {
    private static func feed(_ members: String, version: String = "https://jsonfeed.org/version/1.1") -> String {
        "{\"version\":\"\(version)\",\"title\":\"Show\",\(members)}"
    }

    @Test func readsTheFeed() throws {
        // When
        let feed = try parse(
            Self.feed(
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

    @Test(arguments: [
        #""items":[ // the newest first\#u{A}{"id":"1"}, /* {"id":"0"}, */ {"id":"2","url":"http://a.example/2" /**/}]"#,
        #"/* "items":[] */"items":/*//*/[{"id"/* : */:"1"},//\#u{D}{"id":"2","title":"// no /* comment */"}]"#,
    ])
    func readsWhatHasComments(members: String) throws {
        // When
        let feed = try parse(Self.feed(members))

        // Then
        #expect(feed.items.compactMap(\.guid) == ["1", "2"])
        #expect(feed.isComplete)
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity", "undefined"])
    func takesNumbersThatAreNoneForNothing(word: String) throws {
        // When
        let attachment = #"{"url":"/1.mp3","size_in_bytes":\#(word)}"#
        let feed = try parse(Self.feed(#""items":[{"id":"1","title":\#(word),"attachments":[\#(attachment)]}]"#))

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.items.first?.title == nil)
        #expect(feed.items.first?.enclosures.map(\.length) == [nil])
        #expect(feed.isComplete)
    }

    /// One bad character costs an item, and not those behind it.
    @Test(arguments: [
        #""title":"a "quoted" word""#, #""title":"unended"#, #""title":unquoted"#, #""title":"a"} , "url":"/2""#,
        #""title":"a", // comment"#, #""title" "a""#, #""attachments":[{"url":"/2.mp3","title":"a},{"url":"/3.mp3"}]"#,
        #""tags":["a","b""#, #""content_text":"of {\"id\":\"x\"},{\"id\":\"y\"}" !"#,
    ])
    func readsTheItemsBehindADamagedOne(member: String) throws {
        // When
        let feed = try parse(
            Self.feed(
                #""items":[{"id":"1","title":"One"},{ "id":"2",\#(member)},{"id":"3","url":"/3"}, { "id" : "4"},{"id":"5"}]"#
            )
        )

        // Then
        #expect(feed.items.compactMap(\.guid) == ["1", "3", "4", "5"])
        #expect(feed.items.count == 4)
        #expect(!feed.isComplete)
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test(arguments: [#"it\'s"#, #"it\u2x"#, #"\u"#])
    func takesEscapesOfNoCharacterLiterally(text: String) throws {
        // When
        let feed = try parse(Self.feed(#""items":[{"id":"1","title":"\#(text)"},{"id":"2"}]"#))

        // Then
        #expect(feed.items.first?.title == text.replacing(#"\'"#, with: "'"))
        #expect(feed.items.count == 2)
        #expect(feed.isComplete)
    }

    @Test func decodesReferencesInTitlesAndNames() throws {
        // When
        let feed = try parse(
            Self.feed(
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
        let channel = try parse(Self.feed("\"hubs\":[\(hub)],\"items\":[]")).channel

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
        let feed = try parse(Self.feed("\"items\":[{\"id\":\"1\",\"attachments\":[\(attachment)]}]"))
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
        let document = Self.feed(
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
        let feed = try parse(Self.feed(#""expired":"true","items":[\#(item)"duration_in_seconds":3600000}]}]"#))
        #expect(defects(feed) == [.suspiciousDate, .invalidDuration])
        #expect(feed.items.first?.publishedRaw == "1970-01-01T00:00:00Z")
        #expect(feed.channel.isComplete)
    }

    @Test(arguments: [
        "Warning: Undefined index in /srv/feed.php on line 3\n", "<br />\n<b>Notice</b>: x in <b>f.php</b><br />\n",
        ")]}',\n", "/* feed */ ", "text {x} {\"a\":{}}\n", "\u{FEFF}text\n",
    ])
    func readsTheFeedBehindJunk(junk: String) throws {
        for version in ["https://jsonfeed.org/version/1.1", "https:\\/\\/jsonfeed.org\\/version\\/1.1"] {
            // When
            let feed = try parse(junk + Self.feed("\"items\":[{\"id\":\"1\",\"title\":\"{One}\"}]", version: version))

            // Then
            #expect(feed.format == "json feed 1.1")
            #expect(feed.items.map(\.guid) == ["1"])
            #expect(feed.isComplete)
            #expect(feed.warnings.map(\.kind).contains(.leadingJunk))
        }
    }

    @Test func readsTheFeedBehindJunkAlthoughItIsNotUTF8() throws {
        // Given
        var bytes = Array("Warning: x\n{\"version\":\"https://jsonfeed.org/version/1\",\"title\":\"Caf".utf8)
        bytes += [0xE9] + Array("\",\"items\":[]}".utf8)

        #expect(try FeedParser().parse(bytes).channel.title == "Café")
    }

    @Test(arguments: [
        "See https://jsonfeed.org/version/1.1 for {\"version\":1}", "text {\"version\":\"1\"}",
        "<html><script>x = {\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}</script></html>",
    ])
    func takesNoOtherTextForAFeed(text: String) {
        #expect(throws: FeedParsingError.self) { try parse(text) }
    }

    @Test func readsAnItem() throws {
        // When
        let feed = try parse(
            Self.feed(
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
            try parse(Self.feed("\"items\":[{\"id\":\"1\",\"content_text\":\"a < b\"}]")).items.first
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

    @Test func forgivesWrongTypesAndCommas() throws {
        // When
        let feed = try parse(
            Self.feed(
                "\"title\":5,\"authors\":\"Ann\",\"items\":[{\"id\":true,\"tags\":\"x\",\"attachments\":{\"url\":\"a.mp3\"},},null,3,]"
            )
        )

        // Then
        #expect(feed.channel.title == "5")
        #expect(feed.channel.authors.map(\.name) == ["Ann"])
        #expect(feed.items.map(\.guid) == ["true"])
        #expect(feed.items.first?.keywords == ["x"])
        #expect(feed.items.first?.enclosures.count == 1)
    }

    /// PHP writes a list of which some were taken out as an object; other programs write the items under their ids.
    @Test(arguments: [
        #"{"0":{"id":"1"},"2":{"id":"2"}}"#, #"{"1":{"id":"1"}, "2" : {"id":"2"}}"#,
        #"{"a":{"id":"1"},"b":{"id":"2"}}"#, #"{"title":{"id":"1"},"summary":{"id":"2"}}"#,
        #"{"_a":{"id":"1"},"b":{"id":"2"}}"#,
    ])
    func readsTheItemsOfAnObject(items: String) throws {
        let feed = try parse(Self.feed("\"items\":\(items)"))

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.isComplete)
        #expect(feed.warnings.isEmpty)
    }

    @Test(arguments: [
        #"{"_x":{"a":1},"id":"1","author":{"name":"Ann"}}"#, #"{"type":"episode","id":"1"}"#,
        #"{"author":{"name":"Ann"},"id":"1"}"#, #"{"attachments":{"0":{"url":"/1.mp3"}},"id":"1"}"#,
    ])
    func readsASingleItem(item: String) throws {
        let feed = try parse(Self.feed("\"items\":\(item)"))

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
    }

    @Test func makesNoEpisodeOfAnObjectThatHoldsNoItem() throws {
        // Given lists with something else among the items
        let none = try parse(Self.feed(#""items":{"total":0,"page":"none"}"#))
        let some = try parse(Self.feed(#""items":{"0":{"title":"a"},"total":1,"1":{"title":"b"}}"#))

        // Then what is there is read, and what is missing is not gone
        #expect(none.items.isEmpty)
        #expect(some.items.map(\.title) == ["a", "b"])
        #expect(!none.isComplete && !some.isComplete)
        #expect(defects(none) == [.invalidValue, .invalidValue])
        #expect(defects(some) == [.invalidValue])
        #expect(try parse(Self.feed("\"items\":{}")).isComplete)
    }

    /// A brace too many ends the list: what follows are members of the document then, whose end comes too early.
    @Test func countsADocumentThatEndsTooEarlyAsIncomplete() throws {
        let items = #"{"1":{"id":"1"},"2":{"id":"2"}},"3":{"id":"3"}}"#
        let feed = try parse(Self.feed(#""items":\#(items),"icon":"i.png""#))

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(!feed.isComplete)
    }

    @Test func readsNumberedLists() throws {
        let attachment = #"{"0":{"url":"/1.mp3"},"1":{"url":"/2.mp3"}}"#
        let feed = try parse(Self.feed(#""items":[{"id":"1","tags":{"0":"a","2":"b"},"attachments":\#(attachment)}]"#))

        #expect(feed.items.first?.keywords == ["a", "b"])
        #expect(feed.items.first?.enclosures.map(\.url) == ["https://example.com/1.mp3", "https://example.com/2.mp3"])
    }

    @Test(arguments: [
        (#",{"id":"3"}]}"#, false), (#"{"id":"3"}"#, false), (#" ,"icon":"i.png"}"#, false),
        ("<item><guid>3</guid></item>", false),
        ("]}", true), ("<!-- made in 0.1 s -->", true), (";{}", true),
    ])
    func saysWhatFollowsTheEnd(rest: String, isComplete: Bool) throws {
        let feed = try parse(Self.feed(#""items":[{"id":"1"},{"id":"2"}]"#) + rest)

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(defects(feed) == [.trailingJunk])
        #expect(feed.isComplete == isComplete)
    }

    @Test(arguments: ["\n", "\u{0}\u{0}", " \u{FEFF}\r\n"])
    func takesNothingForNothingBehindTheEnd(rest: String) throws {
        let feed = try parse(Self.feed(#""items":[{"id":"1"}]"#) + rest)

        #expect(feed.warnings.isEmpty)
        #expect(feed.isComplete)
    }

    @Test(arguments: [
        #",{"id":"1"},{"title":"2"},{"id":"3"}"#, #"{"id":"1"},,{"title":"2"},{"id":"3"}"#,
        #"{"id":"1"},{"title":"2"}, , ,{"id":"3"}"#, #"{"id":"1"}{"title":"2"},{"id":"3"}"#,
        #"{"id":"1"},{"title":"2"} {"id":"3"}"#, "{\"id\":\"1\"}\n{\"title\":\"2\"}\n{\"id\":\"3\"}",
        #"{"id":"1"},{"title":"2"},{"id":"3"},,"#,
    ])
    func readsEveryItemWhereCommasAreWrong(items: String) throws {
        let feed = try parse(Self.feed("\"items\":[\(items)]"))

        #expect(feed.items.map { $0.guid ?? $0.title } == ["1", "2", "3"])
        #expect(defects(feed) == [.notWellFormed])
        #expect(!feed.isComplete)
    }

    /// What is damaged ends behind the next brace, whatever stands between it and the next item.
    @Test(arguments: [",,", "", ", ,"])
    func goesOnBehindDamageWhereCommasAreWrong(commas: String) throws {
        let damaged = #"{"id":"2","title":"a "quoted" word"}"#
        let feed = try parse(Self.feed(#""items":[{"id":"1"},\#(damaged)\#(commas){"id":"3"},{"id":"4"}]"#))

        #expect(feed.items.map(\.guid) == ["1", "3", "4"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        #""items":null"#, #""items":false"#, #""items":"none""#, #""items":0"#, #""user_comment":"x""#,
    ])
    func saysThatThereIsNoListOfItems(member: String) throws {
        let feed = try parse(Self.feed(member))

        #expect(feed.items.isEmpty)
        #expect(feed.warnings.map(\.kind) == [.missingTag])
        #expect(!feed.isComplete)
        #expect(try parse(Self.feed("\"items\":[]")).isComplete)
    }

    @Test func tellsAnErrorFromAFeed() throws {
        #expect(throws: FeedParsingError.json(message: "rate limit")) {
            try parse(Self.feed("\"error\":\"rate limit\""))
        }
        #expect(throws: FeedParsingError.json(message: "rate limit")) {
            try parse(Self.feed("\"items\":null,\"error\":{\"message\":\"rate limit\"}"))
        }
        #expect(try parse(Self.feed("\"message\":\"Hello\",\"items\":[{\"id\":\"1\"}]")).items.count == 1)
    }

    @Test func takesTheLengthOfTheFileThatIsPlayed() throws {
        // Given
        let picture = #"{"url":"i.gif","mime_type":"image/gif","duration_in_seconds":5}"#
        let document = #"{"url":"n.pdf","mime_type":"application/pdf","duration_in_seconds":6}"#
        let audio = #"{"url":"1.mp3","mime_type":"audio/mpeg","duration_in_seconds":100}"#
        let other = #"{"url":"1.mp3","mime_type":"audio/mpeg"},{"url":"1.ogg","duration_in_seconds":99}"#
        func duration(_ attachments: String) throws -> Int? {
            try parse(Self.feed(#""items":[{"id":"1","attachments":[\#(attachments)]}]"#)).items.first?.durationSeconds
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
        let feed = try parse(Self.feed("\"items\":[\(items)]"))

        // Then not for what is said, and not where a key is made of the date
        #expect(feed.items.map(\.publishedAt) == [1_072_915_200, nil, nil])
        #expect(feed.items.map(\.publishedRaw) == ["2004-01-01T00:00:00Z", "x", nil])
        #expect(feed.items.map(\.updatedAt) == [1_072_915_200, 1_072_915_200, 1_072_915_200])
    }

    /// RFC 8259, section 4: the empty name is a name.
    @Test func keepsAMemberWithoutAName() throws {
        let feed = try parse(Self.feed("\"\":\"lost and found\",\"items\":[]"))
        #expect(feed.channel.extensions.map(\.name) == [""])
        #expect(feed.channel.extensions.map(\.value) == ["lost and found"])
    }

    @Test func keepsWholeItemsOfATruncatedDocument() throws {
        // Given every end of a document behind its version
        let text = Self.feed("\"items\":[{\"id\":\"1\",\"title\":\"a\"},{\"id\":\"2\",\"title\":\"b\"}]")
        let bytes = Array(text.utf8)

        for count in 60..<bytes.count {
            // When
            let feed = try FeedParser().parse(Array(bytes[..<count]))

            // Then
            #expect(!feed.isComplete)
            #expect(feed.items.map(\.guid) == Array(["1", "2"].prefix(feed.items.count)))
            #expect(defects(feed).contains(.truncated))
        }
    }

    @Test func stopsAtTheLimits() throws {
        // Given
        let items = Array(repeating: "{\"summary\":\"Enough to say something.\"}", count: 300_000).joined(
            separator: ","
        )
        let values = Array(repeating: "1", count: 1_000_000).joined(separator: ",")

        // When
        let many = try parse(Self.feed("\"items\":[\(items)]"))
        let wide = try parse(Self.feed("\"_x\":[\(values)],\"items\":[]"))

        // Then
        #expect(many.items.count == FeedParserConfiguration().maximumItems)
        #expect(!many.isComplete)
        let kept = try #require(wide.channel.extensions.first?.children.count)
        #expect(kept < FeedParserConfiguration().maximumExtensionElements)
    }
}
