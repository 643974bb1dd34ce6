import FeedParsing
import Testing

/// RSS written as JSON (feed formats A1).
struct RSSInJSONTests {
    @Test func readsAPodcast() throws {
        // When
        let feed = try parse(
            """
            {"rss": {"version": "2.0", "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd", "channel": {
              "title": "Tar & Rope", "link": "https://tar.example/", "description": "<b>Knots</b>",
              "itunes:image": {"href": "https://tar.example/cover.jpg"},
              "itunes:category": {"text": "Leisure", "itunes:category": {"text": "Crafts"}},
              "itunes:explicit": false,
              "item": [
                {"title": "Two", "guid": {"#value": "tar-2", "isPermaLink": false},
                 "pubDate": "Mon, 12 Jan 2026 05:30:00 GMT",
                 "enclosure": {"url": "https://tar.example/2.mp3?a=1&b=2", "length": 123, "type": "audio/mpeg"},
                 "category": [{"domain": "https://tar.example/tags", "#value": "Knots"}, "Rope"],
                 "podcast:transcript": {"url": "https://tar.example/2.vtt", "type": "text/vtt"},
                 "own:mood": "calm"},
                {"title": "One", "guid": "https://tar.example/1"}
              ]}}}
            """
        )

        // Then
        #expect(feed.format == "rss in json 2.0")
        #expect(feed.isComplete)
        #expect(defects(feed).isEmpty)
        #expect(feed.warnings.allSatisfy { $0.line == nil })
        #expect(feed.channel.title == "Tar & Rope")
        #expect(feed.channel.description == "<b>Knots</b>")
        #expect(feed.channel.artworkURL == "https://tar.example/cover.jpg")
        #expect(feed.channel.itunesCategories == [["Leisure", "Crafts"]])
        #expect(feed.channel.explicit == false)
        #expect(feed.items.map(\.guid) == ["tar-2", "https://tar.example/1"])
        #expect(feed.items.map(\.guidIsPermaLink) == [false, true])
        let item = try #require(feed.items.first)
        #expect(item.publishedAt == 1_768_195_800)
        #expect(item.enclosures.map(\.url) == ["https://tar.example/2.mp3?a=1&b=2"])
        #expect(item.enclosures.first?.length == 123)
        #expect(item.categories.map(\.text) == ["Knots", "Rope"])
        #expect(item.podcast.transcripts.map(\.type) == ["text/vtt"])
        #expect(item.extensions.map(\.value) == ["calm"])
    }

    /// As xml2js, fast-xml-parser, xml-js, xmltodict, PHP, BadgerFish and GData write any XML in JSON.
    @Test(arguments: [
        (#"{"$":{"isPermaLink":"false"},"_":"a"}"#, #"{"$":{"url":"https://a.example/1.mp3","length":"5"}}"#),
        (##"{"#text":"a","@_isPermaLink":"false"}"##, #"{"@_url":"https://a.example/1.mp3","@_length":"5"}"#),
        (
            #"{"_attributes":{"isPermaLink":"false"},"_cdata":"a"}"#,
            #"{"_attributes":{"url":"https://a.example/1.mp3","length":5,"x y":1,"z":{}}}"#
        ),
        (##"{"@isPermaLink":"false","#text":"a"}"##, #"{"@url":"https://a.example/1.mp3","@length":"5"}"#),
        (
            #"{"@attributes":{"isPermaLink":"false"},"$":"a"}"#,
            #"{"@attributes":{"url":"https://a.example/1.mp3","length":"5"}}"#
        ),
        (#"{"isPermaLink":"false","$t":"a"}"#, #"{"url":"https://a.example/1.mp3","length":"5"}"#),
    ])
    func readsAttributesAsProgramsWriteThem(guid: String, enclosure: String) throws {
        let item = #"{"title":["One"],"guid":[\#(guid)],"enclosure":\#(enclosure)}"#

        let feed = try parse(#"{"version":"1.0","rss":{"$":{"version":"2.0"},"channel":[{"item":[\#(item)]}]}}"#)

        #expect(feed.format == "rss in json 2.0")
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.guid) == ["a"])
        #expect(feed.items.map(\.guidIsPermaLink) == [false])
        #expect(feed.items.flatMap(\.enclosures).map(\.url) == ["https://a.example/1.mp3"])
        #expect(feed.items.flatMap(\.enclosures).map(\.length) == [5])
    }

    @Test func readsNumberedLists() throws {
        let items = #"{"0":{"guid":"1","category":{"1":"a","2":"b"}},"3":{"guid":"2"}}"#
        let feed = try parse(#"{"rss":{"channel":{"title":"A","item":\#(items)}}}"#)

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.items.first?.categories.map(\.text) == ["a", "b"])
    }

    /// A brace too many ends the list, or the document, before its last item.
    @Test(
        arguments: [
            (#"]}},{"guid":"2"}]}}"#, [.notWellFormed]), (#"]}}},{"guid":"2"}]}}}"#, [.trailingJunk]),
            ("]}}", [.truncated]),
            (#"]}},"x":"y"},"z":1}"#, [.trailingJunk]),
        ] as [(String, [FeedWarning.Kind])]
    )
    func countsADocumentThatEndsTooEarlyAsIncomplete(rest: String, warnings: [FeedWarning.Kind]) throws {
        let feed = try parse(#"{"rss":{"channel":{"title":"A","item":[{"guid":"1"}"# + rest)

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(!feed.isComplete)
        #expect(defects(feed) == warnings)
    }

    @Test func saysWhatFollowsTheEnd() throws {
        let feed = try parse(#"{"rss":{"channel":{"title":"A","item":[{"guid":"1"}]}}}}"#)

        #expect(feed.isComplete)
        #expect(defects(feed) == [.trailingJunk])
    }

    @Test func makesNoMarkupOfNames() throws {
        let feed = try parse(#"{"rss":{"channel":{"title":"A","a><item>":"x","b c":"y","item":{"guid":"1"}}}}"#)

        #expect(feed.items.map(\.guid) == ["1"])
        #expect(feed.channel.title == "A")
        #expect(feed.channel.extensions.isEmpty)
    }

    @Test(arguments: [#"{"rss":{}}"#, #"{"rss":"x"}"#, #"{"rss":{"channel":null}}"#, #"{"rss":[]}"#])
    func readsNoEpisodesFromNothing(text: String) {
        #expect((try? parse(text))?.items.isEmpty ?? true)
    }

    @Test func boundsNesting() {
        let text = #"{"rss":{"channel":{"title":"A","x":"# + String(repeating: #"{"x":"#, count: 100_000)

        #expect((try? parse(text))?.isComplete != true)
    }
}
