import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Servers that refuse the validators that they gave themselves (http polling A1 12).
struct RefusedConditionsTests {
    private static let url = "http://show.example/feed"
    private static let good = ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))

    @Test(arguments: [(400, 2), (403, 6), (500, 6)])
    func whoRefusesThemEachTimeIsAskedWithoutForAWhile(status: Int, failures: Int) async throws {
        try await WebTestBed.run(
            script: { request in request["If-None-Match"] == nil ? Self.good : ServerStep.response(status) },
            { bed in
                // Given a server that has refused conditions twice, and given the feed without them
                var failed = 0
                for _ in 0..<(failures + 3) {
                    if try await bed.importFeeds([Self.url]).results.first?.outcome.word == .failed { failed += 1 }
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(failed == failures)
                let before = bed.server.requests.count

                // When it is asked each day for a week
                for _ in 1...6 {
                    let outcome = try await bed.importFeeds([Self.url]).results.first?.outcome
                    #expect(outcome == .unchanged(notModified: false))
                    let reasons = try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.dueReasons(of: 1)
                    }
                    #expect(reasons.contains { $0.rule == .noValidators && $0.detail.contains("refuses") })
                    bed.clock.advance(by: .seconds(86_400))
                }

                // Then nothing was sent to be refused, and later it is tried again
                let week = bed.server.requests.dropFirst(before).map(Conditions.init)
                #expect(week == Array(repeating: Conditions(), count: 6))
                bed.clock.advance(by: .seconds(9 * 86_400))
                for _ in 1...2 {
                    try await bed.importFeeds([Self.url])
                    bed.clock.advance(by: .seconds(7200))
                }
                let later = bed.server.requests.suffix(2).map(Conditions.init)
                #expect(later == [Conditions(), Conditions("\"1\"")])
            }
        )
    }

    @Test func onlyWhatWasAnsweredWithoutThemCounts() {
        // Newest first: C with conditions, U without; upper case answered, lower case refused
        for (history, count) in [
            ("", 0), ("c", 1), ("ccc", 1), ("cUc", 2), ("cccUcccU", 2), ("cCc", 1), ("Cc", 0), ("uc", 0), ("cuUc", 2),
        ] {
            let fetches = history.map { letter in
                var fetch = FetchRecord(at: Timestamp(epochSeconds: 0), outcome: "")
                if letter.lowercased() == "c" { fetch.sent["If-None-Match"] = "\"1\"" }
                if letter.isLowercase { (fetch.status, fetch.errorKind) = (400, .forbidden) }
                return fetch
            }
            #expect(RefusedConditions.count(before: fetches) == count, "\(history)")
        }
    }
}
