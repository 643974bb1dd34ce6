import Foundation
import PodcastModel
import Testing

@testable import FeedImporting

struct PipeRequestTests {
    /// Whoever made a pipe removes it when it has been read, before the document is stored.
    @Test func aPipeIsNotFollowedThoughItHasBeenRemovedMeanwhile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID())").path
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = FeedImportRequest(name: path, source: .file(path: path))

        #expect(unlink(path) == 0)

        #expect(!pipe.isToBeFollowed)
        #expect(FeedImportRequest(name: path, source: .file(path: path)).isToBeFollowed)
        #expect(FeedImportRequest(name: path, source: .file(path: path), identity: "https://a.example/").isToBeFollowed)
    }
}
