import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// A feed that somebody follows, and that is seen to move to an address which nobody follows yet.
enum MovingFeed {
    static let new = "http://new.example/feed"
    static let old = "http://old.example/feed"
    static let older = "http://older.example/feed"

    /// Runs a test on a store that follows a feed at its old address, which redirects to the new one for good.
    static func run(
        there document: Locked<String> = Locked(MovingFeed.feed),
        _ test: (WebTestBed) async throws -> Void
    ) async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == new
                    ? ServerStep.response(200, ["ETag: \"1\""], document.withLock(\.self))
                    : ServerStep.redirect(301, to: new)
            },
            { bed in
                try await bed.importFeeds([old]) { $0.provenance = .others }
                #expect(try await bed.subscription(old)?.pendingMove == new)
                bed.clock.advance(by: .seconds(86_400))
                try await test(bed)
            }
        )
    }

    static let feed = TestFeed.rss(["b", "a"].map { TestFeed.item($0) })

    /// What the result says of the address, by the kinds of its warnings.
    static func told(_ result: FeedImportResult?) -> [ImportWarning.Kind] {
        let kinds = result?.warnings.map(\.kind) ?? []
        return kinds.filter { [.knownFeed, .samePodcast, .moved].contains($0) }
    }

    static func detail(_ result: FeedImportResult?) -> String {
        result?.warnings.first { $0.kind == .knownFeed }?.detail ?? ""
    }

    static func counts(_ bed: WebTestBed) async throws -> [Int] {
        try await bed.read { unit throws(PersistenceError) in
            [try unit.subscriptions.subscriptions().count, try unit.episodes.episodes(matching: EpisodeQuery()).count]
        }
    }

    static func change(
        _ bed: WebTestBed,
        _ body: @escaping @Sendable (UnitOfWork, Timestamp) throws(PersistenceError) -> Void
    ) async throws {
        let now = bed.clock.timestamp
        try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in try body(unit, now) }
    }

    static func add(_ feedURL: String, by provenance: AddressProvenance, _ bed: WebTestBed) async throws {
        try await change(bed) { unit, now throws(PersistenceError) in
            let wish = NewSubscription(feedURL: feedURL, provenance: provenance)
            _ = try unit.subscriptions.subscribe(to: wish, at: now)
        }
    }
}
