import Persistence
import PodcastModel
import Testing

/// Former keys of episodes when the keys are in use again: no episode is lost, and the store stays sound.
struct FormerKeyTests {
    @Test func c4Rule19AnEpisodeThatComesBackTakesItsKeyFromTheOneThatHadItsRow() async throws {
        try await ImportTestBed.run { bed in
            // Given a rerun, with the same file, of an episode that has left the window
            let items = (2...4).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let first = TestFeed.item("e1")
            let rerun = TestFeed.item("e5", day: 5).replacing("e5.mp3", with: "e1.mp3")
            try await bed.play([items + [first], [rerun] + items])
            let rerunID = try #require(try await bed.episodes().first { $0.episode.guid == "e5" }?.id)

            // When the window grows again
            try await bed.play([[rerun] + items + [first]])

            // Then
            #expect(try await bed.episodes().map(\.episode.guid) == ["e1", "e2", "e3", "e4", "e5"])
            #expect(try await bed.persistence.care().check().isSound)

            // And where the rerun is deleted, the other stays, whatever its guid
            try await bed.write { [now = bed.now] unit throws(PersistenceError) in
                try unit.episodes.delete(rerunID, at: now)
            }
            #expect(try await bed.persistence.care().check().isSound)
            let renamed = first.replacing(">e1</guid>", with: ">other</guid>")
            try await bed.play([[rerun] + items + [renamed], [rerun] + items + [first]])
            #expect(try await bed.episodes().map(\.episode.guid) == ["e1", "e2", "e3", "e4"])
            #expect(try await bed.absentCount() == 0)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func c2Rule10TheKeyOfOneEpisodeIsNoFormerOneOfAnotherThatIsListedTwice() async throws {
        try await ImportTestBed.run { bed in
            // Given two episodes with one guid
            let others = (3...8).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let (first, second) = (Self.item("e1", 1, guid: "same"), Self.item("e2", 2, guid: "same"))

            // When the first leaves, and the second is in the document twice
            try await bed.play([others + [first], others + [second, first], others + [second, second]])

            // Then
            #expect(try await bed.episodes().prefix(2).map(\.episode.title) == ["Episode e1", "Episode e2"])
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func c4Rule19AFormerKeyThatIsAnEpisodesAgainIsNoAliasAnyMore() async throws {
        try await ImportTestBed.run { bed in
            // Given a guid that was taken from one episode, and given to the next
            let others = (3...4).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let (old, new) = (Self.item("e1", 1, guid: "b"), Self.item("e5", 5, guid: "a"))

            // When the first comes back
            try await bed.play([
                others + [Self.item("e1", 1, guid: "a")], others + [old], [new] + others, [new] + others + [old],
            ])

            // Then
            #expect(try await bed.episodes().map(\.episode.guid) == ["b", "e3", "e4", "a"])
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func c1Rule2FormerGuidsThatDifferInTheirNormalFormAreTwo() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode whose guid has been written in two normal forms, and then anew
            let others = (3...4).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let forms = ["caf\u{E9}", "cafe\u{301}", "new"].map { others + [Self.item("e1", 1, guid: $0)] }

            // When an old page comes from a cache
            try await bed.play(forms + [forms[1], forms[0], forms[2]])

            // Then
            #expect(try await bed.episodes().map(\.id).sorted() == [1, 2, 3])
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    private static func item(_ name: String, _ day: Int, guid: String) -> String {
        TestFeed.item(name, day: day).replacing(">\(name)</guid>", with: ">\(guid)</guid>")
    }
}

extension ImportTestBed {
    /// Imports the documents of one feed, a day apart.
    fileprivate func play(_ documents: [[String]]) async throws {
        for items in documents {
            try await importFiles([try write(TestFeed.rss(items))])
            advance(hours: 24)
        }
    }
}
