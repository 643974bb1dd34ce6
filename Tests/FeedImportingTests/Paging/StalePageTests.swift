import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Walks through pages that were interrupted at an address that is of no use any more.
struct StalePageTests {
    private static let url = "http://show.example/feed"

    @Test func whereTheFirstPageLeadsElsewhereThePagesAreReadFromItAgain() async throws {
        let cursor = Locked("old")
        try await WebTestBed.run(
            script: { request in
                let cursor = cursor.withLock(\.self)
                if request.path == Self.url { return Self.first("\(Self.url)?cursor=\(cursor)", tag: cursor, request) }
                guard cursor == "new" else { return ServerStep.response(503) }
                return request.path.hasSuffix("cursor=new") ? Self.last : ServerStep.response(404)
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.url])
                #expect(try await Self.pendingPage(bed) == "\(Self.url)?cursor=old")

                // When the page is gone, and the first one names another
                cursor.withLock { $0 = "new" }
                bed.clock.advance(by: .seconds(86_400))
                let (results, _) = try await bed.importFeeds([Self.url])
                let warning = try #require(results.first?.warnings.last)
                #expect(warning.kind == .pagesInterrupted && warning.detail.contains("begins with the first"))
                #expect(try await Self.pendingPage(bed) == Self.url)
                bed.clock.advance(by: .seconds(86_400))
                let count = bed.asked.count
                let (again, _) = try await bed.importFeeds([Self.url])

                // Then nothing is missing, and nothing was asked for twice
                #expect(again.first?.episodeCount == 3)
                #expect(Array(bed.asked.dropFirst(count)) == [Self.url, "\(Self.url)?cursor=new"])
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [301, 302])
    func whereTheFeedRedirectsToAnotherServerItsPagesAreRead(status: Int) async throws {
        let new = "http://new.example/feed"
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                let hasMoved = hasMoved.withLock(\.self)
                switch request.path {
                case Self.url where hasMoved: return ServerStep.redirect(status, to: new)
                case Self.url: return Self.first("\(Self.url)?page=2", tag: "old", request)
                case new: return Self.first("\(new)?page=2", tag: "new", request)
                case "\(new)?page=2": return Self.last
                default: return ServerStep.response(hasMoved ? 404 : 503)
                }
            },
            { bed in
                try await bed.importFeeds([Self.url])
                hasMoved.withLock { $0 = true }
                for _ in 1...2 {
                    bed.clock.advance(by: .seconds(86_400))
                    try await bed.importFeeds([Self.url])
                }
                let subscription = try await bed.subscription(Self.url)
                #expect(subscription?.episodeCount == 3)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test func whereAFeedMovesAndHasNoPagesAnyMoreItIsAskedForOnce() async throws {
        let new = "http://new.example/feed"
        try await WebTestBed.run(
            script: { request in
                switch request.path {
                case Self.url: return Self.first("\(Self.url)?page=2", tag: "old", request)
                case new where request["If-None-Match"] != nil: return ServerStep.notModified()
                case new: return Self.page(["c", "b", "a"], headers: ["ETag: \"new\""])
                default: return ServerStep.response(503)
                }
            },
            { bed in
                // Given a walk that was interrupted
                try await bed.importFeeds([Self.url])
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.move(1, to: new, cause: .user, at: now)
                }
                #expect(try await Self.pendingPage(bed) == new)

                // When
                let count = bed.asked.count
                for _ in 1...2 {
                    bed.clock.advance(by: .seconds(86_400))
                    try await bed.importFeeds([new])
                }

                // Then
                #expect(Array(bed.asked.dropFirst(count)) == [new, new])
                #expect(bed.server.requests.last?["If-None-Match"] == "\"new\"")
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test func thePagesAreReadFromTheFirstAgainOnce() async throws {
        let isBroken = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.url { return Self.first("http://pages.example/2", tag: "1", request) }
                if request.path.hasSuffix("/2") { return Self.page(["b"], next: "http://pages.example/3") }
                return ServerStep.response(isBroken.withLock(\.self) ? 404 : 503)
            },
            { bed in
                // Given a third page that fails, for a while and then for good
                try await bed.importFeeds([Self.url])
                isBroken.withLock { $0 = true }

                // When
                var kinds: [ImportWarning.Kind?] = []
                for _ in 1...4 {
                    bed.clock.advance(by: .seconds(86_400))
                    kinds.append(try await bed.importFeeds([Self.url]).results.first?.warnings.last?.kind)
                }

                // Then
                #expect(kinds == [.pagesInterrupted, .pageFailed, nil, nil])
                #expect(bed.asked.count { $0.hasSuffix("/2") } == 2)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test func whatTheFirstPageLeadsToIsNotGivenUpForAnother() async throws {
        let webPage = Locked("none")
        try await WebTestBed.run(
            script: { request in
                let webPage = webPage.withLock(\.self)
                if request.path == Self.url { return Self.first("\(Self.url)/2", tag: "1", request) }
                if request.path.hasSuffix(webPage) { return ServerStep.response(200, [], "<html>Later</html>") }
                if request.path.hasSuffix("/2") { return Self.page(["b"], next: "\(Self.url)/3") }
                return webPage == "none" ? ServerStep.response(503) : Self.page(["a"])
            },
            { bed in
                // Given a third page that is a web page when the walk goes on there, so that all are read anew
                try await bed.importFeeds([Self.url])
                #expect(try await Self.pendingPage(bed) == "\(Self.url)/3")

                // When the second one is a web page then, and no page later on
                var kinds: [ImportWarning.Kind?] = []
                for page in ["/3", "/2", "/no"] {
                    webPage.withLock { $0 = page }
                    bed.clock.advance(by: .seconds(86_400))
                    kinds.append(try await bed.importFeeds([Self.url]).results.first?.warnings.last?.kind)
                }

                // Then nothing is missing
                #expect(Array(kinds.prefix(2)) == [.pagesInterrupted, .pagesInterrupted])
                #expect(try await bed.subscription(Self.url)?.episodeCount == 3)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    private static func first(_ next: String, tag: String, _ request: RecordedRequest) -> [ServerStep] {
        if request["If-None-Match"] == "\"\(tag)\"" { return ServerStep.notModified() }
        return page(["c"], next: next, headers: ["ETag: \"\(tag)\""])
    }

    private static var last: [ServerStep] { page(["b", "a"]) }

    private static func page(_ items: [String], next: String? = nil, headers: [String] = []) -> [ServerStep] {
        let link = next.map {
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\($0)\"/>"
        }
        return ServerStep.response(200, headers, TestFeed.rss(items.map { TestFeed.item($0) }, channel: link ?? ""))
    }

    private static func pendingPage(_ bed: WebTestBed) async throws -> String? {
        try await bed.read { unit throws(PersistenceError) in try unit.refreshes.state(id: 1)?.pendingPage }
    }
}
