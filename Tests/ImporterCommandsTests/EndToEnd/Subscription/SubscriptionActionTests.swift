import FeedServer
import Foundation
import Testing

struct SubscriptionActionTests {
    @Test func pausesResumesAndRetries() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed that was asked a moment ago
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)
            let before = try await bed.podimport("subscription", "list", "--format", "json").objects().first

            // When, then
            let paused = try await bed.podimport("subscription", "pause", "1", "--format", "json").document()
            #expect(paused.text("state") == "paused")
            #expect(paused.isNull("nextDueAt"))
            #expect(try await bed.podimport("subscription", "retry", "1").status == 64)

            // Pausing is no way to be asked earlier.
            let resumed = try await bed.podimport("subscription", "resume", "1", "--format", "json").document()
            #expect(resumed.text("state") == "active")
            #expect((resumed.text("nextDueAt") ?? "") > (before?.text("lastAttemptAt") ?? ""))
            #expect(try await bed.podimport("import", "--due").lines.isEmpty)

            let retried = try await bed.podimport("subscription", "retry", path)
            #expect(retried.lines == ["Show: due now"])
            #expect(try await bed.podimport("import", "--due").lines == ["Show: unchanged"])
        }
    }

    @Test func aFeedThatWantsCredentialsIsNotSaidToBeResumed() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(401, ["Connection: close"]) + [.close] }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed"
            _ = try await bed.podimport("subscription", "add", feed)
            _ = try await bed.podimport("import", "--due")

            let resumed = try await bed.podimport("subscription", "resume", "1")
            #expect(resumed.lines == ["\(feed): not paused (needs-auth)"])
        }
    }

    @Test func aTitleDoesNotSteerTheTerminal() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Sh\u{202E}ow", ["a"]))
            _ = try await bed.podimport("--feed", path)

            #expect(try await bed.podimport("subscription", "pause", "1").lines == ["Show: paused"])
            #expect(try await bed.podimport("subscription", "resume", "1").lines == ["Show: resumed"])
            #expect(try await bed.podimport("subscription", "retry", "1").lines == ["Show: due now"])
        }
    }

    @Test func aResumedFeedHasTheIntervalThatItWasGivenMeanwhile() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed that waits for two days
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)
            _ = try await bed.podimport("subscription", "set", "1", "interval=2d")
            let before = try await bed.podimport("subscription", "show", "1", "--format", "json").document()

            // When, then
            _ = try await bed.podimport("subscription", "pause", "1")
            let resumed = try await bed.podimport("subscription", "resume", "1", "--format", "json").document()
            #expect(resumed.text("nextDueAt")?.prefix(10) == before.text("nextDueAt")?.prefix(10))

            // When, then
            _ = try await bed.podimport("subscription", "pause", "1")
            _ = try await bed.podimport("subscription", "set", "1", "interval=6h")
            let again = try await bed.podimport("subscription", "resume", "1", "--format", "json").document()
            #expect((again.text("nextDueAt") ?? "9") < (before.text("nextDueAt") ?? ""))
            #expect(try await bed.podimport("subscription", "explain", "1").text.contains("override"))
        }
    }

    @Test func aFeedThatIsNamedTwiceIsMeantOnce() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)

            #expect(try await bed.podimport("subscription", "retry", "1", path, "--failing").lines.count == 1)
            let removed = try await bed.podimport("subscription", "remove", "--purge", "1", path)

            #expect(removed.status == 0)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.isEmpty)
        }
    }

    @Test func saysThatTheHostOfAFeedRestsStill() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://a.example/feed", "https://b.example/feed")
            try await bed.execute(
                """
                INSERT INTO host (name, pausedUntil, pauseReason, failures, lastUsedAt)
                VALUES ('a.example', 4070908800, 'rate-limited', 0, 0), ('b.example', 1, 'rate-limited', 0, 0)
                """
            )

            let retried = try await bed.podimport("subscription", "retry", "1", "2")

            let paused = "https://a.example/feed: due now, but its host rests until 2099"
            #expect(retried.lines.first?.hasPrefix(paused) == true)
            #expect(retried.lines.last == "https://b.example/feed: due now")
        }
    }

    @Test func saysThatADuplicateIsNotAsked() async throws {
        try await ProgramTestBed.run { bed in
            // Given two addresses of one feed
            let (one, two) = ("https://a.example/feed", "https://b.example/feed")
            _ = try await bed.podimport("subscription", "add", one, two)
            try await bed.execute(
                """
                UPDATE subscription SET duplicateOf = 2, nextDueAt = NULL, failures = 1, failingSince = 1,
                  lastErrorKind = 'gone', lastErrorMessage = 'gone' WHERE id = 1
                """
            )

            // When, then
            let retried = try await bed.podimport("subscription", "retry", "1")
            #expect(retried.status == 64)
            #expect(retried.errors.contains("subscription 2 is of the same feed, and is asked in its place"))
            let failing = try await bed.podimport("subscription", "retry", "--failing")
            #expect(failing.status == 0 && failing.lines.isEmpty)
            #expect(failing.errors == "There is nothing to retry.\n")
            let added = try await bed.podimport("subscription", "add", one)
            #expect(added.lines == ["\(one): already subscribed (number 1, a duplicate of 2)"])
            let listed = try await bed.podimport("subscription", "list")
            #expect(listed.lines.contains { $0.contains("active, duplicate of 2") && $0.contains(one) })
            let shown = try await bed.podimport("subscription", "show", "1", "--format", "json").document()
            #expect(shown.number("duplicateOf") == 2)
            let explained = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            #expect(explained.objects("reasons").map { $0.text("rule") } == ["duplicate"])
        }
    }

    @Test func saysWhereAFeedIsThatHasLeftTheAddress() async throws {
        try await ProgramTestBed.run { bed in
            let (old, new) = ("https://a.example/feed", "https://b.example/feed")
            _ = try await bed.podimport("subscription", "add", old)
            _ = try await bed.podimport("subscription", "set", "1", "url=\(new)")

            let added = try await bed.podimport("subscription", "add", old, new)

            #expect(
                added.lines == [
                    "\(old): already subscribed (number 1, at \(new) now)", "\(new): already subscribed (number 1)",
                ]
            )
            #expect(try await bed.podimport("subscription", "set", "1", "url=").status == 0)
            let again = try await bed.podimport("subscription", "set", "1", "url=")
            #expect(again.status == 64)
            #expect(again.errors.contains("the feed has made no move that could be taken back"))
        }
    }

    @Test func retriesEveryFeedThatFails() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)
            _ = try await bed.podimport("subscription", "add", bed.folder.path + "/missing.xml")
            #expect(try await bed.podimport("import", "--due").status == 2)

            let retried = try await bed.podimport("subscription", "retry", "--failing", "--format", "json").objects()

            #expect(retried.map { $0.number("id") } == [2])
            #expect(try await bed.podimport("subscription", "retry").status == 64)
            #expect(try await bed.podimport("subscription", "retry", "7").status == 64)
        }
    }
}
