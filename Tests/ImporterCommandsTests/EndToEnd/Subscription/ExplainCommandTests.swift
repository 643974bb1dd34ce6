import FeedServer
import Foundation
import Testing

/// The command `subscription explain`.
struct ExplainCommandTests {
    private static let names: Set<String> = [
        "id", "feedURL", "title", "state", "nextDueAt", "reasons", "lastAttemptAt", "lastSuccessAt", "failures",
        "failingSince", "lastError", "validators", "host", "pendingMove", "documentIsCut", "guidsAreUnreliable",
        "pendingPage", "lostPage", "fetches", "matches",
    ]

    @Test func saysWhyAFeedIsAskedWhenItIsAndWhatHappenedWhenItWas() async throws {
        // Given a feed that was asked twice
        let server = try ScriptedServer { request in
            let headers = ["ETag: \"1\"", "Cache-Control: max-age=18000"]
            if request["If-None-Match"] == "\"1\"" { return ServerStep.notModified(headers) }
            return ServerStep.response(200, headers, SampleFeed.rss("Show", ["a"]))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed.xml"
            for _ in 0..<2 { #expect(try await bed.podimport("--feed", feed).status == 0) }

            // When
            let json = try await bed.podimport("subscription", "explain", feed, "--format", "json").document()
            let text = try await bed.podimport("subscription", "explain", "1")

            // Then
            #expect(json.names == Self.names)
            #expect(json.number("id") == 1)
            #expect(json.text("feedURL") == feed)
            #expect(json.text("state") == "active")
            let reasons = json.objects("reasons")
            #expect(reasons.allSatisfy { $0.names == ["rule", "detail", "notBefore"] })
            #expect(reasons.last?.text("rule") == "max-age")
            #expect(reasons.last?.text("detail")?.contains("5 h") == true)
            let notBefore = try #require(reasons.last?.text("notBefore"))
            #expect(try #require(json.text("nextDueAt")) >= notBefore)
            #expect(json.object("validators")?.text("etag") == "\"1\"")
            #expect(json.object("host")?.text("name") == "127.0.0.1")
            #expect(json.object("host")?.isNull("pausedUntil") == true)
            #expect(json.isNull("pendingMove"))
            let fetches = json.objects("fetches")
            #expect(fetches.map { $0.number("status") } == [304, 200])
            #expect(fetches.map { $0.text("outcome") } == ["unchanged", "imported"])
            #expect(fetches.first?.object("sent")?.text("If-None-Match") == "\"1\"")
            #expect(fetches.last?.object("sent")?.names.isEmpty == true)
            #expect(fetches.last?.object("received")?.text("Cache-Control") == "max-age=18000")

            #expect(text.status == 0)
            #expect(text.lines.first == "Show")
            #expect(text.lines.contains { $0.contains("Validators") && $0.contains("ETag \"1\"") })
            #expect(text.lines.contains { $0.hasPrefix("max-age") && $0.contains("5 h") })
            #expect(text.lines.contains { $0.contains("unchanged") && $0.contains("304") })

            // And what the server has said holds no longer where somebody asks for the feed
            _ = try await bed.podimport("subscription", "retry", "1")
            let retried = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            #expect(retried.objects("reasons").map { $0.text("rule") } == ["retry"])
        }
    }

    /// A page that stands between is no other feed to look for.
    @Test func saysWhereAFeedThatFailsWasRedirectedTo() async throws {
        let server = try ScriptedServer { request in
            switch (request.path, request.connection) {
            case ("/feed", 1):
                return ServerStep.response(200, ["Connection: close"], SampleFeed.rss("Show", ["a"])) + [.close]
            case ("/feed", _):
                return ServerStep.response(302, ["Location: /login?key=secret", "Connection: close"]) + [.close]
            default:
                let page = "<!doctype html><html><head><title>Log in</title></head></html>"
                return ServerStep.response(200, ["Content-Type: text/html", "Connection: close"], page) + [.close]
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed"
            for _ in 0..<2 { _ = try await bed.podimport("--feed", feed) }

            let text = try await bed.podimport("subscription", "explain", "1").lines.joined(separator: " ")

            #expect(text.contains("redirected to http://127.0.0.1:\(server.port)/…; "), "\(text)")
            #expect(text.contains("the server may want a log-in"), "\(text)")
            #expect(!text.contains("look for the feed's own address") && !text.contains("secret"))
        }
    }

    @Test func saysWhatIsWrongWithAFeedThatFails() async throws {
        // Given a feed that is gone the second time
        let server = try ScriptedServer { request in
            guard request.connection == 1 else { return ServerStep.response(410) + [.close] }
            return ServerStep.response(200, ["Connection: close"], SampleFeed.rss("Show", ["a"])) + [.close]
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed.xml"
            for _ in 0..<2 { _ = try await bed.podimport("--feed", feed) }

            // When
            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            let failing = try await bed.podimport("subscription", "list", "--failing", "--format", "json").objects()

            // Then it is not believed yet, but listed
            #expect(json.text("state") == "active")
            #expect(json.objects("reasons").last?.text("rule") == "gone")
            #expect(json.number("failures") == 1)
            #expect(json.isNull("validators"))
            #expect(json.objects("fetches").first?.object("error")?.text("kind") == "gone")
            #expect(failing.compactMap { $0.number("id") } == [1])
        }
    }

    @Test func saysWhichRhythmItHasLearnedAndWhatItExpectsNext() async throws {
        // Given a feed with an episode a week, the newest of three days ago, and nothing that asks for patience
        let newest = Int(Date().timeIntervalSince1970) / 3600 * 3600 - 3 * 86_400
        let items = (0..<12).map { week in
            let date = Date(timeIntervalSince1970: Double(newest - week * 7 * 86_400))
            return """
                <item><title>\(week)</title><guid isPermaLink="false">\(week)</guid>
                <pubDate>\(date.formatted(.iso8601))</pubDate>
                <enclosure url="https://media.example/\(week).mp3" length="1" type="audio/mpeg"/></item>
                """
        }
        let document = SampleFeed.rss("Weekly", []).replacingOccurrences(
            of: "</channel>",
            with: items.joined(separator: "\n") + "</channel>"
        )
        let server = try ScriptedServer { _ in ServerStep.response(200, ["ETag: \"1\""], document) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/feed.xml")

            // When
            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            let text = try await bed.podimport("subscription", "explain", "1")

            // Then
            let rhythm = try #require(json.objects("reasons").last)
            let next = Date(timeIntervalSince1970: Double(newest + 7 * 86_400)).formatted(.iso8601)
            let expected = "\(next.prefix(10)) \(next.dropFirst(11).prefix(5)) UTC"
            #expect(rhythm.text("rule") == "rhythm")
            let detail = try #require(rhythm.text("detail"))
            #expect(detail.contains("one every 7 d"), "\(detail)")
            #expect(detail.contains("the next is expected \(expected)"), "\(detail)")
            #expect(text.lines.contains { $0.hasPrefix("rhythm") && $0.contains("episodes come on ") }, "\(text.text)")

            // And without it there is no such reason
            try bed.write("schedule:\n  rhythm: false\n", to: "settings.yaml")
            let without = ["--config", "settings.yaml", "--format", "json"]
            _ = try await bed.podimport(["import", "--all"] + without)
            let plain = try await bed.podimport(["subscription", "explain", "1"] + without).document()
            #expect(!plain.objects("reasons").contains { $0.text("rule") == "rhythm" })
        }
    }

    @Test func saysHowManyMoreEpisodesItRecognised() async throws {
        // Given a feed with other guids the second time
        try await ProgramTestBed.run { bed in
            let guids = (0..<60).map { "g\($0)" }
            let first = SampleFeed.rss("Show", guids)
            let path = try bed.write(first)
            _ = try await bed.podimport("--feed", path)
            try bed.write(first.replacing("<guid isPermaLink=\"false\">g", with: "<guid isPermaLink=\"false\">new-g"))
            let output = try await bed.podimport("--feed", path)
            #expect(output.status == 0)

            // When
            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            let text = try await bed.podimport("subscription", "explain", "1")

            // Then
            #expect(json.objects("matches").count == 60)
            #expect(text.lines.last == "and 50 more; `--format json` has them")
        }
    }

    @Test func saysThatANewFeedHasNotBeenAskedYet() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://a.example/feed")

            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()

            #expect(json.objects("reasons").compactMap { $0.text("rule") } == ["new"])
            #expect(json.text("nextDueAt") != nil)
            #expect(json.objects("fetches").isEmpty)
            // Nobody knows yet whether its server offers validators
            let validators = try await bed.podimport("subscription", "explain", "1").lines.first {
                $0.contains("Validators")
            }
            #expect(validators?.hasSuffix("none; the next request is for the whole document") == true)
        }
    }

    @Test func endsWith64ForASubscriptionThatIsNotThere() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://a.example/feed")

            let output = try await bed.podimport("subscription", "explain", "https://b.example/")

            #expect(output.status == 64)
            #expect(output.errors.contains("there is no such subscription"))
        }
    }
}
