import FeedServer
import Operations
import PodcastModel
import Testing

@testable import FeedImporting

/// What stands behind the first page of a feed that was held back, and that the user has accepted.
struct HeldPagesTests {
    private static let url = "http://show.example/feed"
    private static let show = TestFeed.rss((1...6).reversed().map { TestFeed.item("e\($0)", day: $0) })

    /// One of three pages of another show, with two episodes each.
    private static func page(_ request: RecordedRequest) -> String {
        let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
        let link =
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(url)?page=\(number + 1)\"/>"
        let items = [0, 1].map { TestFeed.item("bet-\(2 * number + $0)", day: 20 - 2 * number - $0) }
        return TestFeed.rss(items, title: "Bets", channel: number < 3 ? link : "")
    }

    @Test func theNextRefreshReadsThem() async throws {
        let isOther = Locked(false)
        try await WebTestBed.run(
            script: { request in
                ServerStep.response(200, [], isOther.withLock(\.self) ? Self.page(request) : Self.show)
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.url])
                isOther.withLock { $0 = true }
                bed.clock.advance(by: .seconds(86_400))
                let (held, _) = try await bed.importFeeds([Self.url])
                #expect(held.first?.outcome == .postponed(until: nil))

                // When
                let accepted = try await bed.importer.importHeldDocument(of: 1)

                // Then
                #expect(accepted?.episodeCount == 8)
                #expect(accepted?.warnings.contains { $0.kind == .morePages } == true)
                bed.clock.advance(by: .seconds(86_400))
                let (next, report) = try await bed.importFeeds([Self.url])
                #expect(report.counts.inserted == 4)
                #expect(next.first?.episodeCount == 12)

                // and no other does
                bed.clock.advance(by: .seconds(86_400))
                let asked = bed.server.requests.count
                try await bed.importFeeds([Self.url])
                #expect(bed.server.requests.count == asked + 1)
            }
        )
    }
}
