import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing
import TestSupport

@testable import FeedImporting

struct FeedImporterTests {
    @Test func storesEveryEpisodeOfAFeed() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", day: 2), TestFeed.item("b", day: 1)]))
            let (results, report) = try await bed.importFiles([path])
            #expect(results.count == 1)
            #expect(results.first?.title == "Show")
            #expect(report.counts.inserted == 2)
            #expect(try await bed.episodes().map(\.episode.guid) == ["b", "a"])
        }
    }

    @Test func writesNothingTheSecondTime() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
            try await bed.importFiles([path])
            let before = try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() }
            let second = try await bed.importFiles([path])
            #expect(second.results.first?.outcome == .unchanged(notModified: false))
            let forced = try await bed.importFiles([path], force: true)
            guard case .imported(let counts)? = forced.results.first?.outcome else {
                Issue.record("not imported: \(forced.results)")
                return
            }
            #expect(counts.unchanged == 2 && counts.inserted == 0 && counts.updated == 0)
            #expect(try await bed.read { unit throws(PersistenceError) in try unit.changes.lastSequence() } == before)
        }
    }

    @Test func updatesAnEditedEpisodeAndKeepsItsNumber() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Old")]))
            try await bed.importFiles([path])
            let id = try await bed.episodes().first?.id
            _ = try bed.write(TestFeed.rss([TestFeed.item("a", title: "New"), TestFeed.item("b", day: 2)]))
            let (results, report) = try await bed.importFiles([path])
            #expect(report.counts.updated == 1 && report.counts.inserted == 1)
            #expect(results.first?.episodeCount == 2)
            let episodes = try await bed.episodes()
            #expect(episodes.first?.id == id)
            #expect(episodes.first?.episode.title == "New")
            let changes = try await bed.read { unit throws(PersistenceError) in
                try unit.changes.changes(since: 0, limit: 100)
            }
            #expect(changes.contains { $0.kind == .update && $0.fields.contains("title") })
        }
    }

    @Test func keepsEpisodesThatSlideOutOfTheFeed() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a", day: 1)]))
            try await bed.importFiles([path])
            bed.advance(hours: 48)
            _ = try bed.write(TestFeed.rss([TestFeed.item("c", day: 3), TestFeed.item("b", day: 2)]))
            try await bed.importFiles([path])
            let episodes = try await bed.episodes()
            #expect(episodes.map(\.episode.guid) == ["a", "b", "c"])
            #expect(episodes.allSatisfy { $0.removedAt == nil })
        }
    }

    @Test func recognisesAnEpisodeUnderANewGuid() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Same")]))
            try await bed.importFiles([path])
            let old = TestFeed.item("a", title: "Same")
            _ = try bed.write(TestFeed.rss([old.replacingOccurrences(of: ">a</guid>", with: ">brand-new</guid>")]))
            let (_, report) = try await bed.importFiles([path])
            #expect(report.counts.rekeyed == 1 && report.counts.inserted == 0)
            #expect(try await bed.episodes().map(\.episode.guid) == ["brand-new"])
            // The old guid flips back: still the same row.
            _ = try bed.write(TestFeed.rss([old]))
            let (_, back) = try await bed.importFiles([path])
            #expect(back.counts.inserted == 0)
            #expect(try await bed.episodes().count == 1)
        }
    }

    @Test func oneBadFeedStopsNoOther() async throws {
        try await ImportTestBed.run { bed in
            let good = try bed.write(TestFeed.rss([TestFeed.item("a")]), to: "good.xml")
            let html = try bed.write("<!doctype html><title>Login</title>", to: "page.xml")
            let missing = bed.folder.appendingPathComponent("missing.xml").path
            let (results, report) = try await bed.importFiles([missing, html, good])
            #expect(report.feeds == 3 && report.failed == 2 && report.imported == 1)
            let kinds = results.compactMap { result -> ImportFailure.Kind? in
                if case .failed(let failure) = result.outcome { failure.kind } else { nil }
            }
            #expect(Set(kinds) == [.fileNotFound, .html])
            let subscriptions = try await bed.read { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions()
            }
            #expect(subscriptions.count == 1, "a feed that failed at first leaves no trace")
        }
    }

    @Test func countsFailuresOfAKnownFeedAndForgetsThemAfterwards() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            _ = try bed.write("<!doctype html><title>Maintenance</title>")
            try await bed.importFiles([path])
            try await bed.importFiles([path])
            var subscription = try await bed.read { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions().first
            }
            #expect(subscription?.failures == 2)
            #expect(subscription?.lastError?.kind == .html)
            #expect(subscription?.episodeCount == 1)
            _ = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
            try await bed.importFiles([path])
            subscription = try await bed.read { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions().first
            }
            #expect(subscription?.failures == 0 && subscription?.lastError == nil)
            #expect(subscription?.episodeCount == 2)
        }
    }

    @Test func aTruncatedDocumentIsReadAgainAndMarksNothingAbsent() async throws {
        try await ImportTestBed.run { bed in
            let whole = TestFeed.rss([
                TestFeed.item("c", day: 3), TestFeed.item("b", day: 2), TestFeed.item("a", day: 1),
            ])
            let cut = try #require(whole.range(of: "<title>Episode a"))
            let path = try bed.write(String(whole[..<cut.lowerBound]))
            let (results, _) = try await bed.importFiles([path])
            #expect(results.first?.episodeCount == 2)
            #expect(results.first?.warnings.contains { $0.kind == .truncated } == true)
            let again = try await bed.importFiles([path])
            #expect(again.results.first?.outcome.word == .imported, "its digest must not make it look unchanged")
            _ = try bed.write(whole)
            let (_, report) = try await bed.importFiles([path])
            #expect(report.counts.inserted == 1)
            #expect(try await bed.episodes().count == 3)
        }
    }

    @Test func importsWithoutFollowing() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path], subscribes: false)
            #expect(
                try await bed.read { unit throws(PersistenceError) in try unit.subscriptions.subscriptions() }.isEmpty
            )
            #expect(try await bed.episodes().count == 1)
            try await bed.importFiles([path])
            // Followed now, and still the same podcast.
            _ = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
            try await bed.importFiles([path])
            #expect(
                try await bed.read { unit throws(PersistenceError) in try unit.subscriptions.subscriptions() }.count
                    == 1
            )
            #expect(try await bed.read { unit throws(PersistenceError) in try unit.podcasts.count() } == 1)
        }
    }

    @Test func manyFeedsGoThroughANarrowWindow() async throws {
        try await ImportTestBed.run { bed in
            var paths: [String] = []
            for number in 0..<200 {
                let items = (0..<3).map { TestFeed.item("\(number)-\($0)") }
                paths.append(try bed.write(TestFeed.rss(items, title: "Show \(number)"), to: "\(number).xml"))
            }
            var configuration = FeedImporterConfiguration(processorCount: 2)
            configuration.maximumFeedsInFlight = 3
            configuration.maximumBytesInFlight = 4000
            let (results, report) = try await bed.importFiles(paths, configuration: configuration)
            #expect(results.count == 200 && report.imported == 200)
            #expect(report.counts.inserted == 600)
            #expect(Set(results.map(\.feed)).count == 200)
        }
    }

    @Test func oneFeedNamedTwiceIsStoredOnce() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
            let (_, report) = try await bed.importFiles([path, path, path])
            #expect(report.feeds == 3 && report.failed == 0)
            #expect(try await bed.episodes().count == 2)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aCancelledRunSaysWhatWasLeft() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            let importer = bed.importer(FeedImporterConfiguration(processorCount: 1))
            let taken = Locked(0)
            let requests = AsyncThrowingStream<FeedImportRequest, any Error> {
                let number = taken.withLock { taken -> Int in
                    taken += 1
                    return taken
                }
                return FeedImportRequest(
                    name: "\(number)",
                    source: .file(path: path),
                    identity: "https://show.example/\(number)"
                )
            }
            let task = Task { try await importer.importFeeds(requests, total: 1_000_000) }
            try await until { taken.withLock(\.self) >= 20 }
            task.cancel()
            let report = try await task.value
            #expect(report.notStarted == 1_000_000 - report.feeds)
            #expect(report.failed == 0)
            let stored = try await bed.read { unit throws(PersistenceError) in try unit.podcasts.count() }
            #expect(stored == report.imported, "what was counted is stored, what was not is not")
        }
    }

    @Test func rule30NothingButTheFeedIsLoaded() async throws {
        let url = "http://show.example/feed"
        let channel = """
            <link>http://show.example/</link><itunes:image href="http://show.example/cover.jpg"/>
            <podcast:podroll xmlns:podcast="https://podcastindex.org/namespace/1.0">
            <podcast:remoteItem feedUrl="http://show.example/other"/></podcast:podroll>
            """
        let extra = """
            <itunes:image href="http://show.example/a.jpg"/>
            <podcast:chapters xmlns:podcast="https://podcastindex.org/namespace/1.0" url="http://show.example/c.json" \
            type="application/json+chapters"/>
            <podcast:transcript xmlns:podcast="https://podcastindex.org/namespace/1.0" url="http://show.example/t.vtt" \
            type="text/vtt"/>
            """
        let document = TestFeed.rss([TestFeed.item("a", extra: extra)], channel: channel)
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], document) },
            { bed in
                try await bed.importFeeds([url])
                try await bed.importFeeds([url])
                #expect(bed.asked == [url, url])
            }
        )
    }

    @Test func rule60NeitherRobotsNorABlockKeepAFeedFromBeingImported() async throws {
        let url = "http://show.example/feed"
        let blocks = """
            <itunes:block>yes</itunes:block>
            <podcast:block xmlns:podcast="https://podcastindex.org/namespace/1.0">yes</podcast:block>
            """
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: blocks)) },
            { bed in
                let (results, _) = try await bed.importFeeds([url])
                #expect(results.first?.episodeCount == 1)
                #expect(bed.asked == [url])
            }
        )
    }

    @Test func differentDocumentsFromStandardInputDoNotMix() {
        #expect(Self.address(of: "One") != Self.address(of: "Two"))
        #expect(Self.address(of: "One") == Self.address(of: "One"))
    }

    private static func address(of title: String) -> String {
        var podcast = Podcast()
        podcast.title = title
        return StandardInputAddress.make(of: podcast)
    }
}
