import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Servers that answer with what is new since the version that is named (http polling A1 17b).
struct DeltaPipelineTests {
    private static let url = "http://show.example/feed"

    @Test func rule17bTheETagOfADeltaIsStored() async throws {
        // Given a server that answers with what is new since the version that is named
        let guids = ["a", "b", "c", "d", "e"]
        try await WebTestBed.run(
            script: { request in
                guard let known = request["If-None-Match"]?.split(separator: "\"").first.flatMap({ Int($0) }) else {
                    return ServerStep.response(
                        200,
                        ["ETag: \"3\""],
                        TestFeed.rss(guids[..<3].map { TestFeed.item($0) })
                    )
                }
                guard known < guids.count else { return ServerStep.notModified() }
                return ServerStep.response(
                    226,
                    ["IM: feed", "ETag: \"\(known + 1)\""],
                    TestFeed.rss([TestFeed.item(guids[known])])
                )
            },
            { bed in
                // When
                for _ in 1...4 {
                    try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                    bed.clock.advance(by: .seconds(7200))
                }

                // Then
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, "\"3\"", "\"4\"", "\"5\""])
                #expect(try await bed.subscription(Self.url)?.episodeCount == 5)
            }
        )
    }

    @Test(arguments: ["", "<fh:complete xmlns:fh=\"http://purl.org/syndication/history/1.0\"/>"])
    func rule17bWhereADeltaMayComeNothingIsWithdrawn(channel: String) async throws {
        // Given a server that answers with what is new since the version that is named, and with 200 all the same
        let guids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
        let items = guids.enumerated().map { TestFeed.item($1, day: $0 + 1) }
        try await WebTestBed.run(
            script: { request in
                let known = request["If-None-Match"]?.split(separator: "\"").first.flatMap { Int($0) }
                guard let known else {
                    return ServerStep.response(200, ["ETag: \"8\""], TestFeed.rss(Array(items[..<8]), channel: channel))
                }
                guard known < guids.count else { return ServerStep.notModified() }
                // The new one, and an old one that was changed.
                let part = [items[known], items[known - 8].replacing("</item>", with: "<author>x</author></item>")]
                return ServerStep.response(200, ["ETag: \"\(known + 1)\""], TestFeed.rss(part, channel: channel))
            },
            { bed in
                // When
                var warnings: [ImportWarning.Kind] = []
                for _ in 1...6 {
                    let (results, _) = try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                    warnings += results.flatMap(\.warnings).map(\.kind)
                    bed.clock.advance(by: .seconds(90_000))
                }

                // Then
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
                }
                #expect(episodes.count == guids.count)
                #expect(episodes.allSatisfy { $0.removedAt == nil })
                #expect(!warnings.contains(.massDrop) && !warnings.contains(.held))
                #expect(bed.server.requests.last?["If-None-Match"] == "\"11\"")
            }
        )
    }

    @Test func rule17bWhatWasMissingBeforeDeltasWereAllowedIsNotWithdrawnByThem() async throws {
        // Given an episode that was missing once
        let items = (1...5).map { TestFeed.item("\($0)", day: $0) }
        let documents = Locked([TestFeed.rss(items), TestFeed.rss(Array(items[..<2] + items[3...]))])
        try await WebTestBed.run(
            script: { request in
                guard let document = documents.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                    return ServerStep.notModified()
                }
                return ServerStep.response(200, ["ETag: \"1\""], document)
            },
            { bed in
                for _ in 1...2 {
                    try await bed.importFeeds([Self.url])
                    bed.clock.advance(by: .seconds(90_000))
                }

                // When nothing has changed since
                try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                #expect(try await bed.subscription(Self.url)?.episodeCount == 5)

                // Then it is withdrawn only where all of the feed would have come
                bed.clock.advance(by: .seconds(90_000))
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.overdueCount == 1)
            }
        )
    }
}
