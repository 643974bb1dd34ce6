import Foundation
import Testing

/// Nothing is deleted unless the user says so, and then for good.
struct EpisodeRemovalTests {
    @Test func removesEpisodesForGood() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b", "c"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            let id = try #require(try await bed.podimport("episode", "list", "--format", "json").objects().first)
                .number("id")
            let number = "\(try #require(id))"

            // When
            let dry = try await bed.podimport("episode", "remove", number, "--dry-run", "--format", "json")
            #expect(try dry.document().flag("removed") == false)
            #expect(try await bed.guids() == ["c", "b", "a"])
            let output = try await bed.podimport("episode", "remove", number)

            // Then
            #expect(output.status == 0)
            #expect(output.errors.contains("1 episode deleted"))
            #expect(try await bed.podimport("--feed", path, "--force").status == 0)
            #expect(try await bed.guids() == ["b", "a"])
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    @Test func removesAllOrNone() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            let output = try await bed.podimport("episode", "remove", "1", "99")

            #expect(output.status == 64)
            #expect(output.errors.contains("there is no episode 99"))
            #expect(try await bed.guids() == ["a"])
        }
    }

    @Test func prunesWhatIsBeyondEveryLimitAndSaysSoBefore() async throws {
        try await ProgramTestBed.run { bed in
            // Given: published on the first four days of November
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b", "c", "d"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            // When nobody has set a limit
            let unlimited = try await bed.podimport("episode", "prune")
            #expect(unlimited.status == 64)
            #expect(unlimited.errors.contains("nothing is deleted without a limit"))

            // Then: three are beyond the one, two beyond both
            let dry = try await bed.podimport("episode", "prune", "--keep", "1", "--dry-run")
            #expect(dry.errors.contains("3 episodes would be deleted"))
            #expect(try await bed.guids().count == 4)
            let both = try await bed.podimport(
                "episode",
                "prune",
                "--keep",
                "1",
                "--older-than",
                "2026-11-03",
                "--format",
                "json"
            )
            #expect(try both.objects().compactMap { $0.text("title") } == ["Episode a", "Episode b"])
            #expect(try await bed.guids() == ["d", "c"])
            #expect(try await bed.podimport("--feed", path, "--force").status == 0)
            #expect(try await bed.guids() == ["d", "c"])
            let text = try await bed.podimport("episode", "prune", "--keep", "1")
            #expect(text.errors == "deleting 1 episode for good\n1 episode deleted\n")
        }
    }

    /// A podcast's own number, which JSON has, is another than that of its subscription where feeds were not loaded in the
    /// order in which they were added.
    @Test func namesThePodcastWhoseSubscriptionHasTheNumber() async throws {
        try await ProgramTestBed.run { bed in
            // Given the subscription 1 with the podcast 2, and the other way around
            let first = try bed.write(SampleFeed.rss("First", ["a", "b"]), to: "first.xml")
            let second = try bed.write(SampleFeed.rss("Second", ["c"]), to: "second.xml")
            #expect(try await bed.podimport("subscription", "add", second).status == 0)
            #expect(try await bed.podimport("--feed", first).status == 0)
            let early = try await bed.podimport("episode", "prune", "--keep", "0", "--feed", "1")
            #expect(early.errors.hasPrefix("0 episodes of file:"), "\(early.errors)")
            #expect(try await bed.podimport("--feed", second).status == 0)

            // When
            let shown = try await bed.podimport("episode", "show", "1").text
            let listed = try await bed.podimport("episode", "list", "--feed", "2", "--format", "json").objects()
            let dry = try await bed.podimport("episode", "prune", "--keep", "1", "--feed", "2", "--dry-run")
            let done = try await bed.podimport("episode", "prune", "--keep", "1", "--feed", "2")

            // Then the number that is shown leads to what it was shown of
            #expect(shown.contains("Podcast     First (subscription 2)"), "\(shown)")
            #expect(listed.map { $0.number("podcast") } == [1, 1])
            #expect(listed.compactMap { $0.text("guid") } == ["b", "a"])
            #expect(dry.errors == "1 episode of First would be deleted\n")
            #expect(done.errors == "deleting 1 episode of First for good\n1 episode of First deleted\n")
            #expect(try await bed.guids() == ["b", "c"])
        }
    }

    /// An episode without a date is ordered by when it was first seen, which is no date of its own.
    @Test func tellsTheDatesThatEpisodesHave() async throws {
        try await ProgramTestBed.run { bed in
            let feed = SampleFeed.rss("Show", ["a", "b"]).replacing(/<pubDate>[^<]*01 Nov[^<]*<\/pubDate>/, with: "")
            let path = try bed.write(feed)
            #expect(try await bed.podimport("--feed", path).status == 0)

            let dry = try await bed.podimport("episode", "prune", "--keep", "0", "--dry-run", "--format", "json")

            let episodes = try dry.objects()
            #expect(episodes.first { $0.text("title") == "Episode a" }?.isNull("publishedAt") == true)
            let dated = episodes.first { $0.text("title") == "Episode b" }
            #expect(dated?.text("publishedAt")?.hasPrefix("2026-11-02") == true)
        }
    }

    @Test func keepsSoManyOfThoseThatAreListed() async throws {
        try await ProgramTestBed.run { bed in
            // Given four of which the newest was withdrawn, and one between the others
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b", "c", "d", "e"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            try await bed.execute(
                "UPDATE episode SET removedAt = 1, absentSince = 1, lastSeenAt = 1 WHERE guid IN ('e', 'c')"
            )
            #expect(try await bed.guids() == ["d", "b", "a"])

            // When, then
            let two = try await bed.podimport("episode", "prune", "--keep", "2", "--format", "json")
            #expect(try two.objects().compactMap { $0.text("title") } == ["Episode a"])
            let one = try await bed.podimport("episode", "prune", "--keep", "1", "--format", "json")
            #expect(try one.objects().compactMap { $0.text("title") } == ["Episode b", "Episode c"])
            #expect(try await bed.guids() == ["d"])
        }
    }

    @Test func listsWithdrawnOnesWhereTheyAreAskedFor() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b", "c"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            try await bed.execute("UPDATE episode SET removedAt = 1, absentSince = 1, lastSeenAt = 1 WHERE guid = 'b'")

            // When
            let list = ["episode", "list", "--removed"]
            let objects = try await bed.podimport(list + ["--format", "json"]).objects()
            let lines = try await bed.podimport(list).lines

            // Then
            #expect(objects.compactMap { $0.text("guid") } == ["c", "b", "a"])
            #expect(objects.map { $0.isNull("removedAt") } == [true, false, true])
            #expect(lines.filter { $0.hasSuffix("(withdrawn)") }.count == 1)
            #expect(try await bed.guids() == ["c", "a"])
        }
    }

    @Test func showsWhatWasChangedInAnEpisode() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            let before = try await bed.podimport("episode", "show", "1", "--history").text
            #expect(before.contains("Edit        none is recorded"))
            #expect(before.contains("Podcast     Show (subscription 1)"))
            try bed.write(SampleFeed.rss("Show", ["a"]).replacing("Episode a", with: "Corrected"))
            #expect(try await bed.podimport("--feed", path).status == 0)

            // When
            let json = try await bed.podimport("episode", "show", "1", "--history", "--format", "json").document()
            let text = try await bed.podimport("episode", "show", "1", "--history").text

            // Then
            let edit = try #require(json.objects("history").first { $0.text("field") == "title" })
            #expect(edit.text("old") == "Episode a")
            #expect(edit.text("new") == "Corrected")
            #expect(edit.text("significance") == "major")
            #expect(edit.text("at") != nil)
            #expect(text.contains("title (major): \"Episode a\" → \"Corrected\""))
        }
    }
}

extension ProgramTestBed {
    fileprivate func guids() async throws -> [String] {
        try await podimport("episode", "list", "--format", "json").objects().compactMap { $0.text("guid") }
    }
}
