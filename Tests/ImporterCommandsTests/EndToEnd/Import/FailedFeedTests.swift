import FeedServer
import Foundation
import Testing

/// Exit statuses and messages for feeds that cannot be imported.
struct FailedFeedTests {
    @Test(arguments: [
        ("Dear diary, today nothing happened.", "which is no feed format"),
        (
            "<!DOCTYPE html><html><head><title>Shop front</title></head><body></body></html>",
            "web page titled \"Shop front\""
        ),
        ("", "the body is empty"),
    ])
    func endsWith65ForWhatIsNoFeed(content: String, message: String) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(content)

            // When
            let output = try await bed.podimport("--feed", path)

            // Then
            #expect(output.status == 65)
            #expect(output.lines.isEmpty)
            #expect(output.errors.hasPrefix("podimport: "))
            #expect(output.errors.contains(path))
            #expect(output.errors.contains(message))
        }
    }

    @Test(arguments: ["text", "json"])
    func whatAComplaintQuotesDoesNotSteerTheTerminal(logFormat: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write("<f\u{9B}31moo></f\u{9B}31moo>")

            let output = try await bed.podimport("--feed", path, "--log-level", "debug", "--log-format", logFormat)

            #expect(output.status == 65)
            #expect(output.errors.contains("is not the root of a feed"))
            #expect(!output.errors.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        }
    }

    @Test(arguments: [
        ("htps://example.com/feed.xml", "htps://example.com/…", "htps"),
        ("https://exa mple.com/feed.xml", "https://exa mple.com/…", "no spaces"),
    ])
    func endsWith64ForAnAddressThatIsNone(address: String, shown: String, message: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", address)

            #expect(output.status == 64)
            #expect(output.errors.contains(shown))
            #expect(output.errors.contains(message))
        }
    }

    @Test func endsWith2ForAFileThatIsNotThere() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "missing.xml")

            #expect(output.status == 2)
            #expect(output.errors.contains("\(bed.folder.path)/missing.xml: there is no such file"))
        }
    }

    @Test func countsOnWhateverNumberSomebodyHasWrittenIntoTheStore() async throws {
        let port = try SilentPort()
        defer { port.release() }
        try await ProgramTestBed.run { bed in
            // Given a feed and a host with more failures than can be counted
            let feed = "http://127.0.0.1:\(port.number)/feed"
            #expect(try await bed.podimport("subscription", "add", feed).status == 0)
            let most = Int64.max
            try await bed.execute("UPDATE subscription SET failures = \(most), failingSince = 0")
            try await bed.execute(
                """
                INSERT INTO host (name, failures, failingSince, concurrency, lastUsedAt)
                VALUES ('127.0.0.1', \(most), 0, \(most), 0)
                """
            )

            // When
            let output = try await bed.podimport("--feed", feed)

            // Then
            #expect(output.status == 2)
            #expect(try bed.texts("SELECT lastErrorKind FROM subscription") == ["unreachable"])
            let shown = try await bed.podimport("subscription", "show", feed, "--format", "json").document()
            #expect(shown.number("failures") ?? 0 >= 1_000_000_000)
        }
    }

    @Test func endsWith2ForAServerThatDoesNotAnswer() async throws {
        let port = try SilentPort()
        defer { port.release() }
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(port.number)/feed?token=secret")

            #expect(output.status == 2)
            #expect(output.errors.contains("127.0.0.1:\(port.number)"))
            #expect(output.errors.contains("cannot be reached"))
            #expect(!output.errors.contains("secret"))
        }
    }

    @Test func endsWith2ForAPageThatIsNotThere() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(404, ["Content-Type: text/html"], "<html></html>") }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/feed", "--format", "json")

            let result = try output.document()
            #expect(output.status == 2)
            #expect(result.text("outcome") == "failed")
            #expect(result.number("status") == 404)
            #expect(result.object("error")?.text("stage") == "load")
        }
    }

    @Test(arguments: [("/feed?auth=secret", true), ("/feed", false)])
    func saysThatTheKeyInAnAddressMayHaveBeenRenewed(path: String, isSaid: Bool) async throws {
        let server = try ScriptedServer { _ in ServerStep.response(403) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)\(path)")

            #expect(output.errors.contains("(403)") && output.errors.contains("may have been renewed") == isSaid)
            #expect(!output.errors.contains("secret"))
        }
    }

    @Test func theLogSaysWhichFeedFailedAndWhy() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(404, [], "") }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a feed whose address is nobody's business
            let good = try bed.write(SampleFeed.rss("Show", ["a"]), to: "good.xml")
            let bad = "http://127.0.0.1:\(server.port)/feed?token=secret"
            #expect(try await bed.podimport("subscription", "add", bad, good).status == 0)

            // When
            let output = try await bed.podimport("import", "--all", "--log-level", "info", "--log-format", "json")

            // Then
            let lines = output.errors.split(separator: "\n").filter { $0.contains("feed refreshed") }
            let failed = try #require(lines.first { $0.contains(#""import.outcome":"failed""#) })
            #expect(failed.contains(#""subscription.id":"1""#))
            #expect(failed.contains(#""http.status":"404""#))
            #expect(failed.contains(#""error.kind":"not-found""#))
            #expect(failed.contains(#""error.message":""#))
            #expect(!failed.contains("secret"))
            let imported = try #require(lines.first { $0.contains(#""import.outcome":"imported""#) })
            #expect(imported.contains(#""subscription.id":"2""#))
            #expect(imported.contains(#""import.inserted":"1""#))
            #expect(!imported.contains("http.status"), "nobody has answered with one")
        }
    }

    @Test func storesTheGoodFeedsBesideABadOne() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let first = try bed.write(SampleFeed.rss("First", ["a", "b"]), to: "first.xml")
            let second = try bed.write(SampleFeed.rss("Second", ["c"]), to: "second.xml")
            let bad = try bed.write("no feed", to: "bad.xml")

            // When
            let output = try await bed.podimport("--feed", first, "--feed", bad, "--feed", second)

            // Then
            #expect(output.status == 1)
            #expect(
                Set(output.lines) == ["First: 2 new, 2 episodes in the store", "Second: 1 new, 1 episode in the store"]
            )
            #expect(output.errors.contains("bad.xml"))
            #expect(output.errors.contains("3 feeds, 1 failed, 3 new episodes\n"))
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 3)
        }
    }

    @Test func endsWith2WhenEveryOneOfSeveralFeedsFails() async throws {
        try await ProgramTestBed.run { bed in
            try bed.write("no feed", to: "bad.xml")

            let output = try await bed.podimport("--feed", "bad.xml", "--feed", "missing.xml")

            #expect(output.status == 2)
            #expect(output.lines.isEmpty)
        }
    }

    @Test func endsWith64WithoutAnythingToImport() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport([])

            #expect(output.status == 64)
            #expect(output.errors.contains("Say what to import"))
        }
    }

    @Test(arguments: [["--nosuch"], ["import", "--nosuch"], ["--nosuch", "https://example.com/feed.xml"]])
    func namesAnOptionThatThereIsNot(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(output.errors.contains("Unknown option '--nosuch'"), "\(output.errors)")
        }
    }

    @Test(arguments: ["import", "status", "subscription", "help"])
    func saysThatTheCommandComesBeforeItsOptions(command: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--dry-run", command, "--all")

            #expect(output.status == 64)
            #expect(output.errors.contains("Write the command '\(command)' before its options."))
        }
    }

    @Test(arguments: [
        (["episode", "lst"], "'lst' is no command of podimport episode; did you mean 'list'?"),
        (["subscription", "--quiet", "https://example.com/feed.xml"], "'https://example.com/…' is no command"),
        (
            ["changes", "folow", "--limit", "1"],
            "'folow' is no command of podimport changes; there are list, consumers, forget."
        ),
        (["store", "vacuum"], "'vacuum' is no command of podimport store; there are check, backup, stats, optimize."),
        (["import", "due"], "'due' is no command of podimport; did you mean '--due'?"),
    ])
    func namesAWordThatIsNoCommandOfACommand(arguments: [String], complaint: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(output.errors.contains(complaint), "\(output.errors)")
        }
    }

    @Test(arguments: [
        ("weekly", "weekly"), ("https://example.com/feed.xml", "https://example.com/…"), ("feed.xml", "feed.xml"),
        ("./feeds", "./feeds"), ("e", "e"),
    ])
    func saysHowAFeedIsGivenToWhoeverNamesItAsACommand(word: String, shown: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(word, "list")

            #expect(output.status == 64)
            #expect(
                output.errors.contains("'\(shown)' is no command of podimport; a feed is given as --feed \(shown).")
            )
            #expect(!output.errors.contains("did you mean"))
        }
    }

    @Test(arguments: [
        (["add", "https://example.com/"], "'add' is no command of podimport; did you mean 'subscription add'?"),
        (["search", "harbour"], "did you mean 'episode search'?"),
        (["--quiet", "export"], "did you mean 'opml export'?"),
        (["ls"], "did you mean 'subscription list' or 'episode list'?"),
        (["--dry-run", "backup"], "did you mean 'store backup'?"),
        (["subscribe", "https://example.com/"], "did you mean 'subscription'?"), (["subs"], "mean 'subscription'?"),
        (["imp"], "did you mean 'import'?"), (["op"], "did you mean 'opml'?"),
        (["version"], "did you mean '--version'?"),
    ])
    func saysWhatAWordIsCalledHere(arguments: [String], complaint: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(output.errors.contains(complaint), "\(output.errors)")
            #expect(!output.errors.contains("--feed \(arguments[0])"))
        }
    }

    @Test(arguments: [
        ["subscripton", "list"], ["subscripton", "list", "--failing"], ["--quiet", "subscripton", "--help"],
        ["--dry-run", "subscripton"],
    ])
    func saysWhichCommandAMisspelledOneIsLike(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(
                output.errors.contains("'subscripton' is no command of podimport; did you mean 'subscription'?"),
                "\(output.errors)"
            )
            #expect(!output.errors.contains("--feed subscripton"))
        }
    }
}
