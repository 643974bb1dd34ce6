import Testing

/// What `import` prints, as text and as JSON, and what it stores.
struct ImportResultTests {
    private static let resultNames: Set<String> = [
        "feed", "outcome", "podcast", "title", "inserted", "updated", "rekeyed", "removed", "unchanged", "episodes",
        "status",
        "bytes", "redirectedTo", "notModified", "postponedUntil", "warnings", "error", "seconds",
    ]

    @Test func printsEveryMemberOfAResultWhateverItsOutcome() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let good = try bed.write(SampleFeed.rss("Good", ["a", "b"]), to: "good.xml")
            try bed.write("no feed", to: "bad.xml")

            // When
            let output = try await bed.podimport(
                "--format",
                "json",
                "--feed",
                good,
                "--feed",
                "bad.xml",
                "--feed",
                "htps://x.y/"
            )

            // Then
            let results = Dictionary(uniqueKeysWithValues: try output.objects().map { ($0.text("feed") ?? "", $0) })
            #expect(output.status == 1)
            #expect(output.errors.isEmpty)
            #expect(Set(results.keys) == [good, "bad.xml", "htps://x.y/"])
            for result in results.values {
                #expect(result.names == Self.resultNames)
                #expect(result.object("seconds")?.names == ["load", "parse", "import"])
            }
            let imported = results[good]
            #expect(imported?.text("outcome") == "imported")
            #expect(imported?.number("inserted") == 2)
            #expect(imported?.number("episodes") == 2)
            #expect(imported?.text("title") == "Good")
            #expect(imported?.isNull("error") == true)
            #expect(imported?.isNull("status") == true)
            #expect(imported?.isNull("redirectedTo") == true)
            let failed = results["bad.xml"]
            #expect(failed?.text("outcome") == "failed")
            #expect(failed?.isNull("podcast") == true)
            #expect(failed?.object("error")?.names == ["stage", "kind", "message", "retryAfter"])
            #expect(failed?.object("error")?.text("stage") == "parse")
        }
    }

    @Test func saysThatNothingHasChanged() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).lines == ["Show: 1 new, 1 episode in the store"])

            // When
            let again = try await bed.podimport("--feed", path)
            let forced = try await bed.podimport("--feed", path, "--force", "--format", "json").document()

            // Then
            #expect(again.status == 0)
            #expect(again.lines == ["Show: unchanged"])
            #expect(forced.text("outcome") == "imported")
            #expect(forced.number("inserted") == 0)
            #expect(forced.number("updated") == 0)
            #expect(forced.number("unchanged") == 1)
        }
    }

    @Test func printsErrorsOnlyWhenQuiet() async throws {
        try await ProgramTestBed.run { bed in
            let good = try bed.write(SampleFeed.rss("Good", ["a"]), to: "good.xml")

            let silent = try await bed.podimport("--quiet", "--feed", good)
            let failing = try await bed.podimport("--quiet", "--feed", good, "--feed", "missing.xml")

            #expect(silent.status == 0)
            #expect(silent.lines.isEmpty)
            #expect(silent.errors.isEmpty)
            #expect(failing.status == 1)
            #expect(failing.lines.isEmpty)
            #expect(failing.errors.split(separator: "\n").count == 1)
            #expect(failing.errors.contains("missing.xml"))
        }
    }

    /// A cron job must not take results that were lost for success.
    @Test func endsWith74WhenTheResultsCannotBeWritten() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let line = "exec \"$0\" --store \"$1\" --feed \"$2\" > /dev/full"
            let output = try await bed.command("/bin/sh", ["-c", line, Program.path, bed.store, path])

            #expect(output.status == 74)
            #expect(output.errors.contains("standard output cannot be written (No space left on device)"))
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    @Test(arguments: ["config example", "--help", "--version", "help import", "--generate-completion-script bash"])
    func endsWith74WhenWhatItSaysOfItselfCannotBeWritten(arguments: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.command("/bin/sh", ["-c", "exec \"$0\" \(arguments) > /dev/full", Program.path])

            #expect(output.status == 74)
            #expect(output.errors.contains("standard output cannot be written (No space left on device)"))
        }
    }

    @Test func aFeedThatIsNamedTwiceIsOneFeed() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let output = try await bed.podimport("--feed", path, "--feed", "file://" + path, "--format", "json")

            #expect(try output.objects().compactMap { $0.number("inserted") } == [1])
        }
    }

    @Test func saysOfWhichFeedAnErrorIsIfItKnowsItsTitle() async throws {
        try await ProgramTestBed.run { bed in
            // Given two feeds, one of which is no feed any more
            let good = try bed.write(SampleFeed.rss("Good", ["a"]), to: "good.xml")
            let bad = try bed.write(SampleFeed.rss("Bad", ["a"]), to: "bad.xml")
            #expect(try await bed.podimport("--feed", good, "--feed", bad).status == 0)
            try bed.write("Dear diary", to: "bad.xml")

            // When
            let output = try await bed.podimport("import", "--all")

            // Then
            #expect(output.status == 1)
            #expect(output.errors.hasPrefix("podimport: Bad: "), "\(output.errors)")
        }
    }

    @Test func importsWithoutSubscribingWhenAsked() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            // When
            let output = try await bed.podimport("--feed", path, "--no-subscribe")

            // Then
            #expect(output.status == 0)
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 1)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.isEmpty)
            #expect(try await bed.podimport("import", "--all").lines.isEmpty)
        }
    }
}
