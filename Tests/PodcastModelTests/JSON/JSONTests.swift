import Foundation
import PodcastModel
import Testing

struct JSONTests {
    @Test func writesAbsentValuesAsNullInDeclaredOrder() throws {
        let text = try JSONValue(encoding: Person(name: "Anna", role: "host")).text
        #expect(text == #"{"name":"Anna","role":"host","group":null,"imageURL":null,"href":null}"#)
    }

    @Test func escapesWhatJSONForbids() throws {
        let text = "quote \" slash \\ tab \t line \n bell \u{7} delete \u{7F} emoji 🎧"
        let json = try JSONValue(encoding: [text]).text
        let decoded = try JSONDecoder().decode([String].self, from: Data(json.utf8))
        #expect(decoded == [text])
    }

    @Test func writesNoCharacterThatSteersATerminal() throws {
        // Given the characters U+007F to U+009F, and others whose bytes are alike
        let controls = String(String.UnicodeScalarView((0x7F...0x9F).compactMap(Unicode.Scalar.init)))
        let text = "\u{9B}31m\(controls)\u{A0}¡©¿À\u{FF}ŀ–\u{2028}🎧\u{80}"

        // When
        let json = try JSONValue(encoding: [text: text]).text

        // Then
        #expect(!json.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        #expect(json.hasPrefix(#"{"\u009b31m\u007f\u0080\u0081"#))
        #expect(json.hasSuffix("\u{A0}¡©¿À\u{FF}ŀ–\u{2028}🎧" + #"\u0080"}"#))
        #expect(try JSONDecoder().decode([String: String].self, from: Data(json.utf8)) == [text: text])
    }

    @Test(arguments: [
        ("\u{2028}", #"["\u2028"]"#), ("a\u{2029}b\u{2028}", #"["a\u2029b\u2028"]"#),
        ("\u{B}\u{C}\u{1C}\u{1D}\u{1E}\u{85}", #"["\u000b\u000c\u001c\u001d\u001e\u0085"]"#),
        ("’ – \u{2027}", "[\"’ – \u{2027}\"]"),
    ])
    func aLineEndsForNoReaderBeforeItsEnd(text: String, expected: String) throws {
        let line = try JSONValue(encoding: [text]).line

        #expect(line == expected)
        #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
    }

    @Test(arguments: [(1.0, "1"), (1.5, "1.5"), (-0.25, "-0.25"), (Double.infinity, "null"), (Double.nan, "null")])
    func writesNumbersAsJSONKnowsThem(number: Double, expected: String) throws {
        #expect(try JSONValue(encoding: number).text == expected)
    }

    @Test func sortsDictionariesSoThatEqualValuesGiveEqualText() throws {
        let extensions: Extensions = [
            "b": [MarkupElement(name: "x")], "a": [MarkupElement(name: "y", attributes: ["q": "1", "c": "2"])],
        ]
        let text = try JSONValue(encoding: extensions).text
        #expect(text.hasPrefix(#"{"a":[{"name":"y","value":null,"attributes":{"c":"2","q":"1"},"children":[]}],"b":"#))
    }

    @Test func writesEveryNameOfAnEpisode() throws {
        guard case .object(let members) = try JSONValue(encoding: Episode()) else {
            Issue.record("not an object")
            return
        }
        let names = members.map(\.name)
        for name in [
            "guid", "key", "keyKind", "showNotesHTML", "season", "episode", "extensions", "enclosures", "location",
        ] {
            #expect(names.contains(name))
        }
        #expect(Set(names).count == names.count)
        #expect(members.first { $0.name == "season" }?.value == .null)
        #expect(members.first { $0.name == "chapters" }?.value == .array([]))
    }

    @Test func readsBackTheEpisodeItWrote() throws {
        var episode = Episode()
        episode.guid = "g"
        episode.key = "g"
        episode.title = "Title"
        episode.content = "<p>Notes</p>"
        episode.publishedAt = Timestamp(epochSeconds: 1_000_000_000)
        episode.enclosures = [Enclosure(url: "https://example.com/a.mp3", length: 5, type: "audio/mpeg")]
        episode.location = [Location(name: "Berlin"), Location(name: "Rome")]
        episode.extensions = ["urn:x": [MarkupElement(name: "a", value: "b")]]
        let json = try JSONValue(encoding: LiveItem(status: "live", startsAt: nil, endsAt: nil, item: episode)).text
        let decoded = try JSONDecoder().decode(LiveItem.self, from: Data(json.utf8))
        #expect(decoded.item == episode)
        #expect(decoded.status == "live")
    }

    @Test(arguments: ["Notes", "1 < 2", "<p>Notes</p>", "Other notes", " "])
    func tellsWhatReadsBackOfAnEpisode(content: String) throws {
        // Given
        var episode = Episode()
        (episode.guid, episode.guidIsPermaLink) = ("https://example.com/1?a=1&amp;b=2", true)
        (episode.link, episode.content) = ("https://example.com/1?a=1&b=2", content)
        (episode.description, episode.summary) = ("Notes", "1 < 2")

        // When
        let json = try JSONValue(encoding: episode)
        let decoded = try JSONDecoder().decode(Episode.self, from: Data(json.text.utf8))

        // Then
        #expect(decoded == episode.asWritten)
        #expect(try JSONValue(encoding: episode.asWritten) == json)
    }

    @Test func putsTheStoresFieldsAndTheEpisodesIntoOneObject() throws {
        let now = Timestamp(epochSeconds: 0)
        let stored = StoredEpisode(
            id: 7,
            podcastID: 3,
            firstSeenAt: now,
            lastSeenAt: now,
            removedAt: nil,
            episode: Episode()
        )
        let text = try JSONValue(encoding: stored).text
        #expect(
            text.hasPrefix(
                #"{"id":7,"podcast":3,"firstSeenAt":"1970-01-01T00:00:00Z","lastSeenAt":"1970-01-01T00:00:00Z","removedAt":null,"guid":null"#
            )
        )
    }

    @Test func indentsOnRequest() throws {
        let value = JSONValue.object([.init("a", .array([.integer(1), .null])), .init("b", .array([]))])
        #expect(value.prettyText == "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": []\n}")
    }
}
