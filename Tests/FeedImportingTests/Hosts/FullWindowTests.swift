import FeedServer
import Foundation
import PodcastModel
import Testing

@testable import FeedImporting

/// Feeds on their way that have to ask another host when there is no room for any other to begin.
struct FullWindowTests {
    private static func rss(_ name: String, next: String? = nil) -> [ServerStep] {
        let link = next.map { "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='next' href='\($0)'/>" }
        let feed = TestFeed.rss([TestFeed.item(name)], title: name, channel: link ?? "")
        return ServerStep.response(200, ["Content-Type: application/rss+xml"], feed)
    }

    @Test(.timeLimit(.minutes(10)))
    func moreFeedsThanFitAreRedirectedEachToAnotherHost() async throws {
        try await WebTestBed.run(
            script: { request in
                guard let host = request.path.split(separator: "/").dropFirst().first else { return [] }
                if host.hasPrefix("from") { return ServerStep.redirect(302, to: "http://to\(host.dropFirst(4))/feed") }
                return Self.rss(String(host))
            },
            { bed in
                // More by half than there is room for
                let (_, report) = try await bed.importFeeds((0..<60).map { "http://from\($0).example/" })
                #expect(report.imported == 60)
            }
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func aLaterPageOfAFeedThatLeavesNoRoomIsReadBeforeTheNextFeedOfItsHost() async throws {
        // Given two feeds of a host, the first of two pages, and heavier than all that there is room for
        try await WebTestBed.run(
            configure: { $0.maximumBytesInFlight = 10 },
            script: { request in
                switch request.path {
                case "http://one.example/big": Self.rss("big", next: "http://one.example/more")
                default: Self.rss(request.path.split(separator: "/").last.map(String.init) ?? "")
                }
            },
            { bed in
                let urls = ["big", "more", "small"].map { "http://one.example/\($0)" }
                let (results, report) = try await bed.importFeeds([urls[0], urls[2]])
                #expect(report.imported == 2)
                #expect(results.first?.episodeCount == 2)
                #expect(bed.asked == urls)
            }
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func aRedirectIsFollowedToTheHostWhoseFeedWaitsForRoom() async throws {
        try await WebTestBed.run(
            configure: { $0.maximumFeedsInFlight = 1 },
            script: { request in
                if request.path == "http://one.example/" { return ServerStep.redirect(302, to: "http://two.example/1") }
                return Self.rss(request.path)
            },
            { bed in
                let (_, report) = try await bed.importFeeds(["http://one.example/", "http://two.example/2"])
                #expect(report.imported == 2)
                #expect(bed.asked == ["http://one.example/", "http://two.example/1", "http://two.example/2"])
            }
        )
    }
}
