import FeedServer
import Testing

/// A feed that is not where it was, and what the user gets to know of where it is.
struct LostFeedTests {
    @Test func whatTheSiteLeadsToIsProposedAndCanBeTakenUp() async throws {
        // Given a feed that was well once, and whose site leads to another address now
        let server = try ScriptedServer { request in
            switch request.path {
            case "/show":
                ServerStep.response(200, ["Content-Type: text/html", "Connection: close"], Self.page) + [.close]
            case "/old.xml" where request.connection > 1: ServerStep.response(404, ["Connection: close"]) + [.close]
            default: ServerStep.response(200, ["Connection: close"], Self.feed) + [.close]
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let (old, new) = ("http://127.0.0.1:\(server.port)/old.xml", "http://127.0.0.1:\(server.port)/new.xml")
            for status in [0, 2] as [Int32] { #expect(try await bed.podimport("--feed", old).status == status) }

            // When it has not been found for a fortnight
            try await bed.execute("UPDATE subscription SET failingSince = failingSince - 14 * 86400")
            try await bed.execute("UPDATE fetch SET at = at - 14 * 86400")
            let failed = try await bed.podimport("--feed", old)
            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            let text = try await bed.podimport("subscription", "explain", "1").lines.joined(separator: " ")

            // Then
            #expect(failed.status == 2)
            #expect(failed.errors.contains("the site of the show leads to it at http://127.0.0.1"), "\(failed.errors)")
            #expect(json.text("feedURL") == old)
            #expect(json.object("pendingMove")?.text("feedURL") == new)
            #expect(json.object("pendingMove")?.text("cause") == "site")
            #expect(text.contains("the site of the show leads there"), "\(text)")
            #expect(text.contains("url=ADDRESS moves it"), "\(text)")
            #expect(json.object("pendingMove")?.isNull("followedBy") == true)

            // When that is followed by another
            let added = try await bed.podimport("subscription", "add", new)
            #expect(added.status == 0)
            let other = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            let told = try await bed.podimport("subscription", "explain", "1").lines.joined(separator: " ")

            // Then nobody is told to do what is refused
            #expect(other.object("pendingMove")?.number("followedBy") == 2)
            #expect(told.contains("subscription 2 follows it already") && !told.contains("ADDRESS"), "\(told)")
            _ = try await bed.podimport("subscription", "remove", "--purge", "2")

            // And
            #expect(try await bed.podimport("subscription", "set", "1", "url=\(new)").status == 0)
            #expect(try await bed.podimport("import", "--due").lines.first?.hasPrefix("Show: ") == true)
            let mended = try await bed.podimport("subscription", "show", "1", "--format", "json").document()
            #expect(mended.text("feedURL") == new && mended.isNull("pendingMove") && mended.isNull("lastError"))
        }
    }

    private static let feed = SampleFeed.rss("Show", ["a"]).replacing("https://show.example/<", with: "/show<")
    private static let page = """
        <!doctype html><html><head><title>The show</title>
        <link rel="alternate" type="application/rss+xml" href="/new.xml"></head><body></body></html>
        """
}
