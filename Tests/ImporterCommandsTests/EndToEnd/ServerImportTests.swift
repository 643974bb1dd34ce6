import FeedServer
import Testing

/// Feeds over HTTP, from a server on the loopback.
struct ServerImportTests {
    @Test func asksAgainWithTheValidatorsItWasGiven() async throws {
        // Given
        let server = try ScriptedServer { request in
            if request["If-None-Match"] == "\"1\"" { return ServerStep.notModified(["ETag: \"1\""]) }
            return ServerStep.response(
                200,
                ["Content-Type: application/rss+xml", "ETag: \"1\""],
                SampleFeed.rss("Show", ["a"])
            )
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed.xml"

            // When
            let first = try await bed.podimport("--feed", feed)
            let second = try await bed.podimport("--feed", feed, "--format", "json").document()
            let all = try await bed.podimport("import", "--all")

            // Then
            #expect(first.lines == ["Show: 1 new, 1 episode in the store"])
            #expect(second.text("outcome") == "unchanged")
            #expect(second.flag("notModified") == true)
            #expect(second.number("status") == 304)
            #expect(all.lines == ["Show: not modified"])
            #expect(server.requests.count == 3)
        }
    }

    @Test func listsAFeedThatFailsAsFailing() async throws {
        // Given a feed that answers once
        let server = try ScriptedServer { request in
            guard request.connection == 1 else { return ServerStep.response(503) + [.close] }
            return ServerStep.response(200, ["Connection: close"], SampleFeed.rss("Show", ["a"])) + [.close]
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed.xml"
            #expect(try await bed.podimport("--feed", feed).status == 0)

            // When
            let output = try await bed.podimport("import", "--all")
            let failing = try await bed.podimport("subscription", "list", "--failing", "--format", "json").objects()

            // Then
            #expect(output.status == 2)
            #expect(output.errors.contains("503"))
            #expect(failing.count == 1)
            #expect(failing.first?.number("failures") == 1)
            #expect(failing.first?.object("lastError")?.names == ["kind", "message"])
            #expect(failing.first?.number("episodes") == 1)
        }
    }
}
