import Foundation
import Testing

struct StoreCareCommandTests {
    @Test func writesACopyThatIsAStoreAndNeverOverAFile() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a", "b"]))).status == 0)

            // When
            let first = try await bed.podimport("store", "backup", "copy.sqlite")
            let second = try await bed.podimport("store", "backup", "copy.sqlite")
            let stream = try await bed.podimport("store", "backup", "-")

            // Then
            #expect(first.status == 0)
            #expect(second.status == 73)
            #expect(stream.status == 64)
            #expect(stream.errors.contains("not to standard output"))
            let copy = bed.folder.appendingPathComponent("copy.sqlite").path
            let listed = try await bed.command(Program.path, ["--store", copy, "episode", "list", "--format", "json"])
            #expect(listed.lines.count == 2)
            #expect(try await bed.command(Program.path, ["--store", copy, "store", "check", "--thorough"]).status == 0)
        }
    }

    @Test func tidiesAndSaysHowBigTheStoreIs() async throws {
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a", "b"]))).status == 0)

            let output = try await bed.podimport("store", "optimize", "--compact", "--format", "json")

            #expect(output.status == 0)
            #expect(try output.document().number("episodes") == 2)
            #expect(try await bed.podimport("episode", "search", "episode").lines.isEmpty == false)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    @Test func readersChangeNothing() async throws {
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a"]))).status == 0)
            let before = try bed.bytes(of: bed.store)

            for command in [
                ["episode", "list"], ["subscription", "list"], ["changes"], ["store", "stats"], ["store", "check"],
            ] {
                #expect(try await bed.podimport(command).status == 0)
            }

            #expect(try bed.bytes(of: bed.store) == before)
        }
    }

    /// As a shell makes them of a variable that is not set.
    @Test(arguments: [
        ["store", "stats", "--store", ""], ["--store", "", "status"], ["store", "backup", ""],
        ["status", "--config", ""], ["opml", "import", ""],
    ])
    func takesNoEmptyNames(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")
            let environment = ["PODIMPORT_STORE=\(bed.store)"]

            let output = try await RunningProgram(Program.path, arguments, in: bed.folder, environment: environment)
                .output()

            #expect(output.status == 64)
            #expect(output.errors.contains("empty"))
        }
    }

    @Test(arguments: [
        ["--feed", ""], ["import", "--feeds-from", ""], ["subscription", "add", ""], ["subscription", "show", " "],
        ["episode", "list", "--since", ""],
    ])
    func showsInQuotesThatANameIsEmpty(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")

            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(output.errors.hasPrefix("podimport: \"\": "), "\(output.errors)")
            #expect(output.lines.allSatisfy { $0 == "\"\": not subscribed" })
        }
    }

    @Test func checksAndCountsTheStore() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            // When
            let check = try await bed.podimport("store", "check")
            let quiet = try await bed.podimport("store", "check", "--quiet")
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()

            // Then
            #expect(check.status == 0)
            #expect(!check.lines.isEmpty)
            #expect(check.lines.allSatisfy { $0.hasSuffix(": ok") })
            #expect(quiet.lines.isEmpty)
            #expect(statistics.text("path") == bed.store)
            #expect(statistics.number("podcasts") == 1)
            #expect(statistics.number("subscriptions") == 1)
            #expect(statistics.number("episodes") == 2)
            #expect(statistics.text("newestEpisodeAt") == "2026-11-02T06:00:00Z")
        }
    }
}
