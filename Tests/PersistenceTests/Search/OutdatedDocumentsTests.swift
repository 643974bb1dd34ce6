import PodcastModel
import Testing

@testable import Persistence

/// What an index makes of documents that are out of date.
struct OutdatedDocumentsTests {
    private func indexer(_ store: TestStore) -> SearchIndexer {
        SearchIndexer(persistence: store.manager, plainText: { $0 }, now: { TestStore.now })
    }

    @Test func hideNoOthersHoweverManyTheyAre() async throws {
        // Given an episode, and newer documents with a word of its title that are nobody's any more
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1, title: "The Last Keeper")])
        let indexer = indexer(store)
        #expect(try await indexer.catchUp() == 0)
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.execute(
                """
                INSERT INTO episodeSearch (rowid, title, podcast, people, notes)
                WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number
                  WHERE value <= \(SearchStore.rankedLimit))
                SELECT value + 100, 'keeper', '', '', '' FROM number
                """
            )
        }

        // When
        let query = try #require(SearchQuery("keeper"))
        let titles = try await indexer.search(query, limit: 10).map(\.episode.episode.title)

        // Then
        #expect(titles == ["The Last Keeper"])
    }

    @Test(.timeLimit(.minutes(10)))
    func areLeftBehindByWhoeverFollowsTheChanges() async throws {
        // Given an index in which most is out of date
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: (1...300).map { Samples.incoming($0) })
        for round in 1...4 {
            _ = try await indexer(store).catchUp()
            try await rename("Round \(round)", in: store)
        }
        #expect(try await store.integers("SELECT max(id) FROM searchDocument") == [1_200])

        // When
        let (batches, continuation) = AsyncStream.makeStream(of: Void.self)
        let indexer = indexer(store)
        let running = Task {
            defer { continuation.finish() }
            try await indexer.run { _ in continuation.yield() }
        }
        var iterator = batches.makeAsyncIterator()

        // Then it is built anew, and no document is out of date any more
        let isNew = "SELECT count(*) = 300 AND max(id) = 300 FROM searchDocument"
        while try await store.integers(isNew) != [1] {
            // No batch follows any more where the indexer has ended, or the time is up.
            try #require(await iterator.next() != nil)
        }
        let query = try #require(SearchQuery("\"round 4\""))
        #expect(try await indexer.search(query, limit: 400).count == 300)
        try await store.manager.close()
        try await running.value
    }

    private func rename(_ title: String, in store: TestStore) async throws {
        try await store.context.save { unit throws(PersistenceError) in
            for stored in try unit.episodes.episodes(matching: EpisodeQuery()) {
                let renamed = Samples.incoming(Int(stored.id), title: title)
                try unit.episodes.update(stored, with: renamed, at: TestStore.now)
            }
        }
    }
}
