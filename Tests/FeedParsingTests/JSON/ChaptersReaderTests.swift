import FeedParsing
import Foundation
import Testing

/// Files of chapters in JSON (feed formats I).
struct ChaptersReaderTests {
    private func read(_ text: String) throws(FeedParsingError) -> ParsedChapters {
        try ChaptersReader().read(Array(text.utf8), baseURL: "https://kelp.example/chapters/2.json")
    }

    @Test func readsEveryField() throws {
        // When
        let file = try read(
            """
            {"version": "1.2.0", "title": "Ropes", "author": "Ida", "podcastName": "Kelp", "description": "D",
             "fileName": "2.mp3", "waypoints": true, "chapters": [
               {"startTime": 168.5, "endTime": 200, "title": " Bow\\nline ", "url": "/bowline", "img": "b.jpg",
                "location": {"name": "Pier", "geo": "geo:57.7,11.9", "osm": "R1"}, "future": {"a": [1]}},
               {"startTime": 0, "title": "Intro", "toc": false}]}
            """
        )

        // Then they are in order
        #expect(file.version == "1.2.0")
        #expect(file.title == "Ropes")
        #expect(file.author == "Ida")
        #expect(file.podcastName == "Kelp")
        #expect(file.description == "D")
        #expect(file.fileName == "2.mp3")
        #expect(file.hasWaypoints)
        #expect(file.isComplete)
        #expect(file.chapters.map(\.startSeconds) == [0, 168.5])
        #expect(file.chapters.map(\.isListed) == [false, true])
        let chapter = try #require(file.chapters.last)
        #expect(chapter.title == "Bow line")
        #expect(chapter.endSeconds == 200)
        #expect(chapter.href == "https://kelp.example/bowline")
        #expect(chapter.imageURL == "https://kelp.example/chapters/b.jpg")
        #expect(chapter.location == ParsedLocation(name: "Pier", geo: "geo:57.7,11.9", osm: "R1"))
    }

    /// As in JSON Feed (feed formats C1): programs write the text of the XML beside it.
    @Test func decodesReferencesInTitlesAndNames() throws {
        let file = try read(
            #"""
            {"title": "Q&amp;A", "author": "Tom &amp; Jerry", "podcastName": "Kelp &#8211; live", "chapters": [
              {"startTime": 0, "title": "Q&amp;A &#8211; <i>intro</i>", "location": {"name": "Pier &amp; Quay"}}]}
            """#
        )

        #expect([file.title, file.author, file.podcastName] == ["Q&A", "Tom & Jerry", "Kelp – live"])
        #expect(file.chapters.map(\.title) == ["Q&A – <i>intro</i>"])
        #expect(file.chapters.map(\.location?.name) == ["Pier & Quay"])
    }

    /// As PHP writes a list of which some were taken out.
    @Test func readsANumberedList() throws {
        let file = try read(
            #"{"chapters":{"0":{"startTime":0,"title":"Intro"},"2":{"startTime":90,"title":"Ropes"}}}"#
        )

        #expect(file.isComplete)
        #expect(file.chapters.map(\.title) == ["Intro", "Ropes"])
    }

    @Test func forgivesTextForNumbersMissingTitlesAndEndsBeforeTheirStart() throws {
        let file = try read(
            #"{"version":1.1,"chapters":[{"startTime":"01:02:03.5"},{"startTime":"90","endTime":"80"},{"title":"x"}]}"#
        )

        #expect(file.version == "1.1")
        #expect(file.chapters.map(\.startSeconds) == [90, 3723.5])
        #expect(file.chapters.map(\.endSeconds) == [nil, nil])
        #expect(file.chapters.map(\.title) == [nil, nil])
    }

    /// As editors and shells of Windows write files.
    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .windowsCP1252, .utf8])
    func readsWhatIsNotUTF8(encoding: String.Encoding) throws {
        let text = #"{"chapters":[{"startTime":0,"title":"Über Tauwerk – Größen"}]}"#
        let mark = encoding == .windowsCP1252 ? "" : "\u{FEFF}"
        let bytes = try #require((mark + text).data(using: encoding))

        let file = try ChaptersReader().read(Array(bytes), baseURL: nil)

        #expect(file.isComplete)
        #expect(file.chapters.map(\.title) == ["Über Tauwerk – Größen"])
    }

    @Test func keepsWhatCameBeforeTheEndOfACutFile() throws {
        let file = try read(#"{"chapters":[{"startTime":1,"title":"a"},{"startTime":2,"ti"#)

        #expect(file.chapters.map(\.title) == ["a"])
        #expect(!file.isComplete)
    }

    @Test(arguments: ["", "[]", "{}", "<html>", #"{"chapters":7}"#, #"{"version":"1.2.0"}"#])
    func refusesWhatIsNoFileOfChapters(text: String) {
        #expect(throws: FeedParsingError.self) { try read(text) }
    }

    @Test func boundsSizeAndNumber() throws {
        var reader = ChaptersReader()
        reader.maximumChapters = 2
        let text = #"{"chapters":[{"startTime":1},{"startTime":2},{"startTime":3}]}"#
        let file = try reader.read(Array(text.utf8), baseURL: nil)
        #expect(file.chapters.count == 2)
        #expect(!file.isComplete)

        reader.maximumBytes = 10
        #expect(throws: FeedParsingError.limitExceeded(limit: "a file of chapters has at most 10 bytes")) {
            try reader.read(Array(text.utf8), baseURL: nil)
        }
    }
}
