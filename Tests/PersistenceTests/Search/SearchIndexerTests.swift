import struct GRDB.Configuration
import class GRDB.Database
import class GRDB.DatabaseQueue
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

/// The index of words, and how it follows the store.
struct SearchIndexerTests {
    @Test func buildsAnIndexOfAnotherVersionAnew() async throws {
        // Given an index as the program made it before it had versions, of words as they were read then
        let store = try await TestStore.library()
        _ = try await store.titles("keeper")
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE searchProgress SET textVersion = 0")
            _ = try unit.execute("DELETE FROM searchDocument WHERE episodeId = 1")
        }
        let missing = try await store.manager.care().statistics().searchMissing

        // When it is brought up to date, in pieces
        let lag = try await store.indexer().lag()
        let lags = [try await store.indexer().catchUp(episodeLimit: 1), try await store.indexer().catchUp()]

        // Then all is read again, once
        #expect(missing == 3)
        #expect(lag == 3)
        #expect(lags == [0, 0])
        #expect(try await documentCounts(of: store) == [0, 3])
        #expect(try await store.titles("keeper") == ["The Last Keeper", "Ferry Food"])
        #expect(
            try await store.integers("SELECT sequence = (SELECT max(sequence) FROM change) FROM searchProgress") == [1]
        )
    }

    @Test func buildsAnIndexOfChangesThatTheStoreDoesNotHaveAnew() async throws {
        // Given a store whose changes somebody has deleted, so that they are numbered from the first again
        let store = try await TestStore.library()
        _ = try await store.titles("keeper")
        try await store.damage("DELETE FROM change")
        try await store.context.save { unit throws(PersistenceError) in
            let episode = Samples.titled(7, "Keeper 7")
            _ = try unit.episodes.insert(episode, podcastID: 1, at: TestStore.now, isBacklog: false)
        }

        // When
        let lag = try await store.indexer().lag()

        // Then
        #expect(lag == 4)
        #expect(try await store.titles("keeper").count == 3)
    }

    @Test func emptiesAnIndexOfAnotherVersionWhenItIsTurnedOff() async throws {
        let store = try await TestStore.library()
        _ = try await store.titles("keeper")
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE searchProgress SET textVersion = 1")
        }

        try await store.indexer().remove()

        #expect(try await store.integers("SELECT count(*) FROM searchProgress") == [0])
        #expect(try await store.integers("SELECT count(*) FROM episodeSearch_docsize") == [0])
    }

    @Test func followsWhatChanges() async throws {
        // Given
        let store = try await TestStore.library()
        #expect(try await store.titles("keeper").count == 2)

        // When one is renamed, one is withdrawn, one deleted, and one comes
        try await store.context.save { unit throws(PersistenceError) in
            guard let second = try unit.episodes.episode(id: 2) else { return }
            try unit.episodes.update(second, with: Samples.titled(2, "Warden Food", notes: "Eating"), at: TestStore.now)
            try unit.episodes.delete(1, at: TestStore.now)
            try unit.episodes.markRemoved([3], at: TestStore.now, lastSeenAt: TestStore.now)
            try unit.episodes.insert(Samples.titled(4, "New Keeper"), podcastID: 1, at: TestStore.now, isBacklog: false)
        }

        // Then
        #expect(try await store.titles("keeper") == ["New Keeper"])
        #expect(try await store.titles("warden") == ["Warden Food"])
        #expect(try await store.titles("food eats") == [])
        #expect(try await store.titles("東京") == [])
    }

    @Test func followsTheNameOfAPodcast() async throws {
        let store = try await TestStore.library()
        #expect(try await store.titles("harbour food").count == 1)

        try await store.context.save { unit throws(PersistenceError) in
            var podcast = Podcast()
            podcast.title = "Storm Warnings"
            _ = try unit.podcasts.upsert(
                podcast,
                contentHash: 2,
                computedGUID: nil,
                subscriptionID: 1,
                at: TestStore.now
            )
        }

        #expect(try await store.titles("harbour food") == [])
        #expect(try await store.titles("storm food") == ["Ferry Food"])
    }

    @Test func goesOnWhereItWasStopped() async throws {
        // Given more episodes than fit a batch
        let store = try await TestStore(inMemory: true)
        let count = SearchBatch.size * 2 + 10
        try await store.add(episodes: (1...count).map { Samples.incoming($0) })

        // When it stops after each batch
        var lags: [Int64] = []
        for _ in 0..<4 { lags.append(try await store.indexer().catchUp(episodeLimit: 1)) }

        // Then nothing is done twice
        #expect(lags == [Int64(count - SearchBatch.size), Int64(count - 2 * SearchBatch.size), 0, 0])
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [Int64(count)])
        #expect(try await store.integers("SELECT max(id) FROM searchDocument") == [Int64(count)])
    }

    @Test func takesFewLongTextsAtATime() async throws {
        // Given episodes each of which has as much text as is read at once
        let store = try await TestStore(inMemory: true)
        let notes = String(repeating: "keeper ", count: SearchBatch.textLimit / 7 + 1)
        try await store.add(episodes: (1...3).map { Samples.titled($0, "Long \($0)", notes: notes) })
        let indexer = SearchIndexer(
            persistence: store.manager,
            plainText: { String($0.prefix(6)) },
            now: { TestStore.now }
        )
        let (_, left) = try await store.context.perform { unit throws(PersistenceError) in
            try SearchSource.read([1, 2, 3], in: unit)
        }
        let before = try store.manager.writerUse().transactions

        // When
        let lag = try await indexer.catchUp()

        // Then each is written by itself, after the index was made and before that is noted as done
        #expect(left.count == 2)
        #expect(lag == 0)
        #expect(try store.manager.writerUse().transactions - before == 1 + 3 + 1)
        #expect(try await documentCounts(of: store) == [0, 3])
    }

    @Test func twoIndexersDoNotDisturbEachOther() async throws {
        let store = try await TestStore()
        try await store.add(episodes: (1...600).map { Samples.incoming($0) })

        async let first = store.indexer().catchUp()
        async let second = store.indexer().catchUp()

        #expect(try await [first, second].min() == 0)
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [600])
        #expect(try await store.integers("SELECT max(id) FROM searchDocument") == [600])
    }

    @Test func keepsChangesFromBeingTrimmedUntilTheyAreIndexed() async throws {
        let store = try await TestStore.library()
        _ = try await store.titles("keeper")
        let later = TestStore.now.adding(seconds: 99_999_999)
        try await store.context.save { unit throws(PersistenceError) in
            for number in 5...6 {
                try unit.episodes.insert(
                    Samples.titled(number, "Keeper \(number)"),
                    podcastID: 1,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
            try unit.changes.trim(before: later, at: later)
        }

        #expect(try await store.integers("SELECT min(sequence) FROM change") == [6])
        #expect(try await store.titles("keeper").count == 4)
    }

    @Test func isSmallAgainAfterTidying() async throws {
        // Given an index in which most is out of date
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: (1...300).map { Samples.incoming($0) })
        for round in 1...5 {
            _ = try await store.indexer().catchUp()
            try await store.context.save { unit throws(PersistenceError) in
                for stored in try unit.episodes.episodes(matching: EpisodeQuery()) {
                    let number = Int(stored.id)
                    try unit.episodes.update(
                        stored,
                        with: Samples.incoming(number, title: "Round \(round)"),
                        at: TestStore.now
                    )
                }
            }
        }
        #expect(try await store.titles("\"round 4\"") == [])
        #expect(try await documentCounts(of: store) == [1_500, 1_800])

        // When
        try await store.indexer().tidy()

        // Then nothing is out of date, and nothing of the index before is counted again
        #expect(try await documentCounts(of: store) == [0, 300])
        #expect(try await store.titles("round 5").count == 10)
    }

    @Test func joinsItsPiecesStepByStep() async throws {
        let store = try await TestStore(inMemory: true)
        try await indexPieces(in: store)
        let pieces = "SELECT count(DISTINCT segid) FROM episodeSearch_idx"
        let before = try await store.integers(pieces)
        let steps = Mutex(0)
        let merges = Mutex(0)
        try await store.manager.care().store.writer.barrierWriteWithoutTransaction { database in
            database.trace { event in
                guard case .statement(let statement) = event else { return }
                if statement.sql.contains("'merge'") { steps.withLock { $0 += 1 } }
                if statement.sql.contains("wal_checkpoint") { merges.withLock { $0 += 1 } }
            }
        }

        // When it is tidied, a page at a time
        try await store.indexer().tidy(pagesAtOnce: 1)

        // Then it is one piece, others could write in between, and the log was never longer than a step
        #expect(before[0] > 1)
        #expect(try await store.integers(pieces) == [1])
        #expect(steps.withLock(\.self) > 3)
        // Two steps more: the first looks for damage, and after the last nothing is left to join.
        #expect(merges.withLock(\.self) == steps.withLock(\.self) - 2)
        #expect(try await store.titles("word7x1y3").count == 1)
    }

    @Test func looksForDamageWhileAnotherWrites() async throws {
        // Given a store that another connection keeps for itself
        let store = try await TestStore(inMemory: false)
        try await indexPieces(in: store)
        let care = try store.manager.care()
        var holding = Configuration()
        holding.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.path, configuration: holding)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

        // When
        let damage = try await care.searchIndexDamage()

        // Then
        #expect(damage == nil)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.manager.close()
    }

    @Test func buildsAnIndexAnewThatCanBeReadAndNotWritten() async throws {
        // Given an index whose first piece has the number of its second
        let store = try await TestStore(inMemory: true)
        try await indexPieces(in: store)
        let record = "substr(block, 1, 9) || x'02' || substr(block, 11)"
        try await store.damage("UPDATE episodeSearch_data SET block = CAST(\(record) AS BLOB) WHERE id = 10")

        // When
        let isBuiltAnew = try await store.indexer().mend()

        // Then
        #expect(try await store.manager.care().searchIndexDamage() == nil)
        #expect(isBuiltAnew)
        #expect(try await store.titles("word7x1y3").count == 1)
        #expect(try await !store.indexer().mend())
    }

    @Test func buildsAnIndexAnewWhosePiecesCannotBeJoinedToTheEnd() async throws {
        // Given one that fails where the pieces become one that is longer than any of them
        let store = try await TestStore(inMemory: true)
        try await indexPieces(in: store)
        try await store.damage(
            """
            CREATE TRIGGER refusal BEFORE INSERT ON episodeSearch_idx WHEN new.pgno > 16
            BEGIN SELECT RAISE (ABORT, 'as for a word that comes twice'); END
            """
        )

        // When
        try await store.indexer().tidy()

        // Then
        let triggers = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name = 'refusal'"
        #expect(try await store.integers(triggers) == [0])
        #expect(try await store.titles("word7x1y3").count == 1)
        #expect(try await !store.indexer().mend())
    }

    /// Fills an index so that it has three pieces, each of many words.
    private func indexPieces(in store: TestStore) async throws {
        let added = try await store.add()
        for round in 0..<3 {
            try await store.context.save { unit throws(PersistenceError) in
                for number in 1...100 {
                    let words = (1...20).map { "word\(number)x\(round)y\($0)" }.joined(separator: " ")
                    let episode = Samples.titled(round * 100 + number, words)
                    _ = try unit.episodes.insert(episode, podcastID: added.podcast, at: TestStore.now, isBacklog: false)
                }
            }
            _ = try await store.indexer().catchUp()
        }
    }

    /// How many are out of date, and how many there are.
    private func documentCounts(of store: TestStore) async throws -> [Int64] {
        try await store.context.perform { unit throws(PersistenceError) in
            let counts = try unit.search.documentCounts()
            return [counts.outdated, counts.total]
        }
    }

    @Test func leavesNothingWhenItIsTurnedOff() async throws {
        let store = try await TestStore.library()
        _ = try await store.titles("keeper")

        try await store.indexer().remove()

        #expect(try await store.integers("SELECT count(*) FROM searchProgress") == [0])
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [0])
        #expect(try await store.titles("keeper").count == 2)
    }

    @Test(.timeLimit(.minutes(10)))
    func indexesAsThingsAreSavedUntilTheStoreIsClosed() async throws {
        let store = try await TestStore.library()
        let (batches, continuation) = AsyncStream.makeStream(of: Void.self)
        let indexer = store.indexer()
        let running = Task {
            defer { continuation.finish() }
            try await indexer.run { _ in continuation.yield() }
        }
        var iterator = batches.makeAsyncIterator()
        _ = await iterator.next()

        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(Samples.titled(4, "New"), podcastID: 1, at: TestStore.now, isBacklog: false)
        }
        while try await store.integers("SELECT count(*) FROM searchDocument") != [4] {
            // No batch follows any more where the indexer has ended, or the time is up.
            try #require(await iterator.next() != nil)
        }
        try await store.manager.close()

        try await running.value
    }
}
