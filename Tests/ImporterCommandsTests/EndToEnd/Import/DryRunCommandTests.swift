import Foundation
import Testing

/// `import --dry-run`, as a user types it.
struct DryRunCommandTests {
    @Test func printsEachDifferenceWithItsReasonAndMakesNoStore() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))

            let output = try await bed.podimport("import", "--feed", path, "--dry-run", "--format", "json")

            #expect(output.status == 0)
            let result = try output.document()
            #expect(result.flag("dryRun") == true)
            #expect(result.number("inserted") == 2)
            #expect(result.objects("differences").map { $0.text("action") } == ["insert", "insert"])
            #expect(
                result.objects("differences").first?.names == [
                    "action", "episode", "title", "key", "formerKey", "by", "detail", "fields", "significance",
                    "backlog",
                ]
            )
            #expect(!FileManager.default.fileExists(atPath: bed.store))
        }
    }

    @Test func saysInWordsWhatWouldChange() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            let changed = SampleFeed.rss("Show", ["a", "b", "c"])
                .replacing("Episode a", with: "Corrected").replacing(">b</guid>", with: ">b2</guid>")
            try bed.write(changed)

            // When
            let output = try await bed.podimport("--feed", path, "--dry-run")

            // Then
            #expect(output.status == 0)
            #expect(output.lines.first?.hasPrefix("Show: would be 1 new, 1 updated, 1 under a new key") == true)
            #expect(
                output.lines.contains { $0.contains("~ update 1: Corrected") || $0.contains("~ update 2: Corrected") }
            )
            #expect(output.text.contains("changes title"))
            #expect(output.text.contains("key b becomes b2"))
            #expect(output.text.contains("by enclosure: the media file and the title are the same"))
            let unchanged = try await bed.podimport("episode", "list", "--format", "json").objects()
            #expect(unchanged.compactMap { $0.text("title") } == ["Episode b", "Episode a"])
        }
    }

    @Test func countsTheEpisodesOfFeedsThatBringNothing() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            // When it is unchanged, and then broken
            let unchanged = try await bed.podimport("import", "--feed", path, "--dry-run", "--format", "json")
            try bed.write("no feed")
            let broken = try await bed.podimport("import", "--feed", path, "--dry-run", "--format", "json")

            // Then it has them all the same
            #expect(try unchanged.document().text("outcome") == "unchanged")
            #expect(try unchanged.document().number("episodes") == 2)
            #expect(try broken.document().text("outcome") == "failed")
            #expect(try broken.document().number("episodes") == 2)
        }
    }

    @Test(arguments: [[], ["PODIMPORT_SEARCH_INDEX=false"]])
    func leavesOldChangesAndTheSearchIndexAlone(environment: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given changes so old that an import deletes them
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            #expect(try await bed.podimport("episode", "search", "episode").lines.count == 2)
            try await bed.execute("UPDATE change SET at = at - 200 * 86400")
            let before = try await bed.podimport("changes").lines

            // When
            let command = environment + [Program.path, "--store", bed.store, "--feed", path, "--dry-run"]
            #expect(try await bed.command("/usr/bin/env", command).status == 0)

            // Then
            #expect(try await bed.podimport("changes").lines == before)
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("searchMissing") == 0)
        }
    }

    @Test(arguments: [false, true])
    func twoProcessesThatImportOneFeedStoreItOnce(haveOneGuid: Bool) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let text = SampleFeed.rss("Show", (1...28).map { "e\($0)" })
            let path = try bed.write(haveOneGuid ? text.replacing(/>e[0-9]+<\/guid>/, with: ">show</guid>") : text)

            // When
            let programs = try (0..<3).map { _ in try bed.start(["--feed", path, "--force"]) }
            for program in programs { #expect(try await program.output().status == 0) }

            // Then
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 28)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.count == 1)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }
}
