import Foundation
import Operations
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// What is read of the store before the writer's turn has come, so that the writer need not.
struct EpisodesAheadTests {
    @Test func theWriterReliesOnThemAsLongAsNothingHasChanged() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When
            let stage = try await Self.twoEpisodesAndANewOne(bed, meanwhile: { _ in })
            let isCurrent = try await bed.isCurrent(stage)
            let end = try await bed.finish(stage)

            // Then
            #expect(isCurrent == true)
            #expect(end.counts == .init(inserted: 1, unchanged: 2))
        }
    }

    @Test func anEpisodeThatCameMeanwhileIsNotStoredTwice() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When somebody else imports the next document before this one's turn has come
            let stage = try await Self.twoEpisodesAndANewOne(bed) { bed in
                let next = Self.rss([
                    TestFeed.item("d", day: 4), TestFeed.item("c", day: 3), TestFeed.item("b", day: 2),
                    TestFeed.item("a"),
                ])
                try await bed.importFiles([try bed.write(next)])
            }
            let isCurrent = try await bed.isCurrent(stage)
            let end = try await bed.finish(stage)

            // Then
            #expect(isCurrent == false)
            #expect(end.counts == .init(inserted: 0, unchanged: 3))
            #expect(try await bed.episodes().map(\.episode.guid) == ["a", "b", "c", "d"])
        }
    }

    @Test func theyHoldThoughLeasesAreTakenAndGivenBackAndTheIndexIsBuilt() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // Given another feed that is due, an index, and a daemon that has started
            let now = bed.now
            let indexer = SearchIndexer(persistence: bed.persistence, plainText: { $0 }, now: { now })
            _ = try await indexer.catchUp()
            try await bed.write { unit throws(PersistenceError) in
                _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://other.example/"), at: now)
            }

            let scheduler = RefreshScheduler(
                owner: "a",
                persistence: bed.persistence,
                configuration: RefreshSchedulerConfiguration(),
                now: { now },
                logger: .silent,
                makeRequest: { FeedImportRequest(name: $0.feedURL, source: .standardInput) }
            )
            try await scheduler.adjustToClock()

            // When the rest of a daemon is at work
            let stage = try await Self.twoEpisodesAndANewOne(bed) { bed in
                #expect(await scheduler.next()?.name == "https://other.example/")
                try await scheduler.renewLeases()
                try await scheduler.giveBack()
                #expect(try await indexer.catchUp() == 0)
            }

            // Then
            #expect(try await bed.isCurrent(stage) == true)
        }
    }

    @Test func whatWasMatchedAheadIsNotMatchedOnceMore() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When
            let stage = try await Self.twoEpisodesAndANewOne(bed) { $0.advance(seconds: 60) }
            let preparation = try await bed.prepare(stage)

            // Then it is also known what is to be remembered of the items
            let planned = try #require(preparation.planned)
            #expect(planned.plan.decisions.count { $0.by == .new } == 1)
            let memory = ItemMemory(
                of: try bed.whole(stage),
                plan: preparation.plan,
                stored: preparation.stored
            )
            #expect(memory?.entries.count == 3)
            #expect(planned.itemMemory == memory?.bytes)
        }
    }

    @Test func itIsMatchedOnceMoreWhenThePlanIsOld() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When
            let stage = try await Self.twoEpisodesAndANewOne(bed) { $0.advance(seconds: 61) }
            let preparation = try await bed.prepare(stage)

            // Then
            #expect(stage.parsed.ahead?.plan != nil)
            #expect(preparation.planned == nil)
            #expect(preparation.plan.decisions.count == 3)
        }
    }

    @Test func itIsMatchedOnceMoreWhenTheFeedWasGivenAnotherAddressMeanwhile() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When somebody does that, which writes no episodes
            let stage = try await Self.twoEpisodesAndANewOne(bed) { bed in
                let now = bed.now
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    unit.writesEpisodes(onlyOf: nil)
                    _ = try unit.subscriptions.move(1, to: "https://other.example/feed", cause: .user, at: now)
                }
            }
            let preparation = try await bed.prepare(stage)

            // Then the plan does not know that nothing is to be concluded from what is missing
            #expect(try await bed.isCurrent(stage) == true)
            #expect(preparation.document.addressChanged)
            #expect(preparation.planned == nil)
        }
    }

    @Test func theItemsOfTheLastDocumentAreNotMatchedAhead() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // When they come in another order, so that they are not recognised as a whole
            let stage = try await Self.twoEpisodes(bed, then: [TestFeed.item("b", day: 2), TestFeed.item("a")])

            // Then
            let ahead = try #require(stage.parsed.ahead)
            #expect(ahead.plan == nil)
            #expect(try await bed.finish(stage).counts == .init(inserted: 0, unchanged: 2))
        }
    }

    /// The document with one episode more, parsed and not yet imported; something else happens after the episodes were
    /// read ahead.
    private static func twoEpisodesAndANewOne(
        _ bed: ImportTestBed,
        meanwhile: @escaping @Sendable (ImportTestBed) async throws -> Void
    ) async throws -> ParsedStage {
        let items = [TestFeed.item("c", day: 3), TestFeed.item("b", day: 2), TestFeed.item("a")]
        return try await twoEpisodes(bed, then: items, meanwhile: meanwhile)
    }

    private static func twoEpisodes(
        _ bed: ImportTestBed,
        then items: [String],
        meanwhile: @escaping @Sendable (ImportTestBed) async throws -> Void = { _ in }
    ) async throws -> ParsedStage {
        let path = try bed.write(rss([TestFeed.item("a"), TestFeed.item("b", day: 2)]))
        try await bed.importFiles([path])
        bed.advance(hours: 1)
        _ = try bed.write(rss(items))
        var request = FeedImportRequest(name: path, source: .file(path: path))
        request.refreshState = try await bed.read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: "file://" + path)
        }
        let tools = bed.importer(FeedImporterConfiguration(processorCount: 2)).tools
        let load = LoadFeedOperation(request: request, loader: tools.loader)
        let parse = ParseFeedOperation(
            load: load,
            identity: nil,
            state: request.refreshState,
            reader: tools.reader,
            items: request.itemReading(bed.persistence),
            episodesAhead: {
                try EpisodesAhead(ofPodcast: $0, followedBy: $1, at: bed.now, in: bed.persistence)
            }
        )
        let queue = OperationQueue()
        queue.enqueue([load, parse])
        let parsed = try await parse.value
        try await meanwhile(bed)
        return ParsedStage(request: request, parsed: parsed, tools: tools)
    }

    private static func rss(_ items: [String]) -> String {
        TestFeed.rss(items, channel: "<itunes:author>A</itunes:author>")
    }
}

/// A document on its way, between being parsed and being imported.
private struct ParsedStage {
    let request: FeedImportRequest
    let parsed: ParseFeedOperation.Output
    let tools: ImportTools
}

extension ImportTestBed {
    /// Whether what was read ahead holds; nil if nothing was.
    fileprivate func isCurrent(_ stage: ParsedStage) async throws -> Bool? {
        guard let podcast = stage.request.refreshState?.podcastID, let ahead = stage.parsed.ahead else { return nil }
        return try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            return ahead.known.isCurrent(ofPodcast: podcast, in: unit)
        }
    }

    /// The document with all its items.
    fileprivate func whole(_ stage: ParsedStage) throws -> ParseFeedOperation.Output {
        stage.parsed.completed(with: try #require(stage.parsed.ahead))
    }

    /// What an import would do now, with what was found out ahead.
    fileprivate func prepare(_ stage: ParsedStage) async throws -> ImportPreparation {
        let (id, whole) = (try #require(stage.request.refreshState?.subscriptionID), try whole(stage))
        let (ahead, now) = (try #require(stage.parsed.ahead), now)
        return try await read { unit throws(PersistenceError) in
            try ImportPreparation(
                parsed: whole,
                subscriptionID: id,
                history: try unit.refreshes.history(of: id),
                stored: ahead.known.stored,
                planned: ahead.plan,
                now: now,
                in: unit
            )
        }
    }

    /// Imports the document.
    fileprivate func finish(_ stage: ParsedStage) async throws -> FeedImportResult {
        try await ParsedFeedImport(parsed: stage.parsed, request: stage.request, tools: stage.tools).write()
    }
}

extension FeedImportResult {
    fileprivate var counts: ImportCounts? {
        guard case .imported(let counts) = outcome else { return nil }
        return counts
    }
}

extension ImportCounts {
    fileprivate init(inserted: Int, unchanged: Int) {
        self.init()
        self.inserted = inserted
        self.unchanged = unchanged
    }
}
