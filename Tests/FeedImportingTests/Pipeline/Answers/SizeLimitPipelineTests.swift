import FeedLoading
import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Feeds that are longer than anybody wants to read: the items before the limit are imported.
struct SizeLimitPipelineTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss((1...40).map { TestFeed.item("\($0)") })

    /// A server that knows conditions.
    private static func answer(_ request: RecordedRequest, _ document: String = feed) -> [ServerStep] {
        request["If-None-Match"] == "\"1\""
            ? ServerStep.notModified() : ServerStep.response(200, ["ETag: \"1\""], document)
    }

    @Test(arguments: [true, false])
    func theItemsBeforeTheLimitAreImportedAndTheUserIsTold(isOfTheNetwork: Bool) async throws {
        try await WebTestBed.run(
            script: { Self.answer($0) },
            { bed in
                let result = try await bed.importFeeds([Self.url]) { request in
                    if isOfTheNetwork { request.options.sizeLimits.wireBytes = Self.feed.utf8.count / 2 }
                    if !isOfTheNetwork { request.options.sizeLimits.decodedBytes = Self.feed.utf8.count / 2 }
                }.results.first

                #expect(result?.outcome.word == .imported)
                let warning = try #require(result?.warnings.first { $0.kind == .sizeLimit })
                #expect(warning.detail.contains(isOfTheNetwork ? "transfer.wire-bytes" : "transfer.decoded-bytes"))
                let count = try #require(try await bed.subscription(Self.url)?.episodeCount)
                #expect((15...20).contains(count))
            }
        )
    }

    @Test func whatIsBehindTheLimitIsNotWithdrawnAndTheSameIsNotSentAgain() async throws {
        try await WebTestBed.run(
            script: { Self.answer($0) },
            { bed in
                // Given a feed that was read as a whole
                try await bed.importFeeds([Self.url])
                bed.clock.advance(by: .seconds(7200))

                // When there is a limit, for long
                var words: [ImportOutcome.Word] = []
                for (isForced, days) in [(true, 1), (false, 30), (false, 30)] {
                    let results = try await bed.importFeeds([Self.url]) { request in
                        request.force = isForced
                        request.options.sizeLimits.decodedBytes = Self.feed.utf8.count * 3 / 4
                    }.results
                    words += results.map(\.outcome.word)
                    bed.clock.advance(by: .seconds(days * 86_400))
                }

                // Then
                #expect(words == [.imported, .unchanged, .imported])
                // Old validators are not sent.
                #expect(bed.server.requests.map { $0["If-None-Match"] }.suffix(3) == [nil, "\"1\"", nil])
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true, order: .oldestFirst))
                }
                #expect(episodes.count == 40)
                #expect(episodes.allSatisfy { $0.removedAt == nil })
            }
        )
    }

    @Test func withAnotherLimitThereMayBeMoreOfIt() async throws {
        try await WebTestBed.run(
            script: { Self.answer($0) },
            { bed in
                let length = Self.feed.utf8.count
                for limit in [length / 2, length / 2, length, length] {
                    try await bed.importFeeds([Self.url]) { $0.options.sizeLimits.decodedBytes = limit }
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", nil, "\"1\""])
                #expect(try await bed.subscription(Self.url)?.episodeCount == 40)
            }
        )
    }

    @Test(arguments: [
        String(repeating: " ", count: 9000), "{\"version\": \"\(String(repeating: "x", count: 9000))",
        "Dear diary" + String(repeating: "!", count: 9000),
    ])
    func whatIsNoFeedAsFarAsItCameIsTooLarge(text: String) async throws {
        try await WebTestBed.run(
            script: { Self.answer($0, text) },
            { bed in
                let result = try await bed.importFeeds([Self.url]) { request in
                    request.options.sizeLimits.decodedBytes = 5000
                }.results.first
                guard case .failed(let failure) = result?.outcome else { throw UnexpectedOutcome() }
                #expect(failure.kind.rawValue == "too-large")
                #expect(failure.message.contains("transfer.decoded-bytes"))
                #expect(try await bed.subscription(Self.url) == nil)
            }
        )
    }

    /// What follows the end of a document would not have been read anyway.
    @Test func aDocumentThatEndsBeforeTheLimitIsWhole() async throws {
        try await WebTestBed.run(
            script: { Self.answer($0, Self.feed + String(repeating: "\n", count: 9000)) },
            { bed in
                let result = try await bed.importFeeds([Self.url]) { request in
                    request.options.sizeLimits.decodedBytes = Self.feed.utf8.count + 100
                }.results.first
                #expect(result?.warnings.contains { $0.kind == .sizeLimit } == false)
                #expect(try await bed.subscription(Self.url)?.episodeCount == 40)
            }
        )
    }

    private struct UnexpectedOutcome: Error {}
}
