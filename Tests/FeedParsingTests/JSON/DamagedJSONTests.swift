import FeedParsing
import Testing

/// JSON Feeds that are damaged, or not quite what the specification says.
struct DamagedJSONTests {
    @Test(arguments: [
        #""items":[ // the newest first\#u{A}{"id":"1"}, /* {"id":"0"}, */ {"id":"2","url":"http://a.example/2" /**/}]"#,
        #"/* "items":[] */"items":/*//*/[{"id"/* : */:"1"},//\#u{D}{"id":"2","title":"// no /* comment */"}]"#,
    ])
    func readsWhatHasComments(members: String) throws {
        // When
        let feed = try parse(FeedText.json(members))

        // Then
        #expect(feed.items.compactMap(\.guid) == ["1", "2"])
        #expect(feed.isComplete)
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity", "undefined"])
    func takesNumbersThatAreNoneForNothing(word: String) throws {
        // When
        let attachment = #"{"url":"/1.mp3","size_in_bytes":\#(word)}"#
        let feed = try parse(FeedText.json(#""items":[{"id":"1","title":\#(word),"attachments":[\#(attachment)]}]"#))

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
            FeedText.json(
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
        let feed = try parse(FeedText.json(#""items":[{"id":"1","title":"\#(text)"},{"id":"2"}]"#))

        // Then
        #expect(feed.items.first?.title == text.replacing(#"\'"#, with: "'"))
        #expect(feed.items.count == 2)
        #expect(feed.isComplete)
    }

    @Test(arguments: [
        "Warning: Undefined index in /srv/feed.php on line 3\n", "<br />\n<b>Notice</b>: x in <b>f.php</b><br />\n",
        ")]}',\n", "/* feed */ ", "text {x} {\"a\":{}}\n", "\u{FEFF}text\n",
    ])
    func readsTheFeedBehindJunk(junk: String) throws {
        for version in ["https://jsonfeed.org/version/1.1", "https:\\/\\/jsonfeed.org\\/version\\/1.1"] {
            // When
            let feed = try parse(
                junk + FeedText.json("\"items\":[{\"id\":\"1\",\"title\":\"{One}\"}]", version: version)
            )

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

    @Test func forgivesWrongTypesAndCommas() throws {
        // When
        let feed = try parse(
            FeedText.json(
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
        let feed = try parse(FeedText.json("\"items\":\(items)"))

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.isComplete)
        #expect(feed.warnings.isEmpty)
    }

    @Test(arguments: [
        #"{"_x":{"a":1},"id":"1","author":{"name":"Ann"}}"#, #"{"type":"episode","id":"1"}"#,
        #"{"author":{"name":"Ann"},"id":"1"}"#, #"{"attachments":{"0":{"url":"/1.mp3"}},"id":"1"}"#,
    ])
    func readsASingleItem(item: String) throws {
        let feed = try parse(FeedText.json("\"items\":\(item)"))

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.isComplete)
    }

    @Test func makesNoEpisodeOfAnObjectThatHoldsNoItem() throws {
        // Given lists with something else among the items
        let none = try parse(FeedText.json(#""items":{"total":0,"page":"none"}"#))
        let some = try parse(FeedText.json(#""items":{"0":{"title":"a"},"total":1,"1":{"title":"b"}}"#))

        // Then what is there is read, and what is missing is not gone
        #expect(none.items.isEmpty)
        #expect(some.items.map(\.title) == ["a", "b"])
        #expect(!none.isComplete && !some.isComplete)
        #expect(defects(none) == [.invalidValue, .invalidValue])
        #expect(defects(some) == [.invalidValue])
        #expect(try parse(FeedText.json("\"items\":{}")).isComplete)
    }

    @Test func readsNumberedLists() throws {
        let attachment = #"{"0":{"url":"/1.mp3"},"1":{"url":"/2.mp3"}}"#
        let feed = try parse(
            FeedText.json(#""items":[{"id":"1","tags":{"0":"a","2":"b"},"attachments":\#(attachment)}]"#)
        )

        #expect(feed.items.first?.keywords == ["a", "b"])
        #expect(feed.items.first?.enclosures.map(\.url) == ["https://example.com/1.mp3", "https://example.com/2.mp3"])
    }

    /// A brace too many ends the list: what follows are members of the document then, whose end comes too early.
    @Test func countsADocumentThatEndsTooEarlyAsIncomplete() throws {
        let items = #"{"1":{"id":"1"},"2":{"id":"2"}},"3":{"id":"3"}}"#
        let feed = try parse(FeedText.json(#""items":\#(items),"icon":"i.png""#))

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(!feed.isComplete)
    }

    @Test func keepsWholeItemsOfATruncatedDocument() throws {
        // Given every end of a document behind its version
        let text = FeedText.json("\"items\":[{\"id\":\"1\",\"title\":\"a\"},{\"id\":\"2\",\"title\":\"b\"}]")
        let bytes = Array(text.utf8)

        var counts: Set<Int> = []
        for count in 60..<bytes.count {
            // When
            let feed = try FeedParser().parse(Array(bytes[..<count]))

            // Then
            counts.insert(feed.items.count)
            #expect(!feed.isComplete)
            #expect(feed.items.map(\.guid) == Array(["1", "2"].prefix(feed.items.count)))
            #expect(defects(feed).contains(.truncated))
        }
        #expect(counts == [0, 1, 2])
    }

    @Test(arguments: [
        (#",{"id":"3"}]}"#, false), (#"{"id":"3"}"#, false), (#" ,"icon":"i.png"}"#, false),
        ("<item><guid>3</guid></item>", false),
        ("]}", true), ("<!-- made in 0.1 s -->", true), (";{}", true),
    ])
    func saysWhatFollowsTheEnd(rest: String, isComplete: Bool) throws {
        let feed = try parse(FeedText.json(#""items":[{"id":"1"},{"id":"2"}]"#) + rest)

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(defects(feed) == [.trailingJunk])
        #expect(feed.isComplete == isComplete)
    }

    @Test(arguments: ["\n", "\u{0}\u{0}", " \u{FEFF}\r\n"])
    func takesNothingForNothingBehindTheEnd(rest: String) throws {
        let feed = try parse(FeedText.json(#""items":[{"id":"1"}]"#) + rest)

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
        let feed = try parse(FeedText.json("\"items\":[\(items)]"))

        #expect(feed.items.map { $0.guid ?? $0.title } == ["1", "2", "3"])
        #expect(defects(feed) == [.notWellFormed])
        #expect(!feed.isComplete)
    }

    /// What is damaged ends behind the next brace, whatever stands between it and the next item.
    @Test(arguments: [",,", "", ", ,"])
    func goesOnBehindDamageWhereCommasAreWrong(commas: String) throws {
        let damaged = #"{"id":"2","title":"a "quoted" word"}"#
        let feed = try parse(FeedText.json(#""items":[{"id":"1"},\#(damaged)\#(commas){"id":"3"},{"id":"4"}]"#))

        #expect(feed.items.map(\.guid) == ["1", "3", "4"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        #""items":null"#, #""items":false"#, #""items":"none""#, #""items":0"#, #""user_comment":"x""#,
    ])
    func saysThatThereIsNoListOfItems(member: String) throws {
        let feed = try parse(FeedText.json(member))

        #expect(feed.items.isEmpty)
        #expect(feed.warnings.map(\.kind) == [.missingTag])
        #expect(!feed.isComplete)
        #expect(try parse(FeedText.json("\"items\":[]")).isComplete)
    }

    @Test func tellsAnErrorFromAFeed() throws {
        #expect(throws: FeedParsingError.json(message: "rate limit")) {
            try parse(FeedText.json("\"error\":\"rate limit\""))
        }
        #expect(throws: FeedParsingError.json(message: "rate limit")) {
            try parse(FeedText.json("\"items\":null,\"error\":{\"message\":\"rate limit\"}"))
        }
        #expect(try parse(FeedText.json("\"message\":\"Hello\",\"items\":[{\"id\":\"1\"}]")).items.count == 1)
    }

    @Test func stopsAtTheLimits() throws {
        // Given
        let items = Array(repeating: "{\"summary\":\"Enough to say something.\"}", count: 300_000).joined(
            separator: ","
        )
        let values = Array(repeating: "1", count: 1_000_000).joined(separator: ",")

        // When
        let many = try parse(FeedText.json("\"items\":[\(items)]"))
        let wide = try parse(FeedText.json("\"_x\":[\(values)],\"items\":[]"))

        // Then
        #expect(many.items.count == FeedParserConfiguration().maximumItems)
        #expect(!many.isComplete)
        let kept = try #require(wide.channel.extensions.first?.children.count)
        #expect(kept < FeedParserConfiguration().maximumExtensionElements)
    }
}
