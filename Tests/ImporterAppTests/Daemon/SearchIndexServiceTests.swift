import Logging
import PodcastModel
import Synchronization
import TestSupport
import Testing

@testable import ImporterApp
@testable import Persistence

/// The index service on a store in memory.
struct SearchIndexServiceTests {
    private static let logger = Logger.silent
    private static let now = Timestamp(epochSeconds: 1_793_491_200)
    private let persistence = PersistenceManager(
        configuration: PersistenceConfiguration(location: .memory),
        logger: logger
    )

    private var indexer: SearchIndexer {
        SearchIndexer(persistence: persistence, plainText: { $0 }, now: { Self.now })
    }

    private func add(_ title: String) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            let id = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: "https://x.example/"),
                at: Self.now
            ).id
            let podcast = try unit.podcasts.upsert(
                Podcast(),
                contentHash: 1,
                computedGUID: nil,
                subscriptionID: id,
                at: Self.now
            ).id
            var episode = Episode()
            (episode.title, episode.key, episode.keyKind) = (title, title, .guid)
            let incoming = IncomingEpisode(
                episode: episode,
                contentHash: 1,
                canonicalEnclosure: nil,
                canonicalTitle: title,
                position: 0
            )
            _ = try unit.episodes.insert([(incoming, false)], podcastID: podcast, at: Self.now)
        }
    }

    /// A service that takes no rest, and tells when it would.
    private func restless() -> (SearchIndexService, AsyncStream<Void>) {
        let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
        let service = SearchIndexService(
            persistence: persistence,
            logger: Self.logger,
            pause: { _ in paused.yield() },
            makeIndexer: { indexer }
        )
        return (service, pauses)
    }

    private func finds(_ text: String) async throws -> Bool {
        guard let query = SearchQuery(text) else { return false }
        return try await !indexer.search(query, limit: 1).isEmpty
    }

    @Test(.timeLimit(.minutes(10)))
    func indexesWhatIsThereAndWhatIsSavedUntilItIsStopped() async throws {
        // Given an episode from before
        let (service, pauses) = restless()
        let running = Task { try await service.run() }
        try await persistence.loadPersistentStore()
        try await add("before")

        // When
        var iterator = pauses.makeAsyncIterator()
        while try await !finds("before") { try #require(await iterator.next() != nil) }
        try await add("after")
        while try await !finds("after") { try #require(await iterator.next() != nil) }
        // Whether the first reading found it or the change log did: the other comes to it too, and then to its end.
        while try await indexer.lag() > 0 { try #require(await iterator.next() != nil) }
        running.cancel()

        // Then it stops in peace
        try await running.value
        try await persistence.close()
    }

    @Test func beginsAndEndsWhenTheSettingsChange() async throws {
        // Given a service that rests for ever after its first batch
        let isWanted = Mutex(true)
        let (asked, asking) = AsyncStream.makeStream(of: Bool.self)
        let service = SearchIndexService(
            persistence: persistence,
            logger: Self.logger,
            pause: { _ in
                // Nobody ever says that the rest is over; it ends when it is cancelled.
                let (rest, end) = AsyncStream.makeStream(of: Never.self)
                for await _ in rest {}
                end.finish()
                throw CancellationError()
            },
            makeIndexer: {
                let wanted = isWanted.withLock(\.self)
                asking.yield(wanted)
                return wanted ? indexer : nil
            }
        )
        try await persistence.loadPersistentStore()
        try await add("words")
        let running = Task { try await service.run() }
        var answers = asked.makeAsyncIterator()
        #expect(await answers.next() == true)

        // When the index is turned off, and on again
        isWanted.withLock { $0 = false }
        service.restart()
        #expect(await answers.next() == false)
        isWanted.withLock { $0 = true }
        service.restart()
        #expect(await answers.next() == true)

        // Then each ended the one before, and the service stops
        running.cancel()
        try await running.value
        try await persistence.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func buildsADamagedIndexAnew() async throws {
        // Given an index that cannot be read any more, as SQLite notices when it has to join the index's pieces
        try await persistence.loadPersistentStore()
        try await add("words")
        _ = try await indexer.catchUp()
        try await run("UPDATE episodeSearch_data SET block = zeroblob(20) WHERE id > 10")
        var damage: PersistenceError?
        for number in 1...100 where damage == nil {
            try await add("word \(number)")
            do {
                _ = try await indexer.catchUp()
            } catch {
                damage = error
            }
        }
        guard case .corrupt = damage else {
            Issue.record("\(String(describing: damage))")
            return
        }
        let (service, pauses) = restless()

        // When
        let running = Task { try await service.run() }
        var iterator = pauses.makeAsyncIterator()
        while try await persistence.care().searchIndexDamage() != nil { await iterator.next() }
        while try await indexer.lag() > 0 { try #require(await iterator.next() != nil) }
        let isFound = try await finds("words")
        running.cancel()

        // Then
        #expect(isFound)
        try await running.value
        try await persistence.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func makesAnIndexAnewThatIsNotThereAnyMore() async throws {
        // Given an episode that is to be indexed, too
        try await persistence.loadPersistentStore()
        try await add("words")
        _ = try await indexer.catchUp()
        try await run("DROP TABLE episodeSearch")
        try await add("more")
        let (service, pauses) = restless()

        // When
        let running = Task { try await service.run() }
        var iterator = pauses.makeAsyncIterator()
        while try await indexer.lag() > 0 { try #require(await iterator.next() != nil) }
        let areFound = try await [finds("words"), finds("more")]
        running.cancel()

        // Then
        #expect(areFound == [true, true])
        try await running.value
        try await persistence.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func goesOnAfterErrorsThatItRestsFromLongerEachTime() async throws {
        // Given a store whose index cannot be used for now
        try await persistence.loadPersistentStore()
        try await add("words")
        try await run("ALTER TABLE searchProgress RENAME TO hidden")
        let wanted: [Duration] = [.seconds(60), .seconds(120), .seconds(240), .seconds(300), .seconds(300)]
        let (rests, resting) = AsyncStream.makeStream(of: Duration.self)
        let errors = Mutex(0)
        let service = SearchIndexService(
            persistence: persistence,
            logger: Self.logger,
            pause: { duration in
                if duration >= SearchIndexService.restAfterError {
                    let count = errors.withLock { count in
                        count += 1
                        return count
                    }
                    if count == wanted.count { try await run("ALTER TABLE hidden RENAME TO searchProgress") }
                }
                resting.yield(duration)
            },
            makeIndexer: { indexer }
        )

        // When
        let running = Task { try await service.run() }
        var iterator = rests.makeAsyncIterator()

        // Then it rests, tries again, and gets there
        for duration in wanted { #expect(await iterator.next() == duration) }
        while try await !finds("words") { _ = await iterator.next() }

        // And begins anew with the next error, which something has to be saved for: it may be done by now
        try await run("ALTER TABLE searchProgress RENAME TO hidden")
        try await add("more")
        var next = await iterator.next()
        while let duration = next, duration < SearchIndexService.restAfterError { next = await iterator.next() }
        #expect(next == SearchIndexService.restAfterError)
        running.cancel()
        try await running.value
        try await persistence.close()
    }

    private func run(_ sql: String) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.execute(sql)
        }
    }
}
