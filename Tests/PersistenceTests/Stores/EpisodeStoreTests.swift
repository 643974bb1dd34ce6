import PodcastModel
import Testing

@testable import Persistence

struct EpisodeStoreTests {
    @Test func givesBackEveryFieldOfAnEpisode() async throws {
        let store = try await TestStore(inMemory: true)
        let episode = Samples.fullEpisode

        let added = try await store.add(episodes: [Samples.incoming(episode)])

        let stored = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episode(id: added.episodes[0])
        }
        #expect(stored?.episode == episode)
        #expect(stored?.podcastID == added.podcast)
        #expect(stored?.firstSeenAt == TestStore.now)
    }

    @Test func givesBackAnEpisodeOfWhichNothingIsKnown() async throws {
        let store = try await TestStore(inMemory: true)
        var episode = Episode()
        episode.key = "only"

        let added = try await store.add(episodes: [Samples.incoming(episode)])

        let stored = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episode(id: added.episodes[0])
        }
        #expect(stored?.episode == episode)
    }

    @Test func findsATextAgainThatHadANULInside() async throws {
        let store = try await TestStore(inMemory: true)
        var episode = Episode()
        episode.key = "a\u{0}b"
        episode.title = "\u{0}"

        let added = try await store.add(episodes: [Samples.incoming(episode)])

        let stored = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episode(id: added.episodes[0])?.episode
        }
        #expect(stored?.key == "ab")
        #expect(stored?.title == "")
        #expect(try await store.integers("SELECT count(*) FROM episode WHERE key = 'ab'") == [1])
    }

    @Test func givesBackLongTextsAsTheyWere() async throws {
        // Given several long texts in one row, some of them beyond ASCII, one with a NUL inside
        let store = try await TestStore(inMemory: true)
        var episode = Episode()
        episode.key = "long"
        episode.subtitle = String(repeating: "s", count: 511)
        episode.summary = String(repeating: "Größe ", count: 200)
        episode.description = String(repeating: "d", count: 512)
        episode.content = String(repeating: "c", count: 600) + "\u{0}" + String(repeating: "é", count: 40_000)

        // When
        let added = try await store.add(episodes: [Samples.incoming(episode), Samples.incoming(2)])

        // Then
        let stored = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episode(id: added.episodes[0])?.episode
        }
        #expect(stored?.subtitle == episode.subtitle)
        #expect(stored?.summary == episode.summary)
        #expect(stored?.description == episode.description)
        #expect(stored?.content == String(repeating: "c", count: 600) + String(repeating: "é", count: 40_000))
    }

    @Test func refusesASecondEpisodeWithTheSameKey() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])

        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.save { unit throws(PersistenceError) in
                try unit.episodes.insert(
                    Samples.incoming(1),
                    podcastID: added.podcast,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
        }

        #expect(error?.shortDescription == "constraint")
        #expect(error?.description.contains("guid-1") == false)
    }

    @Test func updateNamesTheFieldsThatChanged() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(Samples.fullEpisode)])
        var edited = Samples.fullEpisode
        edited.title = "Corrected"
        edited.transcripts = []
        edited.chapters.append(Chapter(startSeconds: 100))
        edited.content = nil
        let incoming = Samples.incoming(edited)

        let (fields, stored) = try await store.context.save { unit throws(PersistenceError) in
            let old = try require(try unit.episodes.episode(id: added.episodes[0]))
            let fields = try unit.episodes.update(old, with: incoming, at: TestStore.now)
            return (fields, try unit.episodes.episode(id: old.id))
        }

        #expect(fields == ["title", "showNotesHTML", "chapters", "transcripts"])
        #expect(stored?.episode == edited)
    }
}

/// `#require` with the typed error of the stores.
func require<Value>(_ value: Value?) throws(PersistenceError) -> Value {
    guard let value else { throw .notFound(entity: "value", id: 0) }
    return value
}
