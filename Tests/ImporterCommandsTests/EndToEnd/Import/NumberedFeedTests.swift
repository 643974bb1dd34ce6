import Testing

/// Feeds that are named by their number in `subscription list`.
struct NumberedFeedTests {
    @Test func importsTheFeedOfTheNumberAlthoughItIsPaused() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let one = try bed.write(SampleFeed.rss("One", ["a"]), to: "one.xml")
            let two = try bed.write(SampleFeed.rss("Two", ["b"]), to: "two.xml")
            #expect(try await bed.podimport("subscription", "add", one, two).status == 0)
            #expect(try await bed.podimport("subscription", "pause", "2").status == 0)

            // When
            let output = try await bed.podimport("--feed", "2")

            // Then
            #expect(output.status == 0)
            #expect(output.lines == ["Two: 1 new, 1 episode in the store"])
            #expect(try bed.texts("SELECT state FROM subscription ORDER BY id") == ["active", "paused"])
        }
    }

    @Test(arguments: [(["--no-subscribe"], "unfollowed"), ([], "active")])
    func followsItAgainUnlessThatIsNotWanted(options: [String], state: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path, "--no-subscribe").status == 0)

            let output = try await bed.podimport(["--feed", "1"] + options)

            #expect(output.status == 0)
            #expect(try bed.texts("SELECT state FROM subscription") == [state])
        }
    }

    @Test func aFileOfThatNameComesFirst() async throws {
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("subscription", "add", "https://show.example/feed").status == 0)
            try bed.write(SampleFeed.rss("File", ["a"]), to: "1")

            let output = try await bed.podimport("--feed", "1")

            #expect(output.status == 0)
            #expect(output.lines == ["File: 1 new, 1 episode in the store"])
        }
    }

    @Test(arguments: [["1", "show.xml"], ["show.xml", "1"]])
    func isOneFeedWithItsAddress(names: [String]) async throws {
        try await ProgramTestBed.run { bed in
            try bed.write(SampleFeed.rss("Show", ["a"]), to: "show.xml")
            try bed.write(SampleFeed.rss("Other", ["b"]), to: "other.xml")
            #expect(try await bed.podimport("--feed", "show.xml", "--feed", "other.xml").status == 0)

            let output = try await bed.podimport(["--feed", names[0], "--feed", "2", "--feed", names[1]])

            #expect(output.status == 0)
            #expect(output.lines.sorted() == ["Other: unchanged", "Show: unchanged"])
        }
    }

    @Test func oneThatCameFromStandardInputFailsAndStopsNoOther() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let piped = Array(SampleFeed.rss("Piped", ["a"]).utf8)
            #expect(try await bed.podimport("--feed", "-", input: piped).status == 0)
            let path = try bed.write(SampleFeed.rss("Show", ["b"]))
            #expect(try await bed.podimport("--feed", path).status == 0)

            // When
            let alone = try await bed.podimport("--feed", "1", input: piped)
            let both = try await bed.podimport("--feed", "1", "--feed", "2", input: piped)

            // Then
            #expect(alone.status == 64)
            #expect(alone.errors.contains("1: it came from standard input, and has no address"))
            #expect(both.status == 1)
            #expect(both.lines == ["Show: unchanged"])
        }
    }

    /// Any program may write to the store.
    @Test func oneWhoseAddressCannotBeUsedSaysWhyAndStopsNoOther() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let one = "https://one.example/feed"
            let two = try bed.write(SampleFeed.rss("Two", ["b"]))
            #expect(try await bed.podimport("subscription", "add", one, two).status == 0)
            try await bed.execute("UPDATE subscription SET feedURL = 'ftp://one.example/feed' WHERE id = 1")

            // When
            let alone = try await bed.podimport("--feed", "1")
            let json = try await bed.podimport("--feed", "1", "--format", "json")
            let both = try await bed.podimport("--feed", "1", "--feed", "2")
            let named = try await bed.podimport("--feed", one, "--feed", two)

            // Then
            #expect([alone.status, json.status, both.status, named.status] == [64, 64, 1, 1])
            let reason = "ftp: is not a kind of address podimport can load"
            #expect(alone.errors.contains("1: the address that the store has cannot be used: \(reason)"))
            #expect(try json.document().object("error")?.text("kind") == "invalid-address")
            #expect(both.lines == ["Two: 1 new, 1 episode in the store"])
            #expect(named.lines == ["Two: unchanged"])
            #expect(named.errors.contains(reason))
        }
    }

    @Test func saysThatNoSubscriptionHasTheNumber() async throws {
        try await ProgramTestBed.run { bed in
            let text = try await bed.podimport("--feed", "7")
            let json = try await bed.podimport("--feed", "7", "--format", "json")

            #expect([text.status, json.status] == [64, 64])
            #expect(text.errors.contains("7: there is no such subscription, and no such file; see `podimport subscr"))
            #expect(try json.document().object("error")?.text("kind") == "invalid-address")
        }
    }
}
