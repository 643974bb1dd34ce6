import Foundation
import TestSupport
import Testing

/// Episodes that are listed and shown.
struct EpisodeCommandTests {
    @Test func listsEpisodesNewestFirstSinceATimeOfAFeedAndUpToALimit() async throws {
        try await ProgramTestBed.run { bed in
            // Given: published on the first days of November
            let one = try bed.write(SampleFeed.rss("One", ["a", "b", "c"]), to: "one.xml")
            let two = try bed.write(SampleFeed.rss("Two", ["d"]), to: "two.xml")
            #expect(try await bed.podimport("--feed", one, "--feed", two).status == 0)
            func titles(_ arguments: String...) async throws -> [String] {
                try await bed.podimport(["episode", "list", "--format", "json"] + arguments).objects()
                    .compactMap { $0.text("title") }
            }

            // Then
            #expect(try await titles("--feed", one) == ["Episode c", "Episode b", "Episode a"])
            #expect(try await titles("--limit", "1") == ["Episode c"])
            #expect(try await titles("--since", "2026-11-02") == ["Episode c", "Episode b"])
            #expect(try await titles("--since", "2026-11-03T06:00:00Z", "--feed", one) == ["Episode c"])
            #expect(try await titles("--feed", two) == ["Episode d"])
            #expect(try await titles("--since", "2026-12-01").isEmpty)
        }
    }

    @Test func saysOfWhichPodcastEachEpisodeIsUnlessOneWasNamed() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let one = try bed.write(SampleFeed.rss("One", ["a", "b"]), to: "one.xml")
            let two = try bed.write(SampleFeed.rss("Two", ["c"]), to: "two.xml")
            #expect(try await bed.podimport("--feed", one).status == 0)
            #expect(try await bed.podimport("--feed", two).status == 0)

            // When
            let all = try await bed.podimport("episode", "list")
            let named = try await bed.podimport("episode", "list", "--feed", one)

            // Then
            let expected = """
                ID  Published (UTC)   Length  Podcast  Title
                 2  2026-11-02 06:00          One      Episode b
                 1  2026-11-01 06:00          One      Episode a
                 3  2026-11-01 06:00          Two      Episode c
                """
            #expect(all.text == expected)
            #expect(named.lines.first == "ID  Published (UTC)   Length  Title")
        }
    }

    @Test(arguments: [["--limit", "0"], ["--since", "yesterday"], ["--feed", "https://unknown.example/"]])
    func endsWith64ForAListThatCannotBe(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            let output = try await bed.podimport(["episode", "list"] + arguments)

            #expect(output.status == 64)
            #expect(!output.errors.isEmpty)
        }
    }

    @Test func showsAnEpisodeWithEverythingThatIsKnownOfIt() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let feed = Repository.url("Fixtures/Podcasts/harbour-lights.xml").path
            #expect(try await bed.podimport("--feed", feed).status == 0)
            let inspected = try await bed.podimport("feed", "inspect", feed, "--format", "json").document()
            let listed = try await bed.podimport("episode", "list", "--format", "json").objects()
            let newest = try #require(listed.first)
            let id = try #require(newest.number("id"))

            // When
            let json = try await bed.podimport("episode", "show", "\(id)", "--format", "json").document()
            let text = try await bed.podimport("episode", "show", "\(id)")

            // Then
            let episode = try #require(inspected.objects("episodes").first { $0.text("guid") == newest.text("guid") })
            #expect(json.names == episode.names.union(["id", "podcast", "firstSeenAt", "lastSeenAt", "removedAt"]))
            #expect(json.isNull("removedAt"))
            #expect(json.text("title") == episode.text("title"))
            #expect(json.objects("enclosures").first?.text("url") == episode.objects("enclosures").first?.text("url"))
            #expect(text.lines.first == episode.text("title"))
            // Programs get the notes as they are, people without their markup.
            #expect(json.text("showNotesHTML")?.contains("<p>") == true)
            #expect(!text.text.contains("<p>"))
        }
    }

    @Test func saysSinceWhenAnEpisodeIsNotInTheFeed() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("--feed", try bed.write(SampleFeed.rss("Show", ["a"])))
            let before = try await bed.podimport("episode", "show", "1")
            try await bed.execute("UPDATE episode SET absentSince = 1795244400, lastSeenAt = 1795240800")

            let after = try await bed.podimport("episode", "show", "1")

            #expect(!before.text.contains("Not in the feed"))
            #expect(after.lines.contains { $0.contains("Not in the feed since") && $0.contains("2026-11-21 07:00") })
        }
    }

    @Test func endsWith64ForAnEpisodeThatIsNotThere() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://a.example/feed")

            let output = try await bed.podimport("episode", "show", "7")

            #expect(output.status == 64)
            #expect(output.errors.contains("there is no episode 7"))
        }
    }
}
