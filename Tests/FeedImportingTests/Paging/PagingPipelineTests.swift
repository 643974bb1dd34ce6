import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Paged feeds in whole runs.
struct PagingPipelineTests {
    @Test func readsAllPagesOnTheFirstImportAndTheFirstOnlyLater() async throws {
        try await WebTestBed.run(
            script: { PagedFeed.page($0, of: 4) },
            { bed in
                let (results, report) = try await bed.importFeeds([PagedFeed.url])
                #expect(report.counts.inserted == 8)
                #expect(results.first?.episodeCount == 8)
                #expect(results.first?.byteCount == (1...4).reduce(0) { $0 + PagedFeed.document($1, of: 4).utf8.count })
                #expect(results.first?.warnings.contains { $0.kind == .pageFailed } == false)
                #expect(bed.server.requests.count == 4)
                let changes = try await bed.read { unit throws(PersistenceError) in
                    try unit.changes.changes(since: 0, limit: 100)
                }
                #expect(changes.filter { $0.entity == .episode }.allSatisfy { $0.isBacklog })

                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([PagedFeed.url])
                #expect(bed.server.requests.count == 5)
                #expect(bed.server.requests.dropFirst().dropLast().allSatisfy { $0["If-None-Match"] == nil })
            }
        )
    }

    @Test func whatIsOnLaterPagesIsNeverTakenForWithdrawn() async throws {
        let pages = Locked(3)
        try await WebTestBed.run(
            script: { PagedFeed.page($0, of: pages.withLock(\.self)) },
            { bed in
                try await bed.importFeeds([PagedFeed.url])
                for day in 1...5 {
                    bed.clock.advance(by: .seconds(86_400))
                    pages.withLock { $0 = 3 + day }
                    try await bed.importFeeds([PagedFeed.url])
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
                    ? ServerStep.response(404) : PagedFeed.page(request, of: 4)
            },
            { bed in
                let (results, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(results.first?.outcome.word == .imported)
                #expect(results.first?.episodeCount == 4)
                #expect(results.first?.warnings.last?.kind == .pageFailed)
                #expect(try await bed.subscription(PagedFeed.url)?.failures == 0)

                isBroken.withLock { $0 = false }
                let (again, report) = try await bed.importFeeds([PagedFeed.url], backfills: true)
                #expect(report.counts.inserted == 4)
                #expect(again.first?.episodeCount == 8)
            }
        )
    }

    @Test func pagesThatAreTheSameForEveryNumberEndTheWalk() async throws {
        try await WebTestBed.run(
            script: { PagedFeed.page($0, of: 1000, repeating: true) },
            { bed in
                let (results, _) = try await bed.importFeeds([PagedFeed.url], backfills: true)
                #expect(results.first?.episodeCount == 2)
                #expect(bed.server.requests.count == 2)
                try await bed.importFeeds([PagedFeed.url], backfills: true)
                #expect(bed.server.requests.count == 4)
            }
        )
    }

    @Test func laterPagesOfTheSameServerAreAskedWithTheSameCredentials() async throws {
        try await WebTestBed.run(
            script: { request in
                request["Authorization"] == nil ? ServerStep.response(401) : PagedFeed.page(request, of: 3)
            },
            { bed in
                // Given credentials that are kept elsewhere, such as in a file for all feeds of a host
                let (results, _) = try await bed.importFeeds([PagedFeed.url]) { request in
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
                let (results, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(results.first?.episodeCount == 2)
                let warning = try #require(results.first?.warnings.last)
                #expect(warning.kind == .pageFailed)
                #expect(warning.detail.contains("(truncated)") && warning.detail.contains("--backfill"))
            }
        )
    }

    @Test func aPageThatIsRateLimitedPausesItsHost() async throws {
        try await WebTestBed.run(
            script: { request in
                request.path.hasSuffix("page=2")
                    ? ServerStep.response(429, ["Retry-After: 600"]) : PagedFeed.page(request, of: 2)
            },
            { bed in
                // Given a feed whose second page says that the host gets too many requests
                let (results, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(results.first?.warnings.last?.kind == .pagesInterrupted)
                let count = bed.server.requests.count
                let until = bed.clock.timestamp.adding(seconds: 601)

                // When another feed of the host is to be asked
                let (others, _) = try await bed.importFeeds(["http://show.example/other"])

                // Then it is put off, in later runs too
                #expect(others.map(\.outcome.word) == [.postponed])
                #expect(bed.server.requests.count == count)
                let host = try await bed.read { unit throws(PersistenceError) in
                    try unit.hosts.host(named: "show.example")
                }
                #expect(host?.pausedUntil == until)
                #expect(host?.pauseReason == "rate-limited")
                #expect(try await bed.subscription(PagedFeed.url)?.failures == 0)
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
                let (results, _) = try await bed.importFeeds([PagedFeed.url])
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
                try await bed.importFeeds([PagedFeed.url])
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
                let (results, _) = try await bed.importFeeds([PagedFeed.url])
                #expect(results.first?.episodeCount == 3)
            }
        )
    }

    @Test func whatTwoPagesHaveInCommonMakesNoOneEpisodeOfTwo() async throws {
        // Given a rerun on the first page, whose original is on the second, and one guid on both
        @Sendable func body(_ isSecond: Bool) -> String {
            let namespace = "xmlns:atom=\"http://www.w3.org/2005/Atom\""
            let link = "<atom:link \(namespace) rel=\"next\" href=\"\(PagedFeed.url)?page=2\"/>"
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
                try await bed.importFeeds([PagedFeed.url])
                let (results, report) = try await bed.importFeeds([PagedFeed.url], backfills: true)

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
                let next = request.path == PagedFeed.url ? link + "href=\"http://other.example/2\"/>" : ""
                return ServerStep.response(
                    200,
                    [],
                    TestFeed.rss([TestFeed.item(next.isEmpty ? "b" : "a")], channel: next)
                )
            },
            { bed in
                var request = FeedImportRequest(name: "show", source: .http(try FeedURL(PagedFeed.url)))
                request.options.proxy = "http://127.0.0.1:\(bed.server.port)"
                request.options.allowsCredentialsOverHTTP = true
                request.credentials = FeedCredentials(user: "anna", password: "secret")
                let (results, _) = try await bed.run([request])
                #expect(results.first?.episodeCount == 2)
                #expect(bed.server.requests.map { $0["Authorization"] != nil } == [true, false])
            }
        )
    }
}
