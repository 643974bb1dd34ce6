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

    @Test func asksFeedsAndHostsAgainThatAClockHasPutOffWhichWasAhead() async throws {
        // Given a store whose clock was years ahead when the feed's host asked for a rest
        let server = try ScriptedServer { _ in ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/feed.xml").status == 0)
            let (asked, rest) = (4_000_000_000, 4_000_000_600)
            try await bed.execute(
                """
                UPDATE host SET pausedUntil = \(rest), pauseReason = 'rate-limited', lastUsedAt = \(asked);
                UPDATE subscription SET nextDueAt = \(rest), lastAttemptAt = unixepoch() - 86400,
                  dueReasons = json_array(json_object('rule', 'host-paused', 'detail', '',
                    'notBefore', strftime('%Y-%m-%dT%H:%M:%SZ', \(rest), 'unixepoch')))
                """
            )

            // When it is right again
            let due = try await bed.podimport("import", "--due", "--format", "json").document()

            // Then the feed is due, and its host rests for as long as it asked for
            #expect(due.text("outcome") == "postponed")
            try await bed.execute("UPDATE host SET pausedUntil = 1; UPDATE subscription SET nextDueAt = 0")
            let after = try await bed.podimport("import", "--due", "--format", "json").document()
            #expect(after.text("outcome") == "unchanged")
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
