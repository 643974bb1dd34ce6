import FeedServer
import Operations
import PodcastModel
import Testing

@testable import FeedImporting

/// Runs that are ended while feeds are on their way, as when the daemon reads its settings again.
struct EndedRunTests {
    private static let moved = "http://old.example/feed"
    private static let target = "http://new.example/feed"
    private static let waiting = "http://old.example/other"

    @Test func whatHasBegunGoesWhereItsServerSendsIt() async throws {
        // Given a run that is ended when a feed is told to go elsewhere, and another waits for the turn of its host
        let importer = Locked<FeedImporter?>(nil)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.target {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                }
                return [.perform { importer.withLock(\.self)?.endRun() }] + ServerStep.redirect(302, to: Self.target)
            },
            { bed in
                importer.withLock { $0 = bed.importer }

                // When
                let (results, _) = try await bed.importFeeds([Self.moved, Self.waiting])

                // Then that one is not begun, and the first is there, without its server being asked twice
                #expect(results.map(\.feed) == [Self.moved])
                #expect(results.map(\.outcome.word) == [.imported])
                #expect(bed.asked == [Self.moved, Self.target])
            }
        )
    }

    @Test func laterPagesAreLeftToTheNextRefresh() async throws {
        // Given a run that is ended while the first of several pages is loaded
        let (importer, second) = (Locked<FeedImporter?>(nil), Self.moved + "?page=2")
        let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(second)\"/>"
        try await WebTestBed.run(
            script: { request in
                let isFirst = request.path == Self.moved
                let page = TestFeed.rss([TestFeed.item(isFirst ? "b" : "a")], channel: isFirst ? link : "")
                return [.perform { importer.withLock(\.self)?.endRun() }] + ServerStep.response(200, [], page)
            },
            { bed in
                importer.withLock { $0 = bed.importer }

                // When
                let (results, _) = try await bed.importFeeds([Self.moved])

                // Then
                #expect(results.first?.warnings.contains { $0.kind == .pagesInterrupted } == true)
                #expect(bed.asked == [Self.moved])

                // And the next one goes on there
                importer.withLock { $0 = nil }
                let (next, _) = try await bed.importFeeds([Self.moved])
                #expect(bed.asked == [Self.moved, Self.moved, second])
                #expect(next.first?.episodeCount == 2)
            }
        )
    }
}
