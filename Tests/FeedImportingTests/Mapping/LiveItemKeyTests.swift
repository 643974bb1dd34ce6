import PodcastModel
import Testing

@testable import FeedImporting

/// Live items have keys of their own.
struct LiveItemKeyTests {
    @Test func liveItemsHaveTheKeysOfTheirGuids() throws {
        // Given a live item and an episode with the same guid
        let text = """
            <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title>
            <podcast:liveItem status="live"><title>Live</title><guid>a</guid></podcast:liveItem>
            <podcast:liveItem status="live"><title>Another</title><link>https://a.example/live</link></podcast:liveItem>
            <item><title>One</title><guid>a</guid></item></channel></rss>
            """

        let document = try FeedDocumentReader().document(from: Array(text.utf8), baseURL: nil, charset: nil)

        let items = document.podcast.liveItems.map(\.item)
        #expect(items.map(\.keyKind) == [.guid, .link])
        #expect(items.first?.key == document.episodes.first?.key)
        #expect(items.allSatisfy { !$0.key.isEmpty })
    }
}
