import PodcastModel
import Testing

@testable import Persistence

struct EpisodeQueryTests {
    private let now = TestStore.now

    private func keys(_ query: EpisodeQuery, in store: TestStore) async throws -> [String] {
        try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: query).map(\.episode.key)
        }
    }

    private func episode(
        _ key: String,
        at seconds: Int64?,
        position: Int,
        season: Int? = nil,
        number: Double? = nil
    ) -> IncomingEpisode {
        var episode = Episode()
        episode.key = key
        episode.publishedAt = seconds.map { now.adding(seconds: $0) }
        episode.season = season.map { SeasonNumber(number: $0) }
        episode.episode = number.map { EpisodeNumber(number: $0) }
        return Samples.incoming(episode, position: position)
    }

    @Test func sortsByEffectiveDateAndThenByPlaceInTheDocument() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [
            episode("old", at: -900, position: 0),
            episode("undated", at: nil, position: 1),
            episode("a-day-ahead", at: 86_400, position: 2),
            episode("a-year-ahead", at: 31_536_000, position: 3),
            episode("same-1", at: -500, position: 4),
            episode("same-2", at: -500, position: 5),
        ])
        let expected = ["a-day-ahead", "undated", "a-year-ahead", "same-1", "same-2", "old"]

        #expect(try await keys(EpisodeQuery(), in: store) == expected)
        #expect(try await keys(EpisodeQuery(order: .oldestFirst), in: store) == expected.reversed())
        #expect(try await keys(EpisodeQuery(limit: 2), in: store) == Array(expected.prefix(2)))
        #expect(try await keys(EpisodeQuery(limit: 2, offset: 1), in: store) == Array(expected[1...2]))
        #expect(try await keys(EpisodeQuery(offset: 4), in: store) == Array(expected.suffix(2)))
        #expect(try await keys(EpisodeQuery(since: now.adding(seconds: -500)), in: store) == Array(expected.prefix(5)))
    }

    @Test func sortsAllPodcastsByDateAcrossTheMonths() async throws {
        // Given episodes of three podcasts over decades, before 1970 too, some at one moment
        let store = try await TestStore(inMemory: true)
        var all: [(key: String, date: Int64, position: Int)] = []
        for podcast in 0..<3 {
            let places = (0..<40).map { place in
                let date =
                    place % 5 == 0 ? -Int64(place) * 86_400 * 40 : -Int64(place * place) * 86_400 + Int64(podcast % 2)
                return (key: "\(podcast)-\(place)", date: date * (place == 39 ? 3 : 1), position: place)
            }
            try await store.add(
                feedURL: "https://\(podcast).example/",
                episodes: places.map { episode($0.key, at: $0.date, position: $0.position) }
            )
            all += places
        }
        let ids = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })
        let expected = all.sorted {
            ($1.date, $0.position, ids[$0.key] ?? 0) < ($0.date, $1.position, ids[$1.key] ?? 0)
        }.map(\.key)

        // Then all ways to list them agree
        #expect(try await keys(EpisodeQuery(), in: store) == expected)
        #expect(try await keys(EpisodeQuery(limit: 200), in: store) == expected)
        #expect(try await keys(EpisodeQuery(limit: 200, order: .oldestFirst), in: store) == expected.reversed())
        var paged: [String] = []
        var query = EpisodeQuery(limit: 7)
        while paged.count < expected.count {
            let page = try await store.context.perform { [query] unit throws(PersistenceError) in
                let found = try unit.episodes.episodes(matching: query)
                let place = found.isEmpty ? nil : try unit.episodes.place(of: found[found.count - 1].id)
                return (keys: found.map(\.episode.key), place: place)
            }
            guard !page.keys.isEmpty else { break }
            paged += page.keys
            query.after = page.place
        }
        #expect(paged == expected)
        let since = now.adding(seconds: -86_400 * 300)
        let recent = all.filter { $0.date >= -86_400 * 300 }.count
        #expect(try await keys(EpisodeQuery(since: since), in: store) == Array(expected.prefix(recent)))
        #expect(try await keys(EpisodeQuery(since: since, limit: 9), in: store) == Array(expected.prefix(9)))
        #expect(
            try await keys(EpisodeQuery(since: since, limit: 9, order: .oldestFirst), in: store)
                == Array(expected.prefix(recent).suffix(9).reversed())
        )
    }

    @Test func ordersASerialBySeasonAndNumber() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [
            episode("2-1", at: -1, position: 0, season: 2, number: 1),
            episode("1-2", at: -2, position: 1, season: 1, number: 2),
            episode("extra", at: -3, position: 2),
            episode("1-1.5", at: -9, position: 3, season: 1, number: 1.5),
        ])

        #expect(try await keys(EpisodeQuery(order: .serial), in: store) == ["1-1.5", "1-2", "2-1", "extra"])
    }

    @Test func keepsPodcastsApart() async throws {
        let store = try await TestStore(inMemory: true)
        let first = try await store.add(
            feedURL: "https://a.example/",
            episodes: [Samples.incoming(1), Samples.incoming(2)]
        )
        let second = try await store.add(feedURL: "https://b.example/", episodes: [Samples.incoming(1)])

        let (ids, counts, keyed) = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.episodes.episodes(matching: EpisodeQuery(podcastID: second.podcast)).map(\.id),
                [
                    try unit.episodes.count(ofPodcast: first.podcast),
                    try unit.episodes.count(ofPodcast: second.podcast),
                ],
                try unit.episodes.identity(ofPodcast: second.podcast, key: "guid-1")?.id
            )
        }

        #expect(ids == second.episodes)
        #expect(counts == [2, 1])
        #expect(keyed == second.episodes[0])
    }

    @Test func findsEpisodesByWhatTheyAreRecognisedBy() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2, title: "Episode 1")])

        let (all, none) = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.episodes.identities(ofPodcast: added.podcast),
                try unit.episodes.identity(ofPodcast: added.podcast, key: "GUID-1")
            )
        }

        #expect(
            all.first
                == EpisodeIdentity(
                    id: added.episodes[0],
                    key: "guid-1",
                    keyKind: .guid,
                    contentHash: UInt64.max - 1,
                    canonicalEnclosure: "https://cdn.example.com/1.mp3",
                    canonicalTitle: "episode 1",
                    publishedAt: now.adding(seconds: -999 * 86_400),
                    durationSeconds: 1_800,
                    absentSince: nil,
                    removedAt: nil
                )
        )
        #expect(all.map(\.id) == added.episodes)
        #expect(none == nil)
    }

    @Test(arguments: [
        ("https://a.example/1.mp4", String?("audio/mp4")), ("https://a.example/1.MP4?id=7", "audio/mp4"),
        ("https://a.example/1.webm", "audio/mp4"), ("https://a.example/1.mpeg", "audio/mp4"),
        ("https://a.example/1.3gp", "audio/mp4"), ("https://a.example/1.mp3", nil), ("https://a.example/1", nil),
    ])
    func givesTheDeclaredTypeWhereTheAddressMayBeThatOfAudioOrVideo(address: String, type: String?) async throws {
        let store = try await TestStore(inMemory: true)
        var episode = Samples.incoming(1).episode
        episode.enclosures = [
            Enclosure(url: address, length: nil, type: "audio/mp4"),
            Enclosure(url: address, length: nil, type: "text/plain"),
        ]
        let incoming = IncomingEpisode(
            episode: episode,
            contentHash: 1,
            canonicalEnclosure: address,
            canonicalTitle: "episode 1",
            position: 0
        )
        let added = try await store.add(episodes: [incoming])
        let all = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.identities(ofPodcast: added.podcast)
        }
        #expect(all.map(\.mediaType) == [type])
    }

    @Test func givesSeveralEpisodesInTheOrderAskedFor() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: (1...3).map { Samples.incoming($0) })
        let wanted = [added.episodes[2], 999, added.episodes[0]]

        let found = try await store.context.perform { unit throws(PersistenceError) in
            try unit.episodes.episodes(ids: wanted)
        }

        #expect(found.map(\.id) == [added.episodes[2], added.episodes[0]])
        #expect(found.allSatisfy { $0.episode.enclosures.count == 1 })
    }

    @Test func knowsTheNewestDatesOfAPodcast() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [
            episode("1", at: -9, position: 0), episode("2", at: 99_999_999, position: 1),
        ])

        let (newest, dates, none) = try await store.context.perform { unit throws(PersistenceError) in
            (
                try unit.episodes.newestEpisodeDates(ofPodcast: added.podcast, limit: 1),
                try unit.episodes.newestEpisodeDates(ofPodcast: added.podcast, limit: 5),
                try unit.episodes.newestEpisodeDates(ofPodcast: 99, limit: 1)
            )
        }

        #expect(newest == [now])
        #expect(dates == [now, now.adding(seconds: -9)])
        #expect(none.isEmpty)
    }

    @Test func keepsTheEditsOfAnEpisodeWithoutLongTextsAndNotForEver() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])

        let edits = try await store.context.save { [now] unit throws(PersistenceError) in
            for number in 1...120 {
                let stored = try require(try unit.episodes.episode(id: added.episodes[0]))
                var episode = stored.episode
                episode.title = "Edit \(number)"
                if number == 120 { episode.description = String(repeating: "long ", count: 500) }
                try unit.episodes.update(stored, with: Samples.incoming(episode), at: now)
            }
            return try unit.episodes.edits(ofEpisode: added.episodes[0])
        }

        #expect(edits.count == 100)
        #expect(
            edits[0]
                == EpisodeEdit(
                    at: now,
                    field: "description",
                    significance: .minor,
                    oldJSON: "\"About 1\"",
                    newJSON: nil
                )
        )
        #expect(
            edits[1]
                == EpisodeEdit(
                    at: now,
                    field: "title",
                    significance: .minor,
                    oldJSON: "\"Edit 119\"",
                    newJSON: "\"Edit 120\""
                )
        )
    }

    @Test func keepsTheFirstPublicationDateThroughEdits() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [episode("1", at: nil, position: 0)])

        for seconds in [-100, -50, nil] as [Int64?] {
            let incoming = episode("1", at: seconds, position: 0)
            try await store.context.save { [now] unit throws(PersistenceError) in
                let stored = try require(try unit.episodes.episode(id: added.episodes[0]))
                try unit.episodes.update(stored, with: incoming, at: now.adding(seconds: 10))
            }
        }

        #expect(try await store.integers("SELECT firstPublishedAt FROM episode") == [now.epochSeconds - 100])
        #expect(try await store.integers("SELECT sortedAt FROM episode") == [now.epochSeconds])
    }
}
