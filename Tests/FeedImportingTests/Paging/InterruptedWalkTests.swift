import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Walks through the pages of a feed that end before the last one, and what the next refresh makes of that.
struct InterruptedWalkTests {
    private static func pendingPage(_ bed: WebTestBed) async throws -> String? {
        try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: PagedFeed.url)?.pendingPage
        }
    }

    private static func episodeChanges(_ bed: WebTestBed, since last: Int64) async throws -> [StoreChange] {
        let changes = try await bed.read { unit throws(PersistenceError) in
            try unit.changes.changes(since: last, limit: 100)
        }
        return changes.filter { $0.entity == .episode }
    }

    @Test func aWalkThatIsInterruptedGoesOnWithTheNextRefresh() async throws {
        let isResting = Locked(true)
        let second = "http://other.example/2"
        try await WebTestBed.run(
            script: { request in
                guard request.path == PagedFeed.url else {
                    return isResting.withLock(\.self)
                        ? ServerStep.response(429, ["Retry-After: 600"])
                        : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
                }
                let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(second)\"/>"
                let page = TestFeed.rss([TestFeed.item("c", day: 3)], channel: link)
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], page) : ServerStep.notModified()
            },
            { bed in
                // Given a feed whose second page is on a host that may not be asked now
                try await bed.importFeeds(["http://other.example/feed"])
                let (first, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(first.first?.warnings.last?.kind == .pagesInterrupted)
                #expect(first.first?.episodeCount == 1)
                #expect(try await Self.pendingPage(bed) == second)

                // When it is refreshed, and has not changed
                isResting.withLock { $0 = false }
                bed.clock.advance(by: .seconds(7200))
                let (results, _) = try await bed.importFeeds([PagedFeed.url])

                // Then the rest is read, and once is enough
                #expect(results.first?.outcome.word == .imported)
                #expect(results.first?.episodeCount == 3)
                #expect(results.first?.httpStatus == 304)
                #expect(try await Self.pendingPage(bed) == nil)
                let count = bed.asked.count
                bed.clock.advance(by: .seconds(7200))
                try await bed.importFeeds([PagedFeed.url])
                #expect(bed.asked.count == count + 1)
            }
        )
    }

    @Test(arguments: [5, 6])
    func whereAProcessDiesTheNextRefreshGoesOn(later: Int) async throws {
        let persistence = Locked<PersistenceManager?>(nil)
        let noted = Locked<[String?]>([])
        let pages = Locked(5)
        try await WebTestBed.run(
            script: { request in
                let page = PagedFeed.page(request, of: pages.withLock(\.self))
                let look = ServerStep.perform {
                    guard let persistence = persistence.withLock(\.self) else { return }
                    let state = try? persistence.mainContext().performAndWait { unit throws(PersistenceError) in
                        try unit.refreshes.state(id: 1)
                    }
                    noted.withLock { $0.append(state?.pendingPage) }
                }
                return [look] + page
            },
            { bed in
                // Given a store as it is while a page is being read
                persistence.withLock { $0 = bed.persistence }
                try await bed.importFeeds([PagedFeed.url])
                let places: [String?] = (2...5).map { "\(PagedFeed.url)?page=\($0)" }
                #expect(noted.withLock(\.self) == [nil] + places)
                #expect(try await Self.pendingPage(bed) == nil)
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.refreshes.setPendingPage("\(PagedFeed.url)?page=4", ofPodcast: 1)
                }

                // When the feed is refreshed, and has as many pages as before, or one more
                pages.withLock { $0 = later }
                bed.clock.advance(by: .seconds(86_400))
                let count = bed.asked.count
                let (results, _) = try await bed.importFeeds([PagedFeed.url])

                // Then it is read on from there to its end; but behind a page of news there may be more of them
                let asked = ((later == 5 ? 4 : 2)...later).map { "\(PagedFeed.url)?page=\($0)" }
                #expect(Array(bed.asked.dropFirst(count)) == [PagedFeed.url] + asked)
                #expect(results.first?.episodeCount == 2 * later)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [
        ServerStep.response(500), ServerStep.response(503), ServerStep.response(429, ["Retry-After: 60"]),
        [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<rss>".utf8)), .close],
    ])
    func whereAPageFailsForAWhileALaterRefreshGoesOn(trouble: [ServerStep]) async throws {
        let isBroken = Locked(true)
        try await WebTestBed.run(
            script: { request in
                isBroken.withLock(\.self) && request.path.hasSuffix("page=3") ? trouble : PagedFeed.page(request, of: 4)
            },
            { bed in
                // Given
                for _ in 1...3 {
                    let (results, _) = try await bed.importFeeds([PagedFeed.url])
                    #expect(results.first?.warnings.last?.kind == .pagesInterrupted)
                    #expect(results.first?.episodeCount == 4)
                    #expect(try await Self.pendingPage(bed) == "\(PagedFeed.url)?page=3")
                    bed.clock.advance(by: .seconds(7200))
                }

                // When
                isBroken.withLock { $0 = false }
                let (results, _) = try await bed.importFeeds([PagedFeed.url])

                // Then
                #expect(results.first?.episodeCount == 8)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [1, 2, 3])
    func whereAPageIsNoFeedForAWhileALaterRefreshGoesOn(times: Int) async throws {
        let isBroken = Locked(true)
        let page = ServerStep.response(200, ["Content-Type: text/html"], "<!doctype html><title>One moment</title>")
        try await WebTestBed.run(
            script: { request in
                isBroken.withLock(\.self) && request.path.hasSuffix("page=3") ? page : PagedFeed.page(request, of: 4)
            },
            { bed in
                // Given
                var pending: [String?] = []
                for _ in 1...times {
                    _ = try await bed.importFeeds([PagedFeed.url])
                    pending.append(try await Self.pendingPage(bed))
                    bed.clock.advance(by: .seconds(7200))
                }
                // The pages may have other addresses by now: it begins anew, once.
                #expect(pending == Array(["\(PagedFeed.url)?page=3", PagedFeed.url, nil].prefix(times)))

                // When
                isBroken.withLock { $0 = false }
                let (results, _) = try await bed.importFeeds([PagedFeed.url])

                // Then
                #expect(results.first?.episodeCount == (times == 3 ? 4 : 8))
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [(404, 1), (500, PageWalk.failureLimit)])
    func aPageThatFailsByItselfIsNotAskedForAgainAndAgain(status: Int, times: Int) async throws {
        try await WebTestBed.run(
            script: { $0.path.hasSuffix("page=3") ? ServerStep.response(status) : PagedFeed.page($0, of: 4) },
            { bed in
                var warnings: [ImportWarning.Kind?] = []
                for _ in 1...times + 3 {
                    warnings.append(try await bed.importFeeds([PagedFeed.url]).results.first?.warnings.last?.kind)
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(bed.asked.count { $0.hasSuffix("page=3") } == times)
                #expect(warnings.prefix(times).dropLast().allSatisfy { $0 == .pagesInterrupted })
                #expect(warnings[times - 1] == .pageFailed)
                #expect(try await Self.pendingPage(bed) == nil)
                let lostPage = { () async throws in
                    try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.history(of: 1).lostPage
                    }
                }
                #expect(try await lostPage() == "\(PagedFeed.url)?page=3")
            }
        )
    }

    @Test func whereAFeedMovesItsPagesAreReadFromTheirBeginning() async throws {
        let new = "http://new.example/feed"
        try await WebTestBed.run(
            script: { request in
                request.path.hasPrefix(new)
                    ? PagedFeed.page(request, of: 4, at: new)
                    : request.path.hasSuffix("page=3") ? ServerStep.response(500) : PagedFeed.page(request, of: 4)
            },
            { bed in
                // Given a walk that was interrupted
                try await bed.importFeeds([PagedFeed.url])
                #expect(try await Self.pendingPage(bed) == "\(PagedFeed.url)?page=3")

                // When
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.move(1, to: new, cause: .user, at: now)
                }
                bed.clock.advance(by: .seconds(7200))
                let count = bed.asked.count
                let (results, _) = try await bed.importFeeds([new])

                // Then
                #expect(Array(bed.asked.dropFirst(count)) == [new] + (2...4).map { "\(new)?page=\($0)" })
                #expect(results.first?.episodeCount == 8)
                let pending = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)?.pendingPage
                }
                #expect(pending == nil)
            }
        )
    }

    @Test func behindTheMostPagesOfAWalkTheNextRefreshGoesOn() async throws {
        try await WebTestBed.run(
            configure: { $0.maximumPages = 3 },
            script: { request in
                request["If-None-Match"] == nil ? PagedFeed.page(request, of: 5) : ServerStep.notModified()
            },
            { bed in
                // Given a feed of more pages than are read at a time
                let (first, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(first.first?.episodeCount == 6)
                let warning = try #require(first.first?.warnings.last)
                #expect(warning.kind == .pagesInterrupted && warning.detail.contains("page 4"))
                #expect(try await Self.pendingPage(bed) == "\(PagedFeed.url)?page=4")

                // When it is refreshed, and has not changed
                bed.clock.advance(by: .seconds(90_000))
                let (second, _) = try await bed.importFeeds([PagedFeed.url])

                // Then the rest is read, and nothing twice
                #expect(second.first?.httpStatus == 304)
                #expect(second.first?.episodeCount == 10)
                #expect(second.first?.warnings.contains { $0.kind == .pagesInterrupted } == false)
                #expect(try await Self.pendingPage(bed) == nil)
                #expect(bed.server.requests.count == 6)
            }
        )
    }

    @Test(arguments: PagedFeed.Pin.allCases)
    func wherePageOneEndsWithNewsTheGapBehindItIsClosed(pin: PagedFeed.Pin) async throws {
        let pages = Locked(3)
        try await WebTestBed.run(
            script: { PagedFeed.page($0, of: pages.withLock(\.self), pin: pin) },
            { bed in
                // Given a feed of which more than a page has come since, whatever is pinned to the top of its pages
                try await bed.importFeeds([PagedFeed.url])
                pages.withLock { $0 = 6 }
                bed.clock.advance(by: .seconds(86_400))
                let asked = bed.server.requests.count
                let last = try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() }

                // When
                let (results, report) = try await bed.importFeeds([PagedFeed.url])

                // Then it is read to where it is known, and no further
                #expect(report.counts.inserted == 6)
                #expect(results.first?.episodeCount == 12)
                #expect(bed.asked.dropFirst(asked) == PagedFeed.addresses(upToPage: 4)[...])
                let news = try await Self.episodeChanges(bed, since: last)
                #expect(news.count == 6 && news.allSatisfy { !$0.isBacklog })
            }
        )
    }

    @Test func aGapThatWasNotClosedIsClosedByTheNextRefreshAndNoMoreIsRead() async throws {
        let (pages, isResting) = (Locked(6), Locked(false))
        try await WebTestBed.run(
            script: { request in
                request.path.hasSuffix("page=2") && isResting.withLock(\.self)
                    ? ServerStep.response(500) : PagedFeed.page(request, of: pages.withLock(\.self))
            },
            { bed in
                // Given a feed of which more than a page has come since, and whose second page could not be had
                try await bed.importFeeds([PagedFeed.url])
                pages.withLock { $0 = 9 }
                isResting.withLock { $0 = true }
                bed.clock.advance(by: .seconds(86_400))
                let last = try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() }
                try await bed.importFeeds([PagedFeed.url])
                isResting.withLock { $0 = false }
                let asked = bed.server.requests.count

                // When
                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([PagedFeed.url])

                // Then it is read to where it is known, no further, and all of it is news
                #expect(bed.asked.dropFirst(asked) == PagedFeed.addresses(upToPage: 4)[...])
                let news = try await Self.episodeChanges(bed, since: last)
                #expect(news.count == 6 && news.allSatisfy { !$0.isBacklog })
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [3, 6])
    func whatComesBeforeAGapIsClosedOpensNoOther(pagesOfNews: Int) async throws {
        let (pages, isResting) = (Locked(6), Locked(false))
        try await WebTestBed.run(
            script: { request in
                request.path.hasSuffix("page=3") && isResting.withLock(\.self)
                    ? ServerStep.response(500) : PagedFeed.page(request, of: pages.withLock(\.self))
            },
            { bed in
                // Given a feed of which pages have come since, and whose third page could not be had
                try await bed.importFeeds([PagedFeed.url])
                pages.withLock { $0 = 10 }
                isResting.withLock { $0 = true }
                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([PagedFeed.url])
                isResting.withLock { $0 = false }

                // When more of them have come until it can
                pages.withLock { $0 = 10 + pagesOfNews }
                bed.clock.advance(by: .seconds(86_400))
                let (results, _) = try await bed.importFeeds([PagedFeed.url])

                // Then none is missing
                #expect(results.first?.episodeCount == 2 * (10 + pagesOfNews))
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }
}
