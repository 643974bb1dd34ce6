import Logging
import Testing

@testable import Persistence

/// What was read of a podcast's episodes is relied on only as long as nobody can have written them.
struct EpisodeVersionsTests {
    private let versions = EpisodeVersions()

    @Test func whatNobodyHasWrittenIsUnchanged() {
        // Given
        commit([.podcast(1)])
        let version = versions.now

        // When others are written, and what is no episode
        commit([.podcast(2), .nothing])
        versions.begin(dataVersion: 1)

        // Then
        #expect(versions.areUnchanged(ofPodcast: 1, since: version))
        #expect(versions.areUnchanged(ofPodcast: 3, since: version))
        #expect(!versions.areUnchanged(ofPodcast: 2, since: version))
    }

    @Test(arguments: [WriteScope.podcast(1), .anything])
    func whatWasWrittenIsNot(scope: WriteScope) {
        // Given
        commit([.nothing])
        let version = versions.now

        // When, in the transaction under way and when it has ended
        versions.begin(dataVersion: 1)
        versions.add(scope)
        #expect(!versions.areUnchanged(ofPodcast: 1, since: version))
        #expect(versions.now == version)
        versions.end()

        // Then
        #expect(!versions.areUnchanged(ofPodcast: 1, since: version))
        #expect(versions.areUnchanged(ofPodcast: 1, since: versions.now))
    }

    @Test func whatWasRolledBackWasNotWritten() {
        // Given
        commit([.nothing])
        let version = versions.now

        // When
        versions.begin(dataVersion: 1)
        versions.add(.podcast(1))
        versions.begin(dataVersion: 1)

        // Then
        #expect(versions.areUnchanged(ofPodcast: 1, since: version))
    }

    @Test func whatOthersCommitMayBeAnything() {
        // Given
        commit([.nothing])
        let version = versions.now

        // When
        versions.begin(dataVersion: 2)

        // Then
        #expect(!versions.areUnchanged(ofPodcast: 1, since: version))
        #expect(versions.areUnchanged(ofPodcast: 1, since: versions.now))
    }

    @Test func manyPodcastsAreNotRememberedForEver() {
        // Given
        commit([.nothing])
        let version = versions.now

        // When
        for podcast in 2...5000 { commit([.podcast(Int64(podcast))]) }

        // Then what is forgotten counts as written
        #expect(!versions.areUnchanged(ofPodcast: 1, since: version))
        #expect(versions.areUnchanged(ofPodcast: 1, since: versions.now))
    }

    @Test func aUnitThatSaysNothingMayHaveWrittenAnything() async throws {
        // Given
        let store = try await TestStore()
        let podcast = try await store.add().podcast
        let version = try store.manager.mainContext().episodeVersion

        // Then one that promises has not, one that does not may have
        #expect(try await store.isUnchanged(podcast, since: version, writingOnly: podcast + 1))
        #expect(try await store.isUnchanged(podcast, since: version, writingOnly: podcast))
        #expect(try await !store.isUnchanged(podcast, since: version, writingOnly: nil))
        let later = try store.manager.mainContext().episodeVersion
        try await store.manager.newBackgroundContext().save { _ in }
        #expect(try await !store.isUnchanged(podcast, since: later, writingOnly: nil))
    }

    @Test func whatAnotherProcessCommitsIsNoticed() async throws {
        // Given
        let store = try await TestStore()
        let podcast = try await store.add().podcast
        let other = PersistenceManager(configuration: store.manager.configuration, logger: Logger(label: "test"))
        try await other.loadPersistentStore()
        let version = try store.manager.mainContext().episodeVersion
        #expect(try await store.isUnchanged(podcast, since: version, writingOnly: nil))

        // When
        let context = try other.newBackgroundContext()
        try await context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(Samples.incoming(1), podcastID: podcast, at: TestStore.now, isBacklog: false)
        }

        // Then
        #expect(try await !store.isUnchanged(podcast, since: version, writingOnly: nil))
        try await other.close()
    }

    private func commit(_ scopes: [WriteScope]) {
        versions.begin(dataVersion: 1)
        for scope in scopes { versions.add(scope) }
        versions.end()
    }
}

extension TestStore {
    /// What a unit hears that writes the episodes of one podcast at the most, nobody's if it is nil.
    fileprivate func isUnchanged(
        _ podcast: Int64,
        since version: EpisodeVersion,
        writingOnly other: Int64?
    ) async throws -> Bool {
        try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: other)
            return unit.episodesAreUnchanged(ofPodcast: podcast, since: version)
        }
    }
}
