import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Paged feeds in whole runs.
struct PagingPipelineTests {
    private static let url = "http://show.example/feed"

    @Test func readsAllPagesOnTheFirstImportAndTheFirstOnlyLater() async throws {
        try await WebTestBed.run(
            script: { Self.page($0, of: 4) },
            { bed in
                let (results, report) = try await bed.importFeeds([Self.url])
                #expect(report.counts.inserted == 8)
                #expect(results.first?.episodeCount == 8)
                #expect(results.first?.byteCount == (1...4).reduce(0) { $0 + Self.document($1, of: 4).utf8.count })
                #expect(results.first?.warnings.contains { $0.kind == "page-failed" } == false)
                #expect(bed.server.requests.count == 4)
                let changes = try await bed.read { unit throws(PersistenceError) in
                    try unit.changes.changes(since: 0, limit: 100)
                }
                #expect(changes.filter { $0.entity == .episode }.allSatisfy { $0.isBacklog })

                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([Self.url])
                #expect(bed.server.requests.count == 5)
                #expect(bed.server.requests.dropFirst().dropLast().allSatisfy { $0["If-None-Match"] == nil })
            }
        )
    }

    @Test func whatIsOnLaterPagesIsNeverTakenForWithdrawn() async throws {
        let pages = Locked(3)
        try await WebTestBed.run(
            script: { Self.page($0, of: pages.withLock(\.self)) },
            { bed in
                try await bed.importFeeds([Self.url])
                for day in 1...5 {
                    bed.clock.advance(by: .seconds(86_400))
                    pages.withLock { $0 = 3 + day }
                    try await bed.importFeeds([Self.url])
                }
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
                }
                #expect(episodes.count == 6 + 5 * 2)
                #expect(episodes.allSatisfy { $0.removedAt == nil })
            }
        )
    }

    @Test func aPageThatFailsLosesNothingAndCanBeFetchedLater() async throws {
        let isBroken = Locked(true)
        try await WebTestBed.run(
            script: { request in
                isBroken.withLock(\.self) && request.path.hasSuffix("page=3")
                    ? ServerStep.response(404) : Self.page(request, of: 4)
            },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.outcome.word == "imported")
                #expect(results.first?.episodeCount == 4)
                #expect(results.first?.warnings.last?.kind == "page-failed")
                #expect(try await bed.subscription(Self.url)?.failures == 0)

                isBroken.withLock { $0 = false }
                let (again, report) = try await bed.importFeeds([Self.url], backfills: true)
                #expect(report.counts.inserted == 4)
                #expect(again.first?.episodeCount == 8)
            }
        )
    }

    @Test func aWalkThatIsInterruptedGoesOnWithTheNextRefresh() async throws {
        let isResting = Locked(true)
        let second = "http://other.example/2"
        try await WebTestBed.run(
            script: { request in
                guard request.path == Self.url else {
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
                let (first, _) = try await bed.importFeeds([Self.url])
                #expect(first.first?.warnings.last?.kind == "pages-interrupted")
                #expect(first.first?.episodeCount == 1)
                #expect(try await Self.pendingPage(bed) == second)

                // When it is refreshed, and has not changed
                isResting.withLock { $0 = false }
                bed.clock.advance(by: .seconds(7200))
                let (results, _) = try await bed.importFeeds([Self.url])

                // Then the rest is read, and once is enough
                #expect(results.first?.outcome.word == "imported")
                #expect(results.first?.episodeCount == 3)
                #expect(results.first?.httpStatus == 304)
                #expect(try await Self.pendingPage(bed) == nil)
                let count = bed.asked.count
                bed.clock.advance(by: .seconds(7200))
                try await bed.importFeeds([Self.url])
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
                let page = Self.page(request, of: pages.withLock(\.self))
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
                try await bed.importFeeds([Self.url])
                let places: [String?] = (2...5).map { "\(Self.url)?page=\($0)" }
                #expect(noted.withLock(\.self) == [nil] + places)
                #expect(try await Self.pendingPage(bed) == nil)
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.refreshes.setPendingPage("\(Self.url)?page=4", ofPodcast: 1)
                }

                // When the feed is refreshed, and has as many pages as before, or one more
                pages.withLock { $0 = later }
                bed.clock.advance(by: .seconds(86_400))
                let count = bed.asked.count
                let (results, _) = try await bed.importFeeds([Self.url])

                // Then it is read on from there to its end; but behind a page of news there may be more of them
                let asked = ((later == 5 ? 4 : 2)...later).map { "\(Self.url)?page=\($0)" }
                #expect(Array(bed.asked.dropFirst(count)) == [Self.url] + asked)
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
                isBroken.withLock(\.self) && request.path.hasSuffix("page=3") ? trouble : Self.page(request, of: 4)
            },
            { bed in
                // Given
                for _ in 1...3 {
                    let (results, _) = try await bed.importFeeds([Self.url])
                    #expect(results.first?.warnings.last?.kind == "pages-interrupted")
                    #expect(results.first?.episodeCount == 4)
                    #expect(try await Self.pendingPage(bed) == "\(Self.url)?page=3")
                    bed.clock.advance(by: .seconds(7200))
                }

                // When
                isBroken.withLock { $0 = false }
                let (results, _) = try await bed.importFeeds([Self.url])

                // Then
                #expect(results.first?.episodeCount == 8)
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test(arguments: [(404, 1), (500, PageWalk.failureLimit)])
    func aPageThatFailsByItselfIsNotAskedForAgainAndAgain(status: Int, times: Int) async throws {
        try await WebTestBed.run(
            script: { $0.path.hasSuffix("page=3") ? ServerStep.response(status) : Self.page($0, of: 4) },
            { bed in
                var warnings: [String?] = []
                for _ in 1...times + 3 {
                    warnings.append(try await bed.importFeeds([Self.url]).results.first?.warnings.last?.kind)
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(bed.asked.count { $0.hasSuffix("page=3") } == times)
                #expect(warnings.prefix(times).dropLast().allSatisfy { $0 == "pages-interrupted" })
                #expect(warnings[times - 1] == "page-failed")
                #expect(try await Self.pendingPage(bed) == nil)
                let lostPage = { () async throws in
                    try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.history(of: 1).lostPage
                    }
                }
                #expect(try await lostPage() == "\(Self.url)?page=3")
            }
        )
    }

    @Test func whereAFeedMovesItsPagesAreReadFromTheirBeginning() async throws {
        let new = "http://new.example/feed"
        try await WebTestBed.run(
            script: { request in
                request.path.hasPrefix(new)
                    ? Self.page(request, of: 4, at: new)
                    : request.path.hasSuffix("page=3") ? ServerStep.response(500) : Self.page(request, of: 4)
            },
            { bed in
                // Given a walk that was interrupted
                try await bed.importFeeds([Self.url])
                #expect(try await Self.pendingPage(bed) == "\(Self.url)?page=3")

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

    private static func pendingPage(_ bed: WebTestBed) async throws -> String? {
        try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: url)?.pendingPage
        }
    }

    @Test func behindTheMostPagesOfAWalkTheNextRefreshGoesOn() async throws {
        try await WebTestBed.run(
            configure: { $0.maximumPages = 3 },
            script: { request in
                request["If-None-Match"] == nil ? Self.page(request, of: 5) : ServerStep.notModified()
            },
            { bed in
                // Given a feed of more pages than are read at a time
                let (first, _) = try await bed.importFeeds([Self.url])
                #expect(first.first?.episodeCount == 6)
                let warning = try #require(first.first?.warnings.last)
                #expect(warning.kind == "pages-interrupted" && warning.detail.contains("page 4"))
                #expect(try await Self.pendingPage(bed) == "\(Self.url)?page=4")

                // When it is refreshed, and has not changed
                bed.clock.advance(by: .seconds(90_000))
                let (second, _) = try await bed.importFeeds([Self.url])

                // Then the rest is read, and nothing twice
                #expect(second.first?.httpStatus == 304)
                #expect(second.first?.episodeCount == 10)
                #expect(second.first?.warnings.contains { $0.kind == "pages-interrupted" } == false)
                #expect(try await Self.pendingPage(bed) == nil)
                #expect(bed.server.requests.count == 6)
            }
        )
    }

    @Test func wherePageOneIsAllNewTheGapBehindItIsClosed() async throws {
        let pages = Locked(3)
        try await WebTestBed.run(
            script: { Self.page($0, of: pages.withLock(\.self)) },
            { bed in
                // Given a feed of which more than a page has come since
                try await bed.importFeeds([Self.url])
                pages.withLock { $0 = 6 }
                bed.clock.advance(by: .seconds(86_400))
                let asked = bed.server.requests.count
                let last = try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() }

                // When
                let (results, report) = try await bed.importFeeds([Self.url])

                // Then it is read to where it is known, and no further
                #expect(report.counts.inserted == 6)
                #expect(results.first?.episodeCount == 12)
                #expect(
                    bed.asked.dropFirst(asked) == [
                        Self.url, "\(Self.url)?page=2", "\(Self.url)?page=3", "\(Self.url)?page=4",
                    ]
                )
                let changes = try await bed.read { unit throws(PersistenceError) in
                    try unit.changes.changes(since: last, limit: 100)
                }
                let news = changes.filter { $0.entity == .episode }
                #expect(news.count == 6 && news.allSatisfy { !$0.isBacklog })
            }
        )
    }

    @Test func aGapThatWasNotClosedIsClosedByTheNextRefreshAndNoMoreIsRead() async throws {
        let (pages, isResting) = (Locked(6), Locked(false))
        try await WebTestBed.run(
            script: { request in
                request.path.hasSuffix("page=2") && isResting.withLock(\.self)
                    ? ServerStep.response(500) : Self.page(request, of: pages.withLock(\.self))
            },
            { bed in
                // Given a feed of which more than a page has come since, and whose second page could not be had
                try await bed.importFeeds([Self.url])
                pages.withLock { $0 = 9 }
                isResting.withLock { $0 = true }
                bed.clock.advance(by: .seconds(86_400))
                let last = try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() }
                try await bed.importFeeds([Self.url])
                isResting.withLock { $0 = false }
                let asked = bed.server.requests.count

                // When
                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([Self.url])

                // Then it is read to where it is known, no further, and all of it is news
                #expect(
                    bed.asked.dropFirst(asked) == [
                        Self.url, "\(Self.url)?page=2", "\(Self.url)?page=3", "\(Self.url)?page=4",
                    ]
                )
                let changes = try await bed.read { unit throws(PersistenceError) in
                    try unit.changes.changes(since: last, limit: 100)
                }
                let news = changes.filter { $0.entity == .episode }
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
                    ? ServerStep.response(500) : Self.page(request, of: pages.withLock(\.self))
            },
            { bed in
                // Given a feed of which pages have come since, and whose third page could not be had
                try await bed.importFeeds([Self.url])
                pages.withLock { $0 = 10 }
                isResting.withLock { $0 = true }
                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([Self.url])
                isResting.withLock { $0 = false }

                // When more of them have come until it can
                pages.withLock { $0 = 10 + pagesOfNews }
                bed.clock.advance(by: .seconds(86_400))
                let (results, _) = try await bed.importFeeds([Self.url])

                // Then none is missing
                #expect(results.first?.episodeCount == 2 * (10 + pagesOfNews))
                #expect(try await Self.pendingPage(bed) == nil)
            }
        )
    }

    @Test func pagesThatAreTheSameForEveryNumberEndTheWalk() async throws {
        try await WebTestBed.run(
            script: { Self.page($0, of: 1000, repeating: true) },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url], backfills: true)
                #expect(results.first?.episodeCount == 2)
                #expect(bed.server.requests.count == 2)
                try await bed.importFeeds([Self.url], backfills: true)
                #expect(bed.server.requests.count == 4)
            }
        )
    }

    @Test func laterPagesOfTheSameServerAreAskedWithTheSameCredentials() async throws {
        try await WebTestBed.run(
            script: { request in
                request["Authorization"] == nil ? ServerStep.response(401) : Self.page(request, of: 3)
            },
            { bed in
                // Given credentials that are kept elsewhere, such as in a file for all feeds of a host
                let (results, _) = try await bed.importFeeds([Self.url]) { request in
                    request.sharedCredentials = FeedCredentials(user: "anna", password: "x")
                    request.options.allowsCredentialsOverHTTP = true
                }
                #expect(results.first?.episodeCount == 6)
                #expect(bed.server.requests.count == 3)
            }
        )
    }

    @Test func ofAPageThatIsCutWhatIsWholeIsTaken() async throws {
        try await WebTestBed.run(
            script: { request in
                guard request.path.hasSuffix("archive") else {
                    let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"prev-archive\" "
                    let channel = link + "href=\"http://show.example/archive\"/>"
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: channel))
                }
                let archive = TestFeed.rss([TestFeed.item("b"), TestFeed.item("c")])
                let middle = archive.firstRange(of: "<title>Episode c")?.upperBound ?? archive.endIndex
                return ServerStep.response(200, [], String(archive[..<middle]))
            },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.episodeCount == 2)
                let warning = try #require(results.first?.warnings.last)
                #expect(warning.kind == "page-failed")
                #expect(warning.detail.contains("truncated") && warning.detail.contains("--backfill"))
            }
        )
    }

    @Test func aPageThatIsRateLimitedPausesItsHost() async throws {
        try await WebTestBed.run(
            script: { request in
                request.path.hasSuffix("page=2")
                    ? ServerStep.response(429, ["Retry-After: 600"]) : Self.page(request, of: 2)
            },
            { bed in
                // Given a feed whose second page says that the host gets too many requests
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.warnings.last?.kind == "pages-interrupted")
                let count = bed.server.requests.count
                let until = bed.clock.timestamp.adding(seconds: 601)

                // When another feed of the host is to be asked
                let (others, _) = try await bed.importFeeds(["http://show.example/other"])

                // Then it is put off, in later runs too
                #expect(others.map(\.outcome.word) == ["postponed"])
                #expect(bed.server.requests.count == count)
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "show.example")
                }
                #expect(host?.pausedUntil == until)
                #expect(host?.pauseReason == "rate-limited")
                #expect(try await bed.subscription(Self.url)?.failures == 0)
            }
        )
    }

    @Test func aPageOfJSONFeedIsFoundByItsNextURL() async throws {
        try await WebTestBed.run(
            script: { request in
                let isSecond = request.path.hasSuffix("2")
                let next = isSecond ? "" : "\"next_url\": \"http://show.example/2\","
                let item = "{\"id\": \"\(isSecond ? "b" : "a")\", \"content_text\": \"x\"}"
                let text = """
                    {"version": "https://jsonfeed.org/version/1.1", "title": "Show", \(next) "items": [\(item)]}
                    """
                return ServerStep.response(200, ["Content-Type: application/feed+json"], text)
            },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.episodeCount == 2)
            }
        )
    }

    @Test func anOlderVersionOnAnArchiveDoesNotOverwriteANewerOne() async throws {
        try await WebTestBed.run(
            script: { request in
                let isArchive = request.path.hasSuffix("archive")
                let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"prev-archive\" "
                let channel = isArchive ? "" : link + "href=\"http://show.example/archive\"/>"
                var items = [TestFeed.item("a", title: isArchive ? "Old" : "New")]
                if isArchive { items.append(TestFeed.item("b")) }
                return ServerStep.response(200, [], TestFeed.rss(items, channel: channel))
            },
            { bed in
                try await bed.importFeeds([Self.url])
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
                }
                #expect(Set(episodes.map(\.episode.title)) == ["New", "Episode b"])
            }
        )
    }

    @Test func anArchiveThatRepeatsTheFirstPageHidesNoOthers() async throws {
        try await WebTestBed.run(
            script: { request in
                let archive = request.path.split(separator: "=").last.flatMap { Int($0) }
                let items = archive == 1 ? ["a"] : ["b", "c"]
                let previous = archive == 1 ? nil : archive.map { $0 - 1 } ?? 2
                let link = previous.map {
                    "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"prev-archive\" "
                        + "href=\"http://show.example/archive=\($0)\"/>"
                }
                return ServerStep.response(200, [], TestFeed.rss(items.map { TestFeed.item($0) }, channel: link ?? ""))
            },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.episodeCount == 3)
            }
        )
    }

    @Test func whatTwoPagesHaveInCommonMakesNoOneEpisodeOfTwo() async throws {
        // Given a rerun on the first page, whose original is on the second, and one guid on both
        @Sendable func body(_ isSecond: Bool) -> String {
            let namespace = "xmlns:atom=\"http://www.w3.org/2005/Atom\""
            let link = "<atom:link \(namespace) rel=\"next\" href=\"\(Self.url)?page=2\"/>"
            let rerun = TestFeed.item("r3", title: "Rerun", day: 19).replacing("r3.mp3", with: "e3.mp3")
            let twin = TestFeed.item("e4", title: "Twin", day: 4).replacing(">e4</guid>", with: ">e20</guid>")
            return isSecond
                ? TestFeed.rss([twin, TestFeed.item("e3", day: 3)])
                : TestFeed.rss([TestFeed.item("e20", day: 20), rerun], channel: link)
        }
        try await WebTestBed.run(
            script: { ServerStep.response(200, [], body($0.path.hasSuffix("page=2"))) },
            { bed in
                // When it is read for the first time, and all over again
                try await bed.importFeeds([Self.url])
                let (results, report) = try await bed.importFeeds([Self.url], backfills: true)

                // Then
                #expect(results.first?.episodeCount == 4)
                #expect(report.counts.inserted + report.counts.updated + report.counts.rekeyed == 0)
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
                }
                #expect(episodes.map(\.episode.title) == ["Episode e3", "Twin", "Rerun", "Episode e20"])
            }
        )
    }

    @Test func thePasswordStaysWithItsServer() async throws {
        try await WebTestBed.run(
            script: { request in
                let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" "
                let next = request.path == Self.url ? link + "href=\"http://other.example/2\"/>" : ""
                return ServerStep.response(
                    200,
                    [],
                    TestFeed.rss([TestFeed.item(next.isEmpty ? "b" : "a")], channel: next)
                )
            },
            { bed in
                var request = FeedImportRequest(name: "show", source: .http(try FeedURL(Self.url)))
                request.options.proxy = "http://127.0.0.1:\(bed.server.port)"
                request.options.allowsCredentialsOverHTTP = true
                request.credentials = FeedCredentials(user: "anna", password: "secret")
                let (results, _) = try await bed.run([request])
                #expect(results.first?.episodeCount == 2)
                #expect(bed.server.requests.map { $0["Authorization"] != nil } == [true, false])
            }
        )
    }

    /// A page of two items, with the link to the next.
    private static func page(
        _ request: RecordedRequest,
        of count: Int,
        at url: String = url,
        repeating: Bool = false
    ) -> [ServerStep] {
        let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
        return ServerStep.response(
            200,
            ["ETag: \"\(count)-\(number)\""],
            document(number, of: count, at: url, repeating: repeating)
        )
    }

    private static func document(
        _ number: Int,
        of count: Int,
        at url: String = url,
        repeating: Bool = false
    ) -> String {
        let link =
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(url)?page=\(number + 1)\"/>"
        // The newest are on the first page.
        let newest = repeating ? 2 : 2 * (count - number + 1)
        let items = [newest, newest - 1].map { TestFeed.item("\($0)", day: min(28, $0)) }
        return TestFeed.rss(items, channel: number < count ? link : "")
    }
}
