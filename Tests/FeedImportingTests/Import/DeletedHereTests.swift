import Persistence
import PodcastModel
import Testing

/// Episodes that were deleted here, from one import to the next (identity C6 36).
struct DeletedHereTests {
    /// Deletes the episode with a guid, as a user does.
    private static func deleteEpisode(_ guid: String, in bed: ImportTestBed) async throws {
        let id = try #require(try await bed.episodes().first { $0.episode.guid == guid }?.id)
        try await bed.write { unit throws(PersistenceError) in
            try unit.episodes.delete(id, at: Timestamp(epochSeconds: 1_795_300_000))
        }
    }

    @Test func anEpisodeDeletedHereStaysDeletedUnderEveryKeyItHad() async throws {
        try await ImportTestBed.run { bed in
            // Given: an episode that has had two guids
            let old = TestFeed.item("a")
            let renamed = old.replacing(">a</guid>", with: ">a2</guid>")
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), old]))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), renamed]))
            try await bed.importFiles([path])

            // When
            try await Self.deleteEpisode("a2", in: bed)

            // Then
            for item in [renamed, old] {
                _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), item]))
                let (_, report) = try await bed.importFiles([path], force: true)
                #expect(report.counts.inserted == 0)
                #expect(try await bed.episodes().map(\.episode.guid) == ["b"])
            }
        }
    }

    @Test func anEpisodeDeletedHereStaysDeletedWhenItsPublisherChangesItsGuid() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a")]))
            try await bed.importFiles([path])
            try await Self.deleteEpisode("a", in: bed)

            // When
            let item = TestFeed.item("a").replacing(">a</guid>", with: ">a2</guid>")
            _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), item]))
            let (_, report) = try await bed.importFiles([path])

            // Then: it is remembered by that guid, too
            #expect(report.counts.inserted == 0)
            #expect(try await bed.episodes().map(\.episode.guid) == ["b"])
            let podcast = try #require(try await bed.subscription()?.podcastID)
            let keys = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.tombstones(ofPodcast: podcast).keys
            }
            #expect(keys == ["a", "a2"])
        }
    }

    @Test func theNextEpisodeUnderTheGuidOfADeletedOneIsImported() async throws {
        try await ImportTestBed.run { bed in
            // Given
            func latest(_ number: Int) -> String {
                let item = TestFeed.item("file-\(number)", title: "Nr. \(number)", day: number)
                return TestFeed.rss([item.replacing(">file-\(number)<", with: ">latest<")])
            }
            let path = try bed.write(latest(1))
            try await bed.importFiles([path])
            try await bed.write { unit throws(PersistenceError) in try unit.episodes.delete(1, at: .day(1)) }

            // When
            for number in 2...4 {
                _ = try bed.write(latest(number))
                let (_, report) = try await bed.importFiles([path])
                #expect(report.counts.inserted == 1)
                #expect(try await bed.importFiles([path], force: true).report.counts.inserted == 0)
            }

            // Then
            #expect(try await bed.episodes().map(\.episode.title).sorted() == ["Nr. 2", "Nr. 3", "Nr. 4"])
        }
    }

    @Test func theNextEpisodeUnderAFormerGuidOfADeletedOneIsImported() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode that had the guid of the next one, was corrected and deleted
            let (old, next) = (TestFeed.item("a"), TestFeed.item("c", day: 3))
            let wrong = old.replacing(">a</guid>", with: ">c</guid>")
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), wrong]))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), old]))
            try await bed.importFiles([path])
            try await Self.deleteEpisode("a", in: bed)

            // When it comes under its first guid with another file and time, then it is left out, and that is said once
            let edited = wrong.replacing("a.mp3", with: "n.mp3").replacing("01 Nov", with: "20 Nov")
            var kinds: [[ImportWarning.Kind]] = []
            for _ in 1...2 {
                _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), edited]))
                let (results, report) = try await bed.importFiles([path], force: true)
                #expect(report.counts.inserted == 0)
                kinds.append(results.flatMap(\.warnings).map(\.kind).filter { $0 == .deletedEpisode })
            }
            #expect(kinds == [[.deletedEpisode], []])

            // When the next one comes
            for count in [1, 0] {
                _ = try bed.write(TestFeed.rss([next, TestFeed.item("b", day: 2)]))
                let (_, report) = try await bed.importFiles([path], force: true)
                #expect(report.counts.inserted == count)
            }

            // Then
            #expect(try await bed.episodes().map(\.episode.title) == ["Episode b", "Episode c"])
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func anEpisodeDeletedHereIsRememberedAsItsPublisherLastDescribedIt() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a")]))
            try await bed.importFiles([path])
            try await Self.deleteEpisode("a", in: bed)

            // When its title changes first, then its guid and its file
            let titled = TestFeed.item("a").replacing("<title>", with: "<title>Corrected: ")
            let moved = titled.replacing(">a</guid>", with: ">a2</guid>").replacing("a.mp3", with: "moved.mp3")
            #expect(moved.contains("moved.mp3"))
            for item in [titled, moved, moved] {
                _ = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), item]))
                let (_, report) = try await bed.importFiles([path], force: true)
                #expect(report.counts.inserted == 0)
            }

            // Then
            let podcast = try #require(try await bed.subscription()?.podcastID)
            let tombstones = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.tombstones(ofPodcast: podcast)
            }
            #expect(tombstones.keys == ["a", "a2"])
            #expect(tombstones.episodes.map(\.key) == ["a2"])
            #expect(tombstones.episodes.allSatisfy { $0.canonicalTitle.hasPrefix("corrected: ") })
        }
    }
}
