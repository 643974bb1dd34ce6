import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// A private address that somebody typed is meant; one that somebody else
/// chose is not, however it comes along (http polling A7 67).
struct AddressProvenanceTests {
    /// Runs a test with a server that a user has named, and one inside that
    /// nobody has; both are on the loopback, under different names.
    private static func run(
        answering answer: @escaping @Sendable (_ inside: String) -> [ServerStep],
        _ test: (WebTestBed, _ feed: String, _ inside: ScriptedServer) async throws -> Void
    ) async throws {
        let inside = try ScriptedServer { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("inside")])) }
        inside.start()
        defer { inside.stop() }
        let address = "http://localhost:\(inside.port)"
        try await WebTestBed.run(script: { _ in answer(address) }) { bed in
            try await test(bed, "http://127.0.0.1:\(bed.server.port)/feed", inside)
        }
    }

    private static func plain(_ inside: String) -> [ServerStep] {
        ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
    }

    private static func request(
        _ url: String,
        _ provenance: AddressProvenance,
        _ bed: WebTestBed
    ) async throws -> FeedImportRequest {
        var request = FeedImportRequest(name: url, source: .http(try FeedURL(url)), provenance: provenance)
        request.refreshState = try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: url)
        }
        return request
    }

    @Test func onlyWhatSomebodyTypedMayBePrivate() async throws {
        try await Self.run(answering: Self.plain) { bed, feed, _ in
            let (denied, _) = try await bed.run([try await Self.request(feed, .others, bed)])
            #expect(denied.first?.outcome.failure?.kind.rawValue == "address-denied")
            #expect(bed.server.connectionCount == 0)

            let (typed, _) = try await bed.run([try await Self.request(feed, .user, bed)])
            #expect(typed.first?.outcome.word == .imported)
        }
    }

    @Test func theStoreRemembersWhoNamedAFeed() async throws {
        try await Self.run(answering: Self.plain) { bed, feed, _ in
            // Given a feed from a list
            let now = bed.clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feed), at: now)
            }
            func state() async throws -> RefreshState? {
                try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1) }
            }
            let listed = try #require(try await state())
            let (denied, _) = try await bed.run([try await Self.request(feed, listed.provenance, bed)])
            #expect(denied.first?.outcome.failure?.kind.rawValue == "address-denied")

            // When somebody types its address
            _ = try await bed.run([try await Self.request(feed, .user, bed)])

            // Then later refreshes may ask there, too
            let known = try #require(try await state())
            let (later, _) = try await bed.run([try await Self.request(feed, known.provenance, bed)])
            #expect(later.first?.outcome.word == .unchanged)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectOpensNothing(status: Int) async throws {
        try await Self.run(answering: { ServerStep.redirect(status, to: $0 + "/admin") }) { bed, feed, inside in
            let (results, _) = try await bed.importFeeds([feed], throughProxy: false)
            #expect(results.first?.outcome.failure?.kind.rawValue == "address-denied")
            #expect(inside.connectionCount == 0)
        }
    }

    @Test func anAnnouncedMoveOpensNothing() async throws {
        let answer: @Sendable (String) -> [ServerStep] = { inside in
            let channel = "<itunes:new-feed-url>\(inside)/feed</itunes:new-feed-url>"
            return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: channel))
        }
        try await Self.run(answering: answer) { bed, feed, inside in
            for _ in 0..<4 {
                try await bed.importFeeds([feed], throughProxy: false)
                bed.clock.advance(by: .seconds(30 * 3600))
            }
            #expect(inside.connectionCount == 0)
            #expect(try await bed.subscription(feed)?.feedURL == feed)
        }
    }

    @Test func anAnnouncedMoveWithinTheHostThatWasTypedIsMade() async throws {
        // What the feed announces has the port of the server, which is known when it runs.
        let new = Locked("")
        let script: ScriptedServer.Script = { request in
            let announced = new.withLock { $0 }
            let channel = request.path == "/new" ? "" : "<itunes:new-feed-url>\(announced)</itunes:new-feed-url>"
            return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: channel))
        }
        try await WebTestBed.run(script: script) { bed in
            let host = "http://127.0.0.1:\(bed.server.port)"
            new.withLock { $0 = host + "/new" }
            for _ in 0..<3 {
                try await bed.importFeeds([host + "/feed"], throughProxy: false)
                bed.clock.advance(by: .seconds(30 * 3600))
            }
            #expect(try await bed.subscription("1")?.feedURL == host + "/new")
            let state = try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1) }
            #expect(state?.provenance == .user)
        }
    }

    @Test func aFeedGoesBackWithinTheHostThatWasTyped() async throws {
        let script: ScriptedServer.Script = { request in
            if request.path == "/new" { return ServerStep.response(404) }
            return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
        }
        try await WebTestBed.run(script: script) { bed in
            // Given a feed of a private host that was moved to another address of it
            let host = "http://127.0.0.1:\(bed.server.port)"
            let (old, new) = (host + "/old", host + "/new")
            try await bed.importFeeds([old], throughProxy: false)
            let now = bed.clock.timestamp
            _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.move(1, to: new, cause: .redirect, at: now)
            }

            // When it fails there for a week
            for _ in 0..<8 {
                try await bed.importFeeds([new], throughProxy: false)
                bed.clock.advance(by: .seconds(86_400))
            }

            // Then it is asked where it was
            #expect(try await bed.subscription("1")?.feedURL == old)
        }
    }

    @Test(arguments: ["next", "prev-archive"])
    func aLaterPageOpensNothing(relation: String) async throws {
        let answer: @Sendable (String) -> [ServerStep] = { inside in
            let link =
                "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"\(relation)\" href=\"\(inside)/2\"/>"
            return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: link))
        }
        try await Self.run(answering: answer) { bed, feed, inside in
            let (results, _) = try await bed.importFeeds([feed], throughProxy: false)
            #expect(results.first?.episodeCount == 1)
            #expect(results.first?.warnings.contains { $0.kind == .pageFailed } == true)
            #expect(inside.connectionCount == 0)
        }
    }

    @Test func aWebPageOpensNothing() async throws {
        let answer: @Sendable (String) -> [ServerStep] = { inside in
            let link = "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(inside)/feed\">"
            return ServerStep.response(200, ["Content-Type: text/html"], "<!doctype html><title>Show</title>\(link)")
        }
        try await Self.run(answering: answer) { bed, feed, inside in
            var request = try await Self.request(feed, .user, bed)
            request.discovers = true
            _ = try await bed.run([request])
            #expect(inside.connectionCount == 0)
            #expect(bed.server.connectionCount > 0)
        }
    }

    @Test func pagesOfTheHostThatWasTypedAreRead() async throws {
        let answer: @Sendable (String) -> [ServerStep] = { _ in
            let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"?page=2\"/>"
            return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: link))
        }
        try await Self.run(answering: answer) { bed, feed, _ in
            let (results, _) = try await bed.importFeeds([feed], throughProxy: false)
            #expect(results.first?.warnings.contains { $0.kind == .pageFailed } == false)
            #expect(bed.asked == ["/feed", "/feed?page=2"])
        }
    }
}

extension ImportOutcome {
    fileprivate var failure: ImportFailure? {
        guard case .failed(let failure) = self else { return nil }
        return failure
    }
}
