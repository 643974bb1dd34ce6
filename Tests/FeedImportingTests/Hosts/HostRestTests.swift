import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Hosts that ask for rest in the middle of something, in whole runs.
struct HostRestTests {
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])

    @Test(arguments: [(429, "rate-limited"), (503, "unavailable")])
    func aRefusalWhoseBodyIsCutPausesItsHostAllTheSame(status: Int, reason: String) async throws {
        try await WebTestBed.run(
            script: { _ in
                let head = ServerStep.head(status, ["Retry-After: 600", "Content-Length: 500"])
                return [.send(head + Array("<html>".utf8)), .close]
            },
            { bed in
                // When a host breaks off while it says that it has had enough
                let until = bed.clock.timestamp.adding(seconds: 600)
                let (_, report) = try await bed.importFeeds(["http://show.example/1", "http://show.example/2"])

                // Then it is left alone
                #expect(report.failed == 1 && report.postponed == 1)
                #expect(bed.asked.count == 1)
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "show.example")
                }
                #expect(host?.pauseReason == reason)
                #expect(try #require(host?.pausedUntil) >= until)
            }
        )
    }
}
