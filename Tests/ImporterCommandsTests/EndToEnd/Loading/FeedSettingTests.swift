import FeedServer
import Testing

/// Settings that a single feed has of its own.
struct FeedSettingTests {
    @Test func aFeedMaySendItsPasswordWithoutTLS() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a feed whose password is not sent
            let feed = "http://anna:pw@127.0.0.1:\(server.port)/feed"
            #expect(try await bed.podimport("subscription", "add", feed).status == 0)
            let refused = try await bed.podimport("import", "--all")
            #expect(refused.errors.contains("allow-insecure-credentials"))
            #expect(server.requests.isEmpty)

            // When
            let set = try await bed.podimport(
                "subscription",
                "set",
                "1",
                "allow-insecure-credentials=true",
                "interval=6h"
            )
            let imported = try await bed.podimport("import", "--all")

            // Then
            #expect(set.lines == ["allow-insecure-credentials=true", "credentials=•••", "interval=6h"])
            #expect(imported.lines == ["Show: 1 new, 1 episode in the store"])
            #expect(server.requests.map { $0["Authorization"] } == ["Basic YW5uYTpwdw=="])
        }
    }

    @Test func aFeedHasItsOwnNameAndCredentials() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            #expect(try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/feed").status == 0)
            let settings = ["allow-insecure-credentials=true", "user-agent=Reader/1.0 (ada)"]

            // When the password is read from standard input, and later taken away
            let set = try await bed.podimport(
                ["subscription", "set", "1", "credentials=-"] + settings,
                input: Array("anna:p:w\n".utf8)
            )
            #expect(try await bed.podimport("import", "--all").status == 0)
            #expect(try await bed.podimport("subscription", "set", "1", "credentials=").status == 0)
            #expect(try await bed.podimport("import", "--all").status == 0)

            // Then it is sent, and never shown
            #expect(set.lines == [settings[0], "credentials=•••", settings[1]])
            #expect(server.requests.map { $0["Authorization"] } == ["Basic YW5uYTpwOnc=", nil])
            #expect(server.requests.map { $0["User-Agent"] } == ["Reader/1.0 (ada)", "Reader/1.0 (ada)"])
        }
    }

    @Test(arguments: ["anna:S3CRET", "anna:S3CRET=", "credentials=-"])
    func whatMayBeAPasswordIsNotRepeated(assignment: String) async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")

            let output = try await bed.podimport("subscription", "set", "1", assignment)

            #expect(output.status == 64)
            #expect(!output.errors.isEmpty && !output.errors.contains("S3CRET") && !output.errors.contains("Usage"))
        }
    }

    @Test func aNewIntervalHoldsFromNowOn() async throws {
        let server = try ScriptedServer { _ in
            ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a"]))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/feed")
            for (interval, hours, rule) in [("60d", 60 * 24, "override"), ("2h", 2, "override"), ("", 1, "interval")] {
                // When
                #expect(try await bed.podimport("subscription", "set", "1", "interval=\(interval)").status == 0)

                // Then
                let wait = "SELECT CAST((nextDueAt - lastAttemptAt) / 3600 AS TEXT) FROM subscription"
                let waits = try bed.texts(wait).compactMap(Int.init)
                #expect(waits.allSatisfy { (hours...hours * 5).contains($0) } && !waits.isEmpty, "\(waits)")
                let explained = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
                #expect(explained.objects("reasons").contains { $0.text("rule") == rule })
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func aFeedThatLosesItsCredentialsByAMoveSaysSo() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            _ = try await bed.podimport("subscription", "add", "https://anna:pw@show.example/feed")
            let set = ["subscription", "set", "1"]
            let before = try await bed.podimport(set + ["--format", "json"]).document()
            #expect(before.object("settings")?.text("credentials") == "•••")

            // When it moves within its server, and then to another
            let near = try await bed.podimport(set + ["url=https://show.example/feed2"])
            let far = try await bed.podimport(set + ["url=https://other.example/feed"])
            let gone = try await bed.podimport(set + ["credentials=anna:pw"])
            let taken = try await bed.podimport(set + ["credentials="])

            // Then
            #expect(near.lines == ["url=https://show.example/feed2", "credentials=•••"])
            #expect(near.errors.isEmpty)
            #expect(far.lines == ["url=https://other.example/feed"])
            #expect(far.errors.contains("no user name and password any more"))
            #expect(gone.lines == ["credentials=•••"])
            #expect(taken.lines.isEmpty)
            #expect(taken.errors.isEmpty)
        }
    }

    @Test(arguments: ["decoded-bytes", "wire-bytes"])
    func aFeedHasItsOwnLimits(key: String) async throws {
        let server = try ScriptedServer { _ in
            ServerStep.response(200, [], SampleFeed.rss("Show", (0..<100).map { "guid-\($0)" }))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/feed").status == 0)

            #expect(try await bed.podimport("subscription", "set", "1", "\(key)=2 KiB").lines == ["\(key)=2 KiB"])
            let cut = try await bed.podimport("import", "--all", "--format", "json")
            #expect(try await bed.podimport("subscription", "set", "1", "\(key)=").lines == [])
            let whole = try await bed.podimport("import", "--all", "--force")

            #expect(cut.status == 0)
            #expect(cut.lines.first?.contains("\"size-limit\"") == true)
            #expect(cut.lines.first?.contains("more than 2048 bytes") == true)
            #expect(cut.lines.first?.contains("\"new\":100") == false)
            #expect(whole.lines.first?.contains(", 100 episodes in the store") == true, "\(whole.lines)")
        }
    }

    @Test func anEmptyValueTakesTheSettingAway() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")
            _ = try await bed.podimport(
                "subscription",
                "set",
                "1",
                "verify-tls=false",
                "proxy=http://a:secret@p.example:1/"
            )

            let left = try await bed.podimport("subscription", "set", "1", "verify-tls=", "--format", "json").document()

            #expect(left.number("id") == 1)
            #expect(left.text("feedURL") == "https://show.example/feed")
            #expect(left.object("settings")?.names == ["proxy"])
            #expect(left.object("settings")?.text("proxy") == "http://p.example:1/")
        }
    }

    @Test(arguments: [
        ("verify-tls", "expected KEY=VALUE"), ("tls=false", "there are url, credentials, interval, http-version"),
        ("verify-tls=maybe", "expected true or false"), ("interval=soon", "expected a duration"),
        ("proxy=user:secret@nowhere", "expected an address"),
        ("proxy=http://u:secret#x@proxy.example:1", "expected an address"),
        ("url=http://u:secret#x@show.example/feed", "as %2F %3F %23 %5C"), ("http-version=3", "expected 1.1 or 2"),
        ("credentials=secret", "expected NAME:PASSWORD"), ("user-agent=\u{7}", "expected a line of printable ASCII"),
        ("decoded-bytes=64MB", "expected a size from 1 KiB to 2 GiB, such as 512 KiB or 128 MiB"),
        ("total-timeout=5 minutes", "expected a duration from 1s to 1d, such as 90s, 15m or 1h"),
        ("url=", "has made no move that could be taken back"), ("url=-", "cannot move to standard input"),
        ("url=exmaple", "exmaple: this is no address"),
        ("url=htp//x.example/feed", "this is no address, and there is no such file"),
        ("url=file://other.example/x", "a file of other.example"), ("=6h", "podimport: a feed has no such setting"),
        ("http-version=2", "http-version: given twice"), ("http-version=", "http-version: given twice"),
    ])
    func saysWhatWasExpectedAndSetsNothing(assignment: String, message: String) async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")

            let output = try await bed.podimport("subscription", "set", "1", "http-version=1.1", assignment)
            let settings = try await bed.podimport("subscription", "set", "1")

            #expect(output.status == 64)
            #expect(output.errors.contains(message))
            #expect(!output.errors.contains("secret"))
            #expect(settings.lines.isEmpty)
        }
    }

    @Test func whatIsAskedForIsShown() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")

            let none = try await bed.podimport("subscription", "set", "1")
            let given = try await bed.podimport("subscription", "set", "1", "interval=6h", "--quiet")
            let one = try await bed.podimport("subscription", "set", "1", "--quiet")

            #expect(none.lines.isEmpty)
            #expect(none.errors == "The feed has no settings of its own.\n")
            #expect(given.lines.isEmpty)
            #expect(one.lines == ["interval=6h"])
        }
    }

    @Test func anAddressOfAFeedThatIsNoLongerFollowedIsSaidToBeTaken() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            _ = try await bed.podimport("--feed", path)
            _ = try await bed.podimport("subscription", "add", "https://show.example/feed")
            _ = try await bed.podimport("subscription", "remove", "1")

            // When
            let taken = try await bed.podimport("subscription", "set", "2", "url=\(path)")
            _ = try await bed.podimport("subscription", "remove", "--purge", "1")
            let free = try await bed.podimport("subscription", "set", "2", "url=\(path)")

            // Then
            #expect(taken.status == 64)
            #expect(taken.errors.contains("it is no longer followed, but its episodes are kept (2)"))
            #expect(taken.errors.contains("`podimport subscription remove --purge 1`"))
            #expect(free.status == 0)
        }
    }

    @Test func aFeedIsMovedByHandAndBack() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://old.example/feed", "https://other.example/feed")

            let moved = try await bed.podimport(
                "subscription",
                "set",
                "1",
                "url=https://new.example/feed",
                "interval=6h"
            )
            let shown = try await bed.podimport("subscription", "show", "1", "--format", "json").document()
            let duplicate = try await bed.podimport("subscription", "set", "1", "url=https://other.example/feed")
            let back = try await bed.podimport("subscription", "set", "1", "url=")

            #expect(moved.lines == ["url=https://new.example/feed", "interval=6h"])
            #expect(shown.text("feedURL") == "https://new.example/feed")
            #expect(duplicate.status == 64)
            #expect(duplicate.errors.contains("subscription 2 has this address"))
            #expect(back.lines == ["url=https://old.example/feed", "interval=6h"])
        }
    }
}
