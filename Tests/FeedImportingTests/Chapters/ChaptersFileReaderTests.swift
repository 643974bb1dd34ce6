import PodcastModel
import Testing

@testable import FeedImporting

struct ChaptersFileReaderTests {
    @Test func readsAFileIntoTheChaptersThatFeedsHaveInside() throws {
        // Given the same chapters in a feed and in a file
        let feed = """
            <rss xmlns:psc="http://podlove.org/simple-chapters"><channel><item><guid>1</guid><psc:chapters>
            <psc:chapter start="00:00" title="Intro"/>
            <psc:chapter start="01:30.5" title="Knots" href="https://a.example/k" image="https://a.example/k.jpg"/>
            </psc:chapters></item></channel></rss>
            """
        let file = """
            {"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},
            {"startTime":90.5,"title":"Knots","url":"https://a.example/k","img":"https://a.example/k.jpg"}]}
            """

        // When
        let inside = try FeedDocumentReader().document(from: Array(feed.utf8), baseURL: nil, charset: nil)
        let outside = try ChaptersFileReader().contents(of: Array(file.utf8), at: nil)

        // Then
        #expect(outside.chapters.count == 2 && outside.isComplete)
        #expect(inside.episodes.first?.chapters == outside.chapters)
    }

    @Test func saysOfAFileThatEndsBeforeItsEndThatItDoes() throws {
        let file = #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},{"startTime":9"#

        let contents = try ChaptersFileReader().contents(of: Array(file.utf8), at: nil)

        #expect(contents.chapters.map(\.title) == ["Intro"])
        #expect(!contents.isComplete)
    }

    @Test(arguments: [
        (nil, true), ("application/json+chapters", true), ("application/JSON; charset=utf-8", true),
        ("application/chapters+json", true), ("text/xml", false), ("text/vtt", false),
    ])
    func readsWhateverIsCalledJSON(type: String?, isRead: Bool) {
        #expect(ChaptersFileLoader.reads(type: type) == isRead)
    }
}
