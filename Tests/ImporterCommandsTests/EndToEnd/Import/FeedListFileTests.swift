import FeedServer
import Testing

/// Text files that name feeds: `--feeds-from`.
struct FeedListFileTests {
    @Test func importsTheFeedsThatAFileLists() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let paths = try (0..<5).map { try bed.write(SampleFeed.rss("Show \($0)", ["guid-\($0)"]), to: "\($0).xml") }
            let list = try bed.write("\u{FEFF}# mine\n\n" + paths.joined(separator: "\r\n"), to: "feeds.txt")

            // When
            let output = try await bed.podimport("import", "--feeds-from", list)

            // Then
            #expect(output.status == 0)
            #expect(Set(output.lines) == Set((0..<5).map { "Show \($0): 1 new, 1 episode in the store" }))
        }
    }

    @Test func saysWhichLineFailed() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(404) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let feed = "http://127.0.0.1:\(server.port)/feed"
            let list = try bed.write("# mine\n\n\(feed)1\n\(feed)2\n", to: "feeds.txt")

            // When
            let named = try await bed.podimport("--feed", feed + "0", "--feeds-from", list)
            _ = try await bed.podimport("subscription", "add", feed + "1", feed + "2")
            let followed = try await bed.podimport("import", "--all")

            // Then
            for place in ["feed 1 of the command line", "line 3 of \(list)", "line 4 of \(list)"] {
                let address = "http://127.0.0.1:\(server.port)/…"
                #expect(named.errors.contains("podimport: \(place): feed loading: \(address): "), "\(place)")
            }
            for number in 1...2 {
                #expect(followed.errors.contains("podimport: subscription \(number): feed loading: "))
            }
        }
    }

    @Test(arguments: ["-", "/dev/stdin"])
    func readsAListFromStandardInput(name: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let output = try await bed.podimport("import", "--feeds-from", name, input: Array((path + "\n").utf8))

            #expect(output.lines == ["Show: 1 new, 1 episode in the store"])
        }
    }

    @Test(arguments: ["cat list | \"$0\" --store \"$1\" --feeds-from /dev/stdin", fifoLine])
    func readsAListFromAPipe(line: String) async throws {
        try await ProgramTestBed.run { bed in
            try bed.write(try bed.write(SampleFeed.rss("Show", ["a"])), to: "list")

            let output = try await bed.command("/bin/sh", ["-c", line, Program.path, bed.store])

            #expect(output.lines == ["Show: 1 new, 1 episode in the store"])
        }
    }

    private static let fifoLine = "mkfifo pipe; cat list > pipe & \"$0\" --store \"$1\" --feeds-from pipe"

    @Test(arguments: ["gone.txt", "."])
    func saysThatAListCannotBeRead(name: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("import", "--feeds-from", name)

            #expect(output.status == 64)
            #expect(output.errors.contains("\(name): this list of feeds cannot be read"))
        }
    }

    /// Each line would be reported as a feed that fails.
    @Test func takesNoFileOfAnotherKindForAList() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let outline = "<outline text=\"A\" xmlUrl=\"https://a.example/f\"/>"
            try bed.write("\u{FEFF}\n<opml version=\"2.0\"><body>\n\(outline)\n</body></opml>\n", to: "list.opml")
            try bed.write(Array("feed.xml\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), to: "wide.txt")

            // When
            let markup = try await bed.podimport("import", "--feeds-from", "list.opml")
            let wide = try await bed.podimport("import", "--feeds-from", "wide.txt")

            // Then
            #expect([markup, wide].map(\.status) == [64, 64])
            #expect(markup.errors.hasPrefix("podimport: list.opml: this list of feeds is markup; `podimport opml"))
            #expect(wide.errors.hasPrefix("podimport: wide.txt: this list of feeds is no text in UTF-8; "))
        }
    }

    @Test func readsNoListWithoutAnEnd() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let line = String(repeating: "#", count: (1 << 16) - 1) + "\n"
            try bed.write(String(repeating: line, count: 1 << 10) + "#", to: "too-long.txt")

            // When
            let tooLong = try await bed.podimport("import", "--feeds-from", "too-long.txt")
            let endless = try await bed.podimport("import", "--feeds-from", "/dev/zero")

            // Then
            #expect(tooLong.status == 64)
            #expect(tooLong.errors.contains("too-long.txt: this list of feeds has more than 64 MiB"))
            #expect(endless.status == 64)
            #expect(endless.errors.contains("/dev/zero: this list of feeds has a line of more"))
        }
    }
}
