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

    @Test(arguments: [1, 9, 10, 73, 100, 287], [3, 1_000])
    func insertsManyAtOnceAsOneAfterTheOther(count: Int, fullEvery: Int) async throws {
        // Given a store in which the last episode was deleted, and episodes that differ in what they have
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1_000), Samples.incoming(1_001)])
        let new = (1...count).map { number in
            var episode = number % fullEvery == 0 ? Samples.fullEpisode : Samples.incoming(number).episode
            (episode.guid, episode.key) = ("guid-\(number)", "guid-\(number)")
            if number % 2 == 0 { episode.content = String(repeating: "é\(number) ", count: 300 + number) }
            return (incoming: Samples.incoming(episode, position: number), isBacklog: number % 4 == 0)
        }

        // When
        let ids = try await store.context.save { unit throws(PersistenceError) in
            try unit.episodes.delete(added.episodes[1], at: TestStore.now)
            return try unit.episodes.insert(new, podcastID: added.podcast, at: TestStore.now)
        }

        // Then each is as it was given, under numbers that none had before
        #expect(ids == (1...count).map { added.episodes[1] + Int64($0) })
        let stored = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episodes(ids: ids)
        }
        #expect(stored.sorted { $0.id < $1.id }.map(\.episode) == new.map(\.incoming.episode))
        let backlog = try await store.integers(
            "SELECT backlog FROM episode WHERE id > \(added.episodes[1]) ORDER BY id"
        )
        #expect(backlog == new.map { $0.isBacklog ? 1 : 0 })
        // And in the change log in the same order
        let told = try await store.integers(
            "SELECT entityId FROM change WHERE entity = 'episode' AND kind = 'insert' ORDER BY sequence"
        )
        #expect(told == added.episodes + ids)
    }

    @Test func keepsNoneOfManyIfOneIsRefused() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(30)])
        let new = (1...60).map { (incoming: Samples.incoming($0), isBacklog: false) }

        let error = await #expect(throws: PersistenceError.self) {
            try await store.context.save { unit throws(PersistenceError) in
                try unit.episodes.insert(new, podcastID: added.podcast, at: TestStore.now)
            }
        }

        #expect(error?.shortDescription == "constraint")
        #expect(try await store.integers("SELECT id FROM episode") == added.episodes)
        #expect(try await store.integers("SELECT count(*) FROM enclosure") == [1])
    }

    @Test(arguments: [(-5, -5), (0, 0), (24, 24), (25, 0), (9_000, 0), (nil, 0)] as [(Int64?, Int64)])
    func c7Rules39And40FutureAndUndatedEpisodesStandWhereTheyWereFirstSeen(hours: Int64?, sorted: Int64) {
        let seen = TestStore.now
        let published = hours.map { seen.adding(seconds: $0 * 3600) }
        #expect(
            EpisodeRecord.sortedAt(publishedAt: published, firstSeenAt: seen) == seen.adding(seconds: sorted * 3600)
        )
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

    @Test(arguments: [
        "DELETE FROM sqlite_sequence", "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'episode'",
    ])
    func givesNoNumberThatIsGivenAlready(damage: String) async throws {
        let store = try await TestStore(inMemory: true)
        let first = try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2)])
        try await store.damage(damage)

        let second = try await store.add(feedURL: "https://other.example/feed", episodes: [Samples.incoming(3)])

        #expect(second.episodes == [first.episodes[1] + 1])
    }

    @Test(arguments: [
        ("episode", Int64.max), ("episode", .max - 1), ("podcast", .max), ("subscription", .max),
    ])
    func aTableThatHasGivenItsLastNumberIsNoFullDisk(table: String, last: Int64) async throws {
        let store = try await FilledStore.make()
        try await store.damage("UPDATE sqlite_sequence SET seq = \(last) WHERE name = '\(table)'")

        await #expect(throws: PersistenceError.numbersUsedUp(table: table)) {
            try await store.add(feedURL: "https://other.example/feed", episodes: [Samples.incoming(70)])
        }
    }
}

/// `#require` with the typed error of the stores.
func require<Value>(_ value: Value?) throws(PersistenceError) -> Value {
    guard let value else { throw .notFound(entity: "value", id: 0) }
    return value
}
