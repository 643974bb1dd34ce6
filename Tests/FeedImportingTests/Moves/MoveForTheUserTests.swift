import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Moves that only the user makes.
struct MoveForTheUserTests {
    private static let old = "http://old.example/feed"
    private static let new = "http://new.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])

    @Test func aMoveThatWasTakenBackStaysAProposal() async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == Self.old
                    ? ServerStep.redirect(301, to: Self.new) : ServerStep.response(200, [], Self.feed)
            },
            { bed in
                // Given a move that the user did not want
                try await bed.importFeeds([Self.old])
                try await Self.refresh(bed, days: 3)
                #expect(try await bed.subscription("1")?.feedURL == Self.new)
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.undoMove(of: 1, at: now)
                }

                // When the redirect goes on
                let results = try await Self.refresh(bed, days: 6)

                // Then the feed is read by way of it, and the move is not made again
                #expect(results.allSatisfy { $0.outcome.failure == nil })
                let subscription = try #require(try await bed.subscription("1"))
                #expect(subscription.feedURL == Self.old && subscription.pendingMove == Self.new)
                #expect(subscription.movedFrom == [Self.new])
            }
        )
    }

    @Test func whereThePasswordIsNotSentTheNewAddressIsShown() async throws {
        let hasMoved = Locked(false)
        let isOpen = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.old, hasMoved.withLock(\.self) {
                    return ServerStep.redirect(301, to: Self.new)
                }
                return request.path == Self.old || isOpen.withLock(\.self)
                    ? ServerStep.response(200, [], Self.feed) : ServerStep.response(401)
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.old])
                hasMoved.withLock { $0 = true }

                // When
                let results = try await Self.refresh(bed, days: 2)

                // Then
                #expect(results.map { $0.outcome.failure?.kind } == [.unauthorized, .unauthorized])
                #expect(results.map { $0.warnings.map(\.kind) } == [[.moveNeedsYou], [.moveNeedsYou]])
                #expect(results.last?.warnings.last?.detail.contains("password of the old address") == true)
                let subscription = try #require(try await bed.subscription("1"))
                #expect(subscription.feedURL == Self.old && subscription.pendingMove == Self.new)

                // When the server there asks for none any more, the move is one like any other
                isOpen.withLock { $0 = true }
                try await Self.refresh(bed, days: 1)
                #expect(try await bed.subscription("1")?.feedURL == Self.new)
            }
        )
    }

    @Test func aWrongPasswordWithinOneServerIsNoMove() async throws {
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                guard hasMoved.withLock(\.self) else { return ServerStep.response(200, [], Self.feed) }
                return request.path == Self.old
                    ? ServerStep.redirect(301, to: "http://old.example/other") : ServerStep.response(401)
            },
            { bed in
                try await bed.importFeeds([Self.old])
                hasMoved.withLock { $0 = true }
                let results = try await Self.refresh(bed, days: 1)
                #expect(results.first?.warnings == [])
                #expect(try await bed.subscription("1")?.pendingMove == nil)
            }
        )
    }

    @Test func anotherShowAtTheEndOfARedirectIsShownAndNotFollowed() async throws {
        let isSold = Locked(false)
        try await WebTestBed.run(
            script: { request in
                guard isSold.withLock(\.self) else { return ServerStep.response(200, [], Self.feed) }
                return request.path == Self.old
                    ? ServerStep.redirect(301, to: Self.new)
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("x")], title: "Casino"))
            },
            { bed in
                try await bed.importFeeds([Self.old])
                isSold.withLock { $0 = true }
                let results = try await Self.refresh(bed, days: 5)
                #expect(results.allSatisfy { $0.outcome.failure?.kind == .otherShow })
                #expect(results.allSatisfy { $0.warnings.last?.kind == .moveNeedsYou })
                let subscription = try #require(try await bed.subscription("1"))
                #expect(subscription.feedURL == Self.old && subscription.pendingMove == Self.new)
                #expect(subscription.episodeCount == 2)
            }
        )
    }

    /// Asks for the feed once a day.
    @discardableResult
    private static func refresh(_ bed: WebTestBed, days: Int) async throws -> [FeedImportResult] {
        var results: [FeedImportResult] = []
        for _ in 0..<days {
            bed.clock.advance(by: .seconds(86_400))
            let feedURL = try await bed.subscription("1")?.feedURL ?? old
            results += try await bed.importFeeds([feedURL]).results
        }
        return results
    }
}
