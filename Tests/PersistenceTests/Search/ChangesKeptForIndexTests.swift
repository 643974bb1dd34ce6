import PodcastModel
import Testing

@testable import Persistence

/// Old changes that are kept for nobody but the index.
struct ChangesKeptForIndexTests {
    @Test func isBroughtForwardWhereOldChangesAreKeptForIt() async throws {
        // Given an index that does not know of the last change
        let store = try await TestStore.library()
        #expect(try await store.titles("keeper").count == 2)
        try await store.add(podcast: "Other", feedURL: "https://other.example/feed", episodes: [Samples.incoming(4)])
        let indexer = store.indexer()

        // When that change is not old yet, and when it is
        try await indexer.catchUp(whereItKeepsChangesBefore: TestStore.now, episodeLimit: 10)
        let lag = try await indexer.lag()
        try await indexer.catchUp(whereItKeepsChangesBefore: TestStore.now.adding(seconds: 1), episodeLimit: 10)

        // Then
        #expect(lag > 0)
        #expect(try await indexer.lag() == 0)
    }

    @Test func isNotBegunForTheSakeOfOldChanges() async throws {
        let store = try await TestStore.library()

        let later = TestStore.now.adding(seconds: 86_400)
        try await store.indexer().catchUp(whereItKeepsChangesBefore: later, episodeLimit: 10)

        #expect(try await store.integers("SELECT count(*) FROM searchProgress") == [0])
    }
}
