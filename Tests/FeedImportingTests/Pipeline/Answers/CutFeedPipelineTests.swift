import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Feeds that never end where a feed ends, from one refresh to the next (http polling A1 9, A2 18, A3 43).
struct CutFeedPipelineTests {
    private static let url = "http://show.example/feed"

    /// A document without its end.
    private static func cut(_ guids: [String], title: String = "Show") -> String {
        TestFeed.rss(guids.map { TestFeed.item($0) }, title: title).replacing("</channel></rss>", with: "")
    }

    @Test(arguments: [cut(["a"]), TestFeed.rss([TestFeed.item("a")]) + TestFeed.rss([TestFeed.item("b")])])
    func whatIsLikeThatAtItsSourceIsAskedForWithConditions(document: String) async throws {
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == "\"1\""
                    ? ServerStep.notModified() : ServerStep.response(200, ["ETag: \"1\""], document)
            },
            { bed in
                var results: [FeedImportResult] = []
                for _ in 1...4 {
                    results += try await bed.importFeeds([Self.url]).results
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, nil, "\"1\"", "\"1\""])
                #expect(results.map(\.outcome.word) == [.imported, .imported, .unchanged, .unchanged])
                #expect(results.prefix(2).allSatisfy { !$0.warnings.isEmpty })
                #expect(try await bed.subscription(Self.url)?.episodeCount == 1)
            }
        )
    }

    @Test func whatWasCutOnItsWayIsAskedForAgainAsAWhole() async throws {
        let isWhole = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                isWhole.withLock(\.self)
                    ? ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
                    : ServerStep.response(200, ["ETag: \"1\""], Self.cut(["a"]))
            },
            { bed in
                for _ in 1...3 {
                    try await bed.importFeeds([Self.url])
                    isWhole.withLock { $0 = true }
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, nil, "\"1\""])
                #expect(try await bed.subscription(Self.url)?.episodeCount == 2)
            }
        )
    }

    @Test func whatIsNeverTheSameIsAskedForOnceADay() async throws {
        let count = Locked(0)
        try await WebTestBed.run(
            script: { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return ServerStep.response(200, ["ETag: \"\(number)\""], Self.cut(["a"], title: "Show \(number)"))
            },
            { bed in
                var rules: [DueReason.Rule?] = []
                for _ in 1...3 {
                    try await bed.importFeeds([Self.url])
                    let reasons = try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.dueReasons(of: 1)
                    }
                    rules.append(reasons.last?.rule)
                    bed.clock.advance(by: .seconds(90_000))
                }
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, nil, nil])
                #expect(rules == [.interval, .noValidators, .noValidators])
            }
        )
    }

    @Test func ofWhatIsMissingInItNothingIsConcludedHoweverOftenItIsUnchanged() async throws {
        let document = Locked(TestFeed.rss(["a", "b", "c", "d"].map { TestFeed.item($0) }))
        try await WebTestBed.run(
            script: { request in
                let text = document.withLock(\.self)
                let etag = text.contains("</rss>") ? "\"whole\"" : "\"cut\""
                return request["If-None-Match"] == etag
                    ? ServerStep.notModified() : ServerStep.response(200, ["ETag: \(etag)"], text)
            },
            { bed in
                // Given a feed that has left an episode out, and is cut short from then on
                try await bed.importFeeds([Self.url])
                for text in [TestFeed.rss(["a", "b", "c"].map { TestFeed.item($0) }), Self.cut(["a", "b", "c"])] {
                    document.withLock { $0 = text }
                    bed.clock.advance(by: .seconds(12 * 86_400))
                    try await bed.importFeeds([Self.url])
                }

                // When nothing is new for long
                for _ in 1...60 {
                    bed.clock.advance(by: .seconds(86_400))
                    try await bed.importFeeds([Self.url])
                }

                // Then no document has confirmed that it is gone
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true, order: .oldestFirst))
                }
                #expect(episodes.count == 4)
                #expect(episodes.allSatisfy { $0.removedAt == nil })
            }
        )
    }
}
