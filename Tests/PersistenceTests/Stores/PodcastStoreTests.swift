import PodcastModel
import Testing

@testable import Persistence

struct PodcastStoreTests {
    private let now = TestStore.now

    @Test func givesBackEveryFieldOfAPodcast() async throws {
        let store = try await FilledStore.make()

        let stored = try await store.context.perform { unit throws(PersistenceError) in try unit.podcasts.podcast(id: 1)
        }

        #expect(stored?.podcast == Samples.fullPodcast)
    }

    @Test func writesNothingWhenTheContentHashIsTheSame() async throws {
        let store = try await FilledStore.make()
        let before = try await store.integers("SELECT count(*) FROM change")

        let outcome = try await store.context.save { [now] unit throws(PersistenceError) in
            var podcast = Samples.fullPodcast
            podcast.lastBuildAt = now
            return try unit.podcasts.upsert(podcast, contentHash: 1, computedGUID: nil, subscriptionID: 1, at: now)
        }

        #expect(outcome == PodcastStore.UpsertOutcome(id: 1, isNew: false, changedFields: []))
        #expect(try await store.integers("SELECT lastBuildAt FROM podcast") == [4])
        #expect(try await store.integers("SELECT count(*) FROM change") == before)
    }

    @Test func whatCannotBeReadIsAbsentAndWrittenAnew() async throws {
        // Given
        let store = try await FilledStore.make()
        try await store.damage("UPDATE podcast SET trailers = '[{\"publishedAt\": 5}]', value = '{}'")
        let read = { @Sendable (unit: UnitOfWork) throws(PersistenceError) in
            try unit.podcasts.podcast(id: 1)?.podcast
        }
        let damaged = try await store.context.perform(read)

        // When the feed says something new
        let outcome = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.podcasts.upsert(
                Samples.fullPodcast,
                contentHash: 2,
                computedGUID: nil,
                subscriptionID: 1,
                at: now
            )
        }

        // Then
        #expect(damaged?.trailers == [] && damaged?.value == [] && damaged?.title == Samples.fullPodcast.title)
        #expect(Set(outcome.changedFields) == ["trailers", "values"])
        #expect(try await store.context.perform(read) == Samples.fullPodcast)
        #expect(try await store.manager.care().check().checks.first { $0.name == "unreadable" }?.problems == [])
    }

    @Test func namesTheFieldsThatChanged() async throws {
        let store = try await FilledStore.make()
        var podcast = Samples.fullPodcast
        podcast.title = "Renamed"
        podcast.categories = [["Arts"]]
        podcast.persons = []
        podcast.extensions = [:]
        let edited = podcast

        let (outcome, stored, change) = try await store.context.save { [now] unit throws(PersistenceError) in
            let last = try unit.changes.lastSequence()
            let outcome = try unit.podcasts.upsert(
                edited,
                contentHash: 2,
                computedGUID: nil,
                subscriptionID: 1,
                at: now
            )
            return (outcome, try unit.podcasts.podcast(id: 1), try unit.changes.changes(since: last, limit: 9))
        }

        #expect(outcome.changedFields == ["title", "categories", "persons", "extensions"])
        #expect(stored?.podcast == edited)
        #expect(change.map(\.kind) == [.update])
        #expect(change.first?.title == "Renamed")
        #expect(change.first?.fields == outcome.changedFields)
    }

    @Test func storesSilentChangesWithoutAWord() async throws {
        let store = try await FilledStore.make()
        var podcast = Samples.fullPodcast
        podcast.artworkURL = "https://i.example/?t=2"
        let silent = podcast
        podcast.artworkURL = "https://i.example/?t=3"
        podcast.title = "Renamed"
        let renamed = podcast

        let (stored, changes) = try await store.context.save { [now] unit throws(PersistenceError) in
            let last = try unit.changes.lastSequence()
            for (hash, podcast) in [(2, silent), (3, renamed)] {
                _ = try unit.podcasts.upsert(
                    podcast,
                    contentHash: UInt64(hash),
                    computedGUID: nil,
                    subscriptionID: 1,
                    silentChanges: { _, _ in ["artworkURL"] },
                    at: now
                )
            }
            return (try unit.podcasts.podcast(id: 1), try unit.changes.changes(since: last, limit: 9))
        }

        #expect(stored?.podcast == renamed)
        #expect(changes.map(\.fields) == [["title"]])
    }

    /// Identity C8 43.
    @Test func theComputedGuidFollowsTheAddress() async throws {
        let store = try await TestStore(inMemory: true)
        _ = try await store.add()

        let (guid, changes) = try await store.context.save { [now] unit throws(PersistenceError) in
            let last = try unit.changes.lastSequence()
            var podcast = Podcast()
            podcast.title = "A Podcast"
            // The same content as when it was added
            _ = try unit.podcasts.upsert(podcast, contentHash: 1, computedGUID: "new", subscriptionID: 1, at: now)
            let guid = try unit.fetchOne("SELECT computedGUID FROM podcast WHERE id = 1") { row in row.text() }
            return (guid ?? nil, try unit.changes.lastSequence() - last)
        }

        #expect(guid == "new")
        #expect(changes == 0)
    }

    @Test func findsPodcastsByGUIDInAnyCase() async throws {
        let store = try await FilledStore.make()

        let (found, none, page, titles, count) = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.podcasts.followedPodcasts(guid: "917393E3-1B1E-5CEF-ACE4-EDAA54E1F810", limit: 5).map(\.id),
                try unit.podcasts.followedPodcasts(guid: "x", limit: 5).count,
                try unit.podcasts.podcasts(after: 0, limit: 5).map(\.id),
                try unit.podcasts.titles(ids: [1, 7]),
                try unit.podcasts.count()
            )
        }

        #expect(found == [1])
        #expect(none == 0)
        #expect(page == [1])
        #expect(titles[1] == Samples.fullPodcast.title && titles.count == 1)
        #expect(count == 1)
    }

    @Test func readsCategoriesAsColumns() async throws {
        let store = try await FilledStore.make()

        let names = try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch(
                "SELECT category || '/' || coalesce(subcategory, '-') FROM podcastCategory ORDER BY position"
            ) { row in
                row.text()
            }
        }

        #expect(names == ["Technology/-", "Society & Culture/Documentary"])
    }

    @Test func refusesAPodcastWithoutASubscription() async throws {
        let store = try await TestStore(inMemory: true)

        await #expect(throws: PersistenceError.notFound(entity: "subscription", id: 5)) {
            try await store.context.save { [now] unit throws(PersistenceError) in
                _ = try unit.podcasts.upsert(Podcast(), contentHash: 1, computedGUID: nil, subscriptionID: 5, at: now)
            }
        }
    }
}
