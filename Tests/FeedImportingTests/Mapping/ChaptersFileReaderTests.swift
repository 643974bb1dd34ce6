import FeedImporting
import PodcastModel
import Testing

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
        let outside = try ChaptersFileReader().chapters(from: Array(file.utf8), at: nil)

        // Then
        #expect(outside.count == 2)
        #expect(inside.episodes.first?.chapters == outside)
    }
}
