import FeedLoading
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

    /// What is followed may have become a pipe, and a round of all feeds would wait for somebody to write to it.
    @Test func aPipeIsWaitedForOnlyWhereSomebodyNamesIt() throws {
        var request = FeedImportRequest(name: "/feed.xml", source: .file(path: "/feed.xml"))
        #expect(!request.loadRequest(for: request.source, nil).waitsForPipes)

        request.isNamed = true
        #expect(request.loadRequest(for: request.source, nil).waitsForPipes)
        let inspected = FeedImportRequest(lookingAt: FeedAddress(source: request.source), options: TransferOptions())
        #expect(inspected.loadRequest(for: inspected.source, nil).waitsForPipes)
    }
}
