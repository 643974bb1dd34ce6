import Testing

/// Documents that belong to another address than they come from: `--as`.
struct AssumedAddressTests {
    @Test func importsAFileUnderTheAddressItStandsFor() async throws {
        try await ProgramTestBed.run { bed in
            // Given two snapshots of one feed
            let old = try bed.write(SampleFeed.rss("Show", ["a", "b"]), to: "old.xml")
            let new = try bed.write(SampleFeed.rss("Show", ["a", "b", "c"]), to: "new.xml")

            // When
            let first = try await bed.podimport("--feed", old, "--as", "https://show.example/feed")
            let second = try await bed.podimport("--feed", new, "--as", "https://show.example/feed")

            // Then
            #expect(first.lines == ["Show: 2 new, 2 episodes in the store"])
            #expect(second.lines == ["Show: 1 new, 3 episodes in the store"])
            let subscriptions = try await bed.podimport("subscription", "list", "--format", "json").objects()
            #expect(subscriptions.compactMap { $0.text("feedURL") } == ["https://show.example/feed"])
        }
    }

    @Test func namesTheAddressInResultsAndTheFileInErrors() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed, and a file that is none
            let feed = try bed.write(SampleFeed.rss("Show", ["a"]), to: "feed.xml")
            let list = try bed.write("#EXTM3U\nhttps://show.example/1.mp3\n", to: "list.m3u")

            // When
            let address = "https://show.example/feed"
            let imported = try await bed.podimport("--feed", feed, "--as", address, "--format", "json").objects()
            let failed = try await bed.podimport("--feed", list, "--as", "https://other.example/feed")

            // Then
            #expect(imported.compactMap { $0.text("feed") } == [address])
            #expect(failed.status == 65)
            #expect(failed.errors.contains("https://other.example"))
            #expect(failed.errors.contains("list.m3u: feed parsing: the document is a playlist (M3U)"))
        }
    }

    @Test(arguments: [
        ("htps://show.example/feed", "htps"), ("notaurl", "notaurl: this is no address"),
        ("htp//show.example/feed", "this is no address"),
    ])
    func refusesAnAddressToStandForThatIsNone(text: String, message: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let output = try await bed.podimport("--feed", path, "--as", text)

            #expect(output.status == 64)
            #expect(output.errors.contains(message))
        }
    }

    @Test func isNotForAWebAddress() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(
                "--feed",
                "http://127.0.0.1:1/feed",
                "--as",
                "https://show.example/feed"
            )

            #expect(output.status == 64)
            #expect(output.errors.contains("--as is for files and standard input"))
        }
    }
}
