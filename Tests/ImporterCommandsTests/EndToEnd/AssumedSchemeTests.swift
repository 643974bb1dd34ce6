import FeedServer
import Testing

/// Addresses in which nobody wrote http or https, of servers without TLS.
struct AssumedSchemeTests {
    private static func run(_ test: (ProgramTestBed, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer { request in
            ServerStep.response(
                200,
                ["Content-Type: application/rss+xml"],
                SampleFeed.rss("Show \(request.path)", ["a"])
            )
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in try await test(bed, server) }
    }

    private static func addresses(_ bed: ProgramTestBed) async throws -> Set<String> {
        let subscriptions = try await bed.podimport("subscription", "list", "--format", "json").objects()
        return Set(subscriptions.compactMap { $0.text("feedURL") })
    }

    @Test func aFeedThatIsFollowedIsAskedOverHTTPToo() async throws {
        try await Self.run { bed, server in
            // Given feeds of a list and of the command line
            let host = "127.0.0.1:\(server.port)"
            let list = """
                <opml version="2.0"><body>
                <outline text="B" xmlUrl="itpc://\(host)/b"/><outline text="C" xmlUrl="\(host)/c"/>
                </body></opml>
                """
            let path = try bed.write(list, to: "list.opml")
            #expect(try await bed.podimport("subscription", "add", "feed://\(host)/a").status == 0)
            #expect(try await bed.podimport("opml", "import", "--allow-local", path).status == 0)
            #expect(try await Self.addresses(bed) == Set(["a", "b", "c"].map { "https://\(host)/\($0)" }))

            // When
            let output = try await bed.podimport("import", "--due")

            // Then they have the address that has answered
            #expect(output.status == 0)
            #expect(Set(output.lines) == Set(["a", "b", "c"].map { "Show /\($0): 1 new, 1 episode in the store" }))
            #expect(try await Self.addresses(bed) == Set(["a", "b", "c"].map { "http://\(host)/\($0)" }))
        }
    }

    @Test func whatHasAnsweredByHandIsAskedThereFromThenOn() async throws {
        try await Self.run { bed, server in
            // Given a feed that was followed under an address that has never answered
            let host = "127.0.0.1:\(server.port)"
            _ = try await bed.podimport("subscription", "add", "https://\(host)/a")
            #expect(try await bed.podimport("import", "--all").status == 2)
            #expect(server.requests.isEmpty)

            // When somebody imports it who does not say by which scheme
            let output = try await bed.podimport("--feed", "feed://\(host)/a")

            // Then
            #expect(output.lines == ["Show /a: 1 new, 1 episode in the store"])
            #expect(try await Self.addresses(bed) == ["http://\(host)/a"])
            #expect(try await bed.podimport("import", "--all").status == 0)
        }
    }
}
