import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

/// What is known of an answer whose document is of no use.
struct UnusableAnswerTests {
    private static let url = "http://show.example/feed"

    @Test(arguments: [
        ("html", [], "<html><title>Sorry</title></html>", 200), ("empty-body", [], "", 200),
        ("media-body", [], "%PDF-1.7 and so on and on", 200),
        ("undecodable-body", ["Content-Encoding: rot13"], "\u{1}<rss/>", 200), ("forbidden", [], "", 403),
        ("unexpected-status", [], "", 202),
    ])
    func itsStatusAndItsWishForRestAreKept(kind: String, headers: [String], body: String, status: Int) async throws {
        let seconds = Locked("400000")
        let isOver = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                guard isOver.withLock(\.self) else {
                    return ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
                }
                return ServerStep.response(status, headers + ["Retry-After: \(seconds.withLock(\.self))"], body)
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.url])
                isOver.withLock { $0 = true }

                // When it asks for some days, and then for years
                for (asked, believed) in [("400000", 400_000), ("999999999999999999", 7 * 86_400)] as [(String, Int64)]
                {
                    seconds.withLock { $0 = asked }
                    let result = try #require(try await bed.importFeeds([Self.url]).results.first)

                    // Then
                    guard case .failed(let failure) = result.outcome else { throw UnexpectedEnd() }
                    #expect(failure.kind.rawValue == kind)
                    #expect(result.httpStatus == status)
                    #expect(result.seconds.load > 0)
                    #expect(failure.retryAfter == bed.clock.timestamp.adding(seconds: believed))
                    let due = try #require(try await bed.subscription(Self.url)?.nextDueAt)
                    #expect(due.seconds(since: bed.clock.timestamp) >= believed)
                    let fetch = try await bed.read { unit throws(PersistenceError) in
                        try unit.fetches.newest(of: 1).first
                    }
                    #expect(fetch?.status == status)
                    #expect(fetch?.errorKind?.rawValue == kind)
                }
            }
        )
    }
}

extension UnusableAnswerTests {
    @Test func rule37A410IsAFailureUntilItIsBelieved() async throws {
        let isOver = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                isOver.withLock(\.self)
                    ? ServerStep.response(410)
                    : ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.url])
                isOver.withLock { $0 = true }

                // When the server says so day after day
                var outcomes: [ImportOutcome] = []
                var failed: [Int] = []
                for _ in 1...4 {
                    bed.clock.advance(by: .seconds(90_000))
                    let (results, report) = try await bed.importFeeds([Self.url])
                    outcomes += results.map(\.outcome)
                    failed.append(report.failed)
                }

                // Then
                #expect(outcomes.map(\.word) == [.failed, .failed, .gone, .gone])
                #expect(outcomes.map { $0.failure?.kind } == [.gone, .gone, .gone, .gone])
                #expect(failed == [1, 1, 0, 0])
                let last = FeedImportResult(feed: Self.url, outcome: try #require(outcomes.last))
                let json = try JSONEncoder().encode(last)
                #expect(String(decoding: json, as: UTF8.self).contains("\"kind\":\"gone\""))
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                #expect(fetches.map(\.outcome) == ["gone", "gone", "failed", "failed", "imported"])
            }
        )
    }

    @Test func aWishForRestOfARedirectHoldsThoughNobodyAnswersWhereItLeads() async throws {
        let isOver = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path.contains("elsewhere") { return [.close] }
                guard isOver.withLock(\.self) else {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                }
                return ServerStep.response(302, ["Location: http://elsewhere.example/", "Retry-After: 400000"])
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.url])
                isOver.withLock { $0 = true }

                // When
                let result = try #require(try await bed.importFeeds([Self.url]).results.first)

                // Then the failure is that of the other host, and the feed rests all the same
                guard case .failed(let failure) = result.outcome else { throw UnexpectedEnd() }
                #expect(failure.kind.rawValue == "connection-lost")
                #expect(result.httpStatus == nil)
                #expect(failure.retryAfter == bed.clock.timestamp.adding(seconds: 400_000))
                let due = try #require(try await bed.subscription(Self.url)?.nextDueAt)
                #expect(due.seconds(since: bed.clock.timestamp) >= 400_000)
            }
        )
    }
}

private struct UnexpectedEnd: Error {}
