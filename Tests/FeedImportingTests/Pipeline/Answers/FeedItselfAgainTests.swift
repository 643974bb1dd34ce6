import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// A feed that has sent something odd and is then as it was: a 304, or the same bytes, says so as well as a new document.
struct FeedItselfAgainTests {
    private static let url = "http://show.example/feed"
    private static let items = (1...6).reversed().map { TestFeed.item("e\($0)", day: $0) }
    private static let show = TestFeed.rss(items)
    private static let anotherShow = TestFeed.rss(
        [TestFeed.item("y", day: 8), TestFeed.item("x", day: 7)],
        title: "Bets"
    )
    private static let rewritten = show.replacing("Episode", with: "Error")
        .replacing("media.example", with: "evil.example")

    /// What the server has to say; it knows its documents by their ETags if it has any.
    private final class Server: Sendable {
        private let document = Locked(show)
        private let hasETags: Bool

        init(hasETags: Bool) {
            self.hasETags = hasETags
        }

        func say(_ text: String) {
            document.withLock { $0 = text }
        }

        func answer(_ request: RecordedRequest) -> [ServerStep] {
            let text = document.withLock(\.self)
            guard hasETags else { return ServerStep.response(200, [], text) }
            let etag = "\"\(text.utf8.reduce(into: UInt64(5381)) { $0 = $0 &* 33 &+ UInt64($1) })\""
            return request["If-None-Match"] == etag
                ? ServerStep.notModified() : ServerStep.response(200, ["ETag: \(etag)"], text)
        }
    }

    /// The feed, and the store that knows it.
    private struct Feed {
        let server: Server
        let bed: WebTestBed

        /// Says something else a day later, and is refreshed.
        func send(_ text: String) async throws -> FeedImportResult? {
            server.say(text)
            bed.clock.advance(by: .seconds(90_000))
            return try await bed.importFeeds([url]).results.first
        }
    }

    /// Runs a test on a store that knows the show.
    private static func afterFirstImport(
        hasETags: Bool = true,
        _ test: (WebTestBed, Feed) async throws -> Void
    ) async throws {
        let server = Server(hasETags: hasETags)
        try await WebTestBed.run(
            script: server.answer,
            { bed in
                try await bed.importFeeds([url])
                try await test(bed, Feed(server: server, bed: bed))
            }
        )
    }

    private static func titles(_ bed: WebTestBed) async throws -> Set<Substring> {
        let episodes = try await bed.read { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
        }
        return Set(episodes.map { $0.episode.title.prefix(while: \.isLetter) })
    }

    private static func heldReason(_ bed: WebTestBed) async throws -> String? {
        try await bed.read { unit throws(PersistenceError) in try unit.heldDocuments.document(of: 1)?.reason }
    }

    @Test(arguments: [true, false], [anotherShow, rewritten])
    func aHoldIsOverWhenNothingHasChangedAtTheFeed(hasETags: Bool, odd: String) async throws {
        try await Self.afterFirstImport(hasETags: hasETags) { bed, feed in
            try await Self.expectAHoldToEnd(bed, feed, after: odd, .unchanged(notModified: hasETags))
        }
    }

    private static func expectAHoldToEnd(
        _ bed: WebTestBed,
        _ feed: Feed,
        after odd: String,
        _ unchanged: ImportOutcome
    ) async throws {
        #expect(try await feed.send(odd)?.outcome == .postponed(until: nil))
        #expect(try await bed.subscription(url)?.state == .held)

        // When
        #expect(try await feed.send(show)?.outcome == unchanged)

        // Then
        #expect(try await heldReason(bed) == nil)
        #expect(try await bed.subscription(url)?.state == .active)
        #expect(try await feed.send(odd)?.outcome == .postponed(until: nil), "it is the first in a row")
    }

    @Test func aRefusalIsOverWhenNothingHasChangedAtTheFeed() async throws {
        try await Self.afterFirstImport { bed, feed in
            _ = try await feed.send(Self.anotherShow)
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.heldDocuments.refuse(of: 1, at: Timestamp(epochSeconds: 1_795_300_000))
            }
            #expect(try await feed.send(Self.anotherShow)?.warnings.first?.kind == .refused)

            // When
            _ = try await feed.send(Self.show)

            // Then
            #expect(try await Self.heldReason(bed) == nil)
            #expect(try await feed.send(Self.anotherShow)?.warnings.first?.kind == .held)
        }
    }

    @Test(arguments: [
        TestFeed.rss(Array(items.prefix(2))).replacing("Episode", with: "Error"),
        show.replacing("Episode", with: "Error").replacing("</channel></rss>", with: ""),
    ])
    func whatIsWrittenOfADocumentThatIsNotBelievedStaysNoLongerThanTheFeedSaysSo(odd: String) async throws {
        try await Self.afterFirstImport { bed, feed in
            #expect(try await feed.send(odd)?.outcome.word == .imported)
            #expect(try await Self.titles(bed).contains("Error"))

            // When
            let result = try await feed.send(Self.show)

            // Then
            #expect(bed.server.requests.last?["If-None-Match"] == nil)
            #expect(result?.outcome.word == .imported)
            #expect(try await Self.titles(bed) == ["Episode"])
            #expect(try await feed.send(Self.show)?.outcome == .unchanged(notModified: true))
        }
    }

    @Test func whatTheUserHasAcceptedStaysNoLongerThanTheFeedSaysSo() async throws {
        try await Self.afterFirstImport { bed, feed in
            _ = try await feed.send(Self.rewritten)
            _ = try await bed.importer.importHeldDocument(of: 1)
            #expect(try await Self.titles(bed) == ["Error"])
            let reasons = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.dueReasons(of: 1).map(\.rule)
            }
            #expect(!reasons.contains(.noValidators))

            // When
            _ = try await feed.send(Self.show)
            #expect(try await Self.heldReason(bed) == "mass-edit")
            _ = try await feed.send(Self.show)

            // Then
            #expect(try await Self.titles(bed) == ["Episode"])
        }
    }

    @Test func muchShorterDocumentsAreCountedInARowOnly() async throws {
        try await Self.afterFirstImport { bed, feed in
            let short = TestFeed.rss([Self.items[0], Self.items[5]])
            for _ in 1...3 {
                #expect(try await feed.send(short)?.warnings.last?.kind == .massDrop)
                _ = try await feed.send(Self.show)
            }
            let history = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.history(of: 1)
            }
            #expect(history.massDropSightings == 0)
            #expect(history.lastDocumentItemCount == 6)
        }
    }

    @Test func aShortDocumentDoesNotKeepAnEpisodeFromBeingWithdrawnAfterIt() async throws {
        try await Self.afterFirstImport { bed, feed in
            let without = TestFeed.rss(Self.items.filter { !$0.contains("e3") })
            _ = try await feed.send(without)
            _ = try await feed.send(TestFeed.rss([Self.items[0], Self.items[5]]))
            #expect(try await feed.send(without)?.outcome.word == .imported)
            let removed = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.identities(ofPodcast: 1).filter { $0.removedAt != nil }.map(\.key)
            }
            #expect(removed == ["e3"])
        }
    }
}
