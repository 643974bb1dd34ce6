import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// A web page that leads to a feed which is followed already.
struct DiscoveredFeedTests {
    private static let site = "http://site.example/"
    private static let feedURL = "http://site.example/feed"
    private static let page = """
        <!doctype html><html><head>
        <link rel="alternate" type="application/rss+xml" href="\(feedURL)"></head></html>
        """

    private static func show(_ items: [String]) -> String { TestFeed.rss(items) }

    private static func stranger(built: Int) -> String {
        let items = [2, 1].map { TestFeed.item("x\($0)", title: "Cooking \($0)", day: $0) }
        return TestFeed.rss(
            items,
            title: "Cooking",
            link: "https://cooking.example/",
            channel: "<lastBuildDate>\(built)</lastBuildDate>"
        )
    }

    /// Runs a test on a store that follows the feed; what the feed says can be changed.
    private static func run(
        _ test: (WebTestBed, _ document: Locked<String>) async throws -> Void
    ) async throws {
        let document = Locked(show(["b", "a"].map { TestFeed.item($0) }))
        try await WebTestBed.run(
            script: { request in
                ServerStep.response(200, [], request.path == site ? page : document.withLock(\.self))
            },
            { bed in
                try await bed.importFeeds([feedURL])
                bed.clock.advance(by: .seconds(86_400))
                try await test(bed, document)
            }
        )
    }

    private static func importPage(_ bed: WebTestBed, isDryRun: Bool = false) async throws -> FeedImportResult {
        let results = try await bed.importFeeds([site]) { request in
            request.discovers = true
            request.isDryRun = isDryRun
        }.results
        bed.clock.advance(by: .seconds(86_400))
        return try #require(results.first)
    }

    private static func held(_ bed: WebTestBed) async throws -> HeldDocument? {
        try await bed.read { unit throws(PersistenceError) in try unit.heldDocuments.document(of: 1) }
    }

    @Test(arguments: [false, true])
    func whatIsHeldIsComparedWithWhatIsHeldForTheFeed(isPageFollowed: Bool) async throws {
        try await Self.run { bed, document in
            if isPageFollowed {
                let site = Self.site
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.subscribe(
                        to: NewSubscription(feedURL: site, provenance: .user),
                        at: bed.clock.timestamp
                    )
                }
            }
            // Given another show where the feed was
            document.withLock { $0 = Self.stranger(built: 1) }
            #expect(try await Self.importPage(bed).outcome == .postponed(until: nil))
            let first = try #require(try await Self.held(bed))
            #expect(String(decoding: first.body, as: UTF8.self) == document.withLock(\.self))

            // When it comes again, but for the date
            document.withLock { $0 = Self.stranger(built: 2) }
            let preview = try await Self.importPage(bed, isDryRun: true)
            let result = try await Self.importPage(bed)

            // Then the second one agrees with the first
            #expect(result.outcome.word == .imported)
            #expect(result.episodeCount == 4)
            #expect(preview.outcome == result.outcome)
            #expect(try await Self.held(bed) == nil)
        }
    }

    @Test func guidsThatAreOfNoUseAreNotUsed() async throws {
        try await Self.run { bed, document in
            // Given a feed whose guids are known to say nothing
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.setGUIDUnreliable(true, of: 1)
            }
            document.withLock { $0 = Self.show(["c", "b", "a"].map { TestFeed.item($0) }) }
            try await bed.importFeeds([Self.feedURL])
            let keys = { () async throws in
                try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.identities(ofPodcast: 1).map(\.keyKind)
                }
            }
            #expect(try await keys() == [.enclosure, .enclosure, .enclosure])

            // When it is asked for by way of its site
            document.withLock { $0 = Self.show(["d", "c", "b", "a"].map { TestFeed.item($0) }) }
            _ = try await Self.importPage(bed)

            // Then it is read as ever
            #expect(try await keys() == Array(repeating: .enclosure, count: 4))
        }
    }

    @Test func theLeaseOfAPageThatTurnsOutToBeAKnownFeedEnds() async throws {
        try await Self.run { bed, _ in
            let site = Self.site
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(
                    to: NewSubscription(feedURL: site, provenance: .user),
                    at: bed.clock.timestamp
                )
            }
            let results = try await bed.importFeeds([Self.site], leaseOwner: "somebody") { $0.discovers = true }.results
            #expect(results.first?.outcome.word == .imported)
            let now = bed.clock.timestamp
            let outcome = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.leases.take(2, owner: "another", at: now, until: now.adding(seconds: 60))
            }
            #expect(outcome == .granted)
        }
    }

    @Test(arguments: [false, true])
    func validatorsAreMarkedWithThePasswordThatWasSent(isOfOtherHost: Bool) async throws {
        // Given a page that wants a password, and leads to a feed
        let feed = isOfOtherHost ? "http://other.example/feed" : Self.feedURL
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.site {
                    let page = Self.page.replacing(Self.feedURL, with: feed)
                    return ServerStep.response(200, [], page)
                }
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.show([TestFeed.item("a")]))
                    : ServerStep.notModified()
            },
            { bed in
                try await bed.importFeeds([Self.site]) { request in
                    request.discovers = true
                    request.credentials = FeedCredentials(user: "anna", password: "x")
                    request.options.allowsCredentialsOverHTTP = true
                }
                bed.clock.advance(by: .seconds(86_400))

                // When it is asked for again
                let again = try await bed.importFeeds([feed]) { $0.options.allowsCredentialsOverHTTP = true }

                // Then with the condition
                #expect(again.results.first?.outcome == .unchanged(notModified: true))
            }
        )
    }
}
