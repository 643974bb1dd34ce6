import PodcastModel
import Testing

@testable import Persistence

/// Searches while the index cannot be brought up to date.
struct SearchRouteTests {
    /// Indexes three episodes, and adds 200 that are not indexed yet.
    private func fill(_ bed: ServerTestBed) async throws {
        try await bed.fill(podcasts: 1, episodes: 3)
        // Not by a search: that may answer before the index has been made to the end.
        let indexer = SearchIndexer(persistence: bed.persistence, plainText: { $0 }, now: { ServerTestBed.now })
        #expect(try await indexer.catchUp() == 0)
        try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for number in 1...200 {
                var episode = Episode()
                episode.key = "later-\(number)"
                episode.title = "Later episode " + (0..<100).map { "word\(number)x\($0)" }.joined(separator: " ")
                let incoming = IncomingEpisode(
                    episode: episode,
                    contentHash: UInt64(number),
                    canonicalEnclosure: nil,
                    canonicalTitle: episode.title,
                    position: number
                )
                _ = try unit.episodes.insert([(incoming, false)], podcastID: 1, at: ServerTestBed.now)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersFromWhatIsIndexedWhileAnotherProcessWrites() async throws {
        try await ServerTestBed.run(patience: 0.01) { bed in
            // Given
            try await fill(bed)
            let other = try OtherProcess(bed.store)
            try other.begin()

            // When
            let held = try await bed.get("/v1/search?q=episode")
            try other.end()
            let free = try await bed.getWhenIndexed("/v1/search?q=episode")

            // Then
            #expect(held.status == 200)
            #expect(try held.ids().count == 3)
            #expect(try held.object()["notIndexed"] as? Int == 200)
            #expect(try free.ids().count == 50)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersFromANewIndexWhereTheOldOneIsDamaged() async throws {
        try await ServerTestBed.run { bed in
            // Given an index that does not know how many words it has
            try await fill(bed)
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.execute("DELETE FROM episodeSearch_data WHERE id = 1")
            }

            // When
            let answer = try await bed.getWhenIndexed("/v1/search?q=episode")

            // Then
            #expect(answer.status == 200)
            #expect(try answer.ids().count == 50)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersSoonThoughAnotherProcessWritesForLong() async throws {
        // It would be waited for longer than the test may take.
        try await ServerTestBed.run(patience: 3_600) { bed in
            // Given
            try await fill(bed)
            let other = try OtherProcess(bed.store)
            try other.begin()

            // When
            let held = try await bed.get("/v1/search?q=episode")
            try other.end()

            // Then
            #expect(held.status == 200)
            #expect(try held.ids().count == 3)
            #expect(try held.object()["notIndexed"] as? Int == 200)
            // What waited goes on.
            #expect(try await bed.getWhenIndexed("/v1/search?q=episode").ids().count == 50)
        }
    }

    @Test func answersFromWhatIsIndexedWhenThereIsNoRoomForMore() async throws {
        try await ServerTestBed.run { bed in
            // Given a store that may not grow
            try await fill(bed)
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                let pages = try unit.fetchInteger("PRAGMA page_count")
                _ = try unit.execute("PRAGMA max_page_count = \(pages)")
            }

            // When
            let full = try await bed.get("/v1/search?q=episode")

            // Then
            #expect(full.status == 200)
            #expect(try full.ids().count == 3)
            #expect(try full.object()["notIndexed"] as? Int == 200)
        }
    }
}
