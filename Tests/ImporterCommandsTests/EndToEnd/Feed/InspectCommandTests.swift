import Foundation
import TestSupport
import Testing

/// `feed inspect`, which reads a feed and touches no store.
struct InspectCommandTests {
    private static let documentNames: Set<String> = [
        "format", "encoding", "complete", "warnings", "podcast", "episodes",
    ]
    private static let podcastNames: Set<String> = [
        "id", "title", "link", "description", "subtitle", "summary", "language", "copyright", "generator", "author",
        "authorEmail", "owner", "artworkURL", "categories", "keywords", "type", "explicit", "complete", "block",
        "newFeedURL",
        "guid", "medium", "locked", "funding", "persons", "socialInteractions", "license", "location", "value",
        "trailers", "podroll", "updateFrequency", "podping", "publisher", "txts", "images", "blocks", "liveItems",
        "publishedAt", "lastBuildAt", "ttlMinutes", "skipHours", "skipDays", "updatePeriodSeconds", "cloud", "selfURL",
        "hubURLs", "nextPageURL", "previousArchiveURL", "archiveComplete", "extensions",
    ]
    private static let episodeNames: Set<String> = [
        "guid", "guidIsPermaLink", "key", "keyKind", "title", "rssTitle", "itunesTitle", "subtitle", "summary",
        "description",
        "showNotesHTML", "link", "author", "authorEmail", "contributors", "source", "publishedAt", "publishedRaw",
        "updatedAt",
        "durationSeconds", "enclosures", "alternateEnclosures", "artworkURL", "season", "episode", "episodeType",
        "explicit",
        "block", "keywords", "categories", "commentsURL", "chapters", "chaptersURL", "chaptersType", "transcripts",
        "persons",
        "soundbites", "socialInteractions", "location", "license", "value", "funding", "contentLinks", "txts", "images",
        "extensions",
    ]

    @Test(arguments: [
        ("harbour-lights.xml", "rss 2.0"), ("night-shift.atom", "atom 1.0"), ("lese-kreis.xml", "rss 2.0"),
        ("field-notes.json", "json feed 1.1"), ("broken-radio.xml", "rss 2.0"),
    ])
    func printsEveryMemberOfEveryKindOfFeed(name: String, format: String) async throws {
        try await ProgramTestBed.run { bed in
            // When
            let feed = Repository.url("Fixtures/Podcasts/\(name)").path
            let output = try await bed.podimport("feed", "inspect", feed, "--format", "json")

            // Then
            let document = try output.document()
            #expect(output.status == 0)
            #expect(document.names == Self.documentNames)
            #expect(document.text("format") == format)
            let podcast = try #require(document.object("podcast"))
            #expect(podcast.names.isSuperset(of: Self.podcastNames))
            #expect(!document.objects("episodes").isEmpty)
            for episode in document.objects("episodes") {
                #expect(episode.names.isSuperset(of: Self.episodeNames))
                #expect(episode.text("key")?.isEmpty == false)
            }
            #expect(!FileManager.default.fileExists(atPath: bed.store))
        }
    }

    /// What an import would read is what is shown.
    @Test func hasTheLimitsOfTheSettings() async throws {
        try await ProgramTestBed.run { bed in
            let feed = Repository.url("Fixtures/Podcasts/harbour-lights.xml").path
            let output = try await bed.podimport(
                setting: ["PODIMPORT_DOCUMENT_ITEMS=1"],
                "feed",
                "inspect",
                feed,
                "--format",
                "json"
            )
            #expect(try output.document().objects("episodes").count == 1)
        }
    }

    @Test func reportsToThePublisherWhatHadToBeRepaired() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let sound = try bed.write(SampleFeed.rss("Sound", ["a"]), to: "sound.xml")
            let damaged = try bed.write(SampleFeed.rss("This & That", ["a"]), to: "damaged.xml")

            // When
            let praise = try await bed.podimport("feed", "inspect", sound)
            let report = try await bed.podimport("feed", "inspect", damaged)

            // Then
            #expect(praise.lines.first == "Sound")
            #expect(praise.lines.contains("Nothing had to be repaired."))
            #expect(report.text.contains("1 repair while reading"))
            #expect(report.lines.contains { $0.contains("  bare-ampersand  ") })
        }
    }

    @Test func saysWhichTagsOfTheStandardAreMissing() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed with nearly everything, a blog, and a poor podcast
            let whole = Repository.url("Fixtures/Feeds/complete-podcast.xml").path
            let blog = try bed.write(
                "<rss version='2.0'><channel><title>Blog</title><item><title>Post</title></item></channel></rss>",
                to: "blog.xml"
            )
            let poor = try bed.write(SampleFeed.rss("Poor", ["a", "b"]), to: "poor.xml")

            // When
            let praise = try await bed.podimport("feed", "inspect", whole)
            let nothing = try await bed.podimport("feed", "inspect", blog)
            let report = try await bed.podimport("feed", "inspect", poor)

            // Then
            #expect(praise.lines.contains("Every tag that PSP-1 requires is there."))
            #expect(!nothing.text.contains("PSP-1"))
            #expect(report.lines.contains("Missing, and recommended by PSP-1"))
            #expect(report.lines.contains("  no item has <podcast:transcript>"))
        }
    }

    @Test func needsNoHome() async throws {
        try await ProgramTestBed.run { bed in
            let feed = try bed.write(SampleFeed.rss("Homeless", ["a"]))

            let output = try await bed.command("/usr/bin/env", ["-i", Program.path, "feed", "inspect", feed])
            let list = try await bed.command("/usr/bin/env", ["-i", Program.path, "episode", "list"])

            #expect(output.status == 0)
            #expect(output.lines.first == "Homeless")
            #expect(list.status == 78)
        }
    }

    @Test func readsStandardInputRelativeToTheAddressGiven() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let feed = SampleFeed.rss("Show", ["a"]).replacing("https://show.example/", with: "/about")

            // When
            let document = try await bed.podimport(
                "feed",
                "inspect",
                "-",
                "--base",
                "https://base.example/feeds/show.xml",
                "--format",
                "json",
                input: Array(feed.utf8)
            )
            .document()

            // Then
            #expect(document.object("podcast")?.text("link") == "https://base.example/about")
        }
    }

    @Test(arguments: ["base.example", "/feeds/show.xml", "ftp://base.example/"])
    func refusesABaseThatNothingIsRelativeTo(base: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let output = try await bed.podimport("feed", "inspect", path, "--base", base)

            #expect(output.status == 64)
            #expect(output.errors.contains("--base"))
            #expect(output.lines.isEmpty)
        }
    }

    @Test(arguments: [("no feed", 65 as Int32), ("", 65)])
    func endsWith65ForWhatIsNoFeed(content: String, status: Int32) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(content)

            let output = try await bed.podimport("feed", "inspect", path)

            #expect(output.status == status)
            #expect(output.lines.isEmpty)
            #expect(!output.errors.isEmpty)
        }
    }
}
