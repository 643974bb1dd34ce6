import FeedServer
import Foundation
import Testing

/// Web pages given instead of feeds.
struct DiscoveryTests {
    private static let page = """
        <!DOCTYPE html><html><head><title>A site</title>
        <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments.xml">
        <link rel="alternate" type="application/rss+xml" title="Posts" href="/posts.xml">
        <link rel="alternate" type="application/rss+xml" title="Show" href="/show.xml">
        </head><body>Listen!</body></html>
        """
    private static let posts = """
        <rss version="2.0"><channel><title>Posts</title><item><guid>p</guid><title>A post</title></item></channel></rss>
        """

    private static func run(
        _ test: (ProgramTestBed, ScriptedServer, String) async throws -> Void
    ) async throws {
        let server = try ScriptedServer { request in
            if request["If-None-Match"] == "\"1\"" { return ServerStep.notModified() }
            switch request.path {
            case "/", "/about": return ServerStep.response(200, ["Content-Type: text/html"], page)
            case "/posts.xml": return ServerStep.response(200, [], posts)
            case "/show.xml": return ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a"]))
            default: return ServerStep.response(404)
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in try await test(bed, server, "http://127.0.0.1:\(server.port)") }
    }

    @Test func importingAPageTakesTheFeedThatHasEnclosures() async throws {
        try await Self.run { bed, server, address in
            // When
            let output = try await bed.podimport("--feed", address + "/", "--format", "json")
            let result = try output.document()

            // Then each document was loaded once, and nobody had to be asked twice
            #expect(server.requests.map(\.path) == ["/", "/posts.xml", "/show.xml"])
            #expect(result.text("outcome") == "imported")
            #expect(result.text("feed") == address + "/")
            #expect(result.text("title") == "Show")
            #expect(result.text("redirectedTo") == address + "/show.xml")
            #expect(result.objects("warnings").contains { $0.text("kind") == "web-page" })
            let subscription = try await bed.podimport("subscription", "list", "--format", "json").document()
            #expect(subscription.text("feedURL") == address + "/show.xml")

            // And from then on the page stands for the feed
            let again = try await bed.podimport("--feed", address + "/")
            #expect(again.lines == ["Show: not modified"])
            #expect(server.requests.map(\.path) == ["/", "/posts.xml", "/show.xml", "/show.xml"])
        }
    }

    @Test func saysWhichFeedWasTaken() async throws {
        try await Self.run { bed, _, address in
            let output = try await bed.podimport("--feed", address + "/about")
            #expect(output.lines.first?.hasPrefix("Show: 1 new") == true)
            #expect(output.errors.contains("web page"))
            #expect(output.errors.contains("--list"))
        }
    }

    @Test func aSubscriptionToAPageFindsItsFeedAtItsFirstImport() async throws {
        try await Self.run { bed, server, address in
            // Given
            #expect(try await bed.podimport("subscription", "add", address + "/").status == 0)
            #expect(server.requests.isEmpty)

            // When
            let output = try await bed.podimport("import", "--due")

            // Then
            #expect(output.lines.first?.hasPrefix("Show: 1 new") == true)
            #expect(server.requests.map(\.path) == ["/", "/posts.xml", "/show.xml"])
            let subscriptions = try await bed.podimport("subscription", "list", "--format", "json").objects()
            #expect(subscriptions.map { $0.text("feedURL") } == [address + "/show.xml"])
        }
    }

    @Test func looksForTheFeedOfAPageThatFailedForWhoeverNamesItAgain() async throws {
        let server = try ScriptedServer { request in
            switch (request.path, request.connection) {
            case ("/", 1): ServerStep.response(500, ["Connection: close"]) + [.close]
            case ("/", _): ServerStep.response(200, ["Content-Type: text/html"], Self.page)
            case ("/show.xml", _): ServerStep.response(200, [], SampleFeed.rss("Show", ["a"]))
            default: ServerStep.response(404)
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let address = "http://127.0.0.1:\(server.port)/"
            #expect(try await bed.podimport("subscription", "add", address).status == 0)
            #expect(try await bed.podimport("import", "--due").status == 2)
            // It may be a feed whose server is being repaired.
            #expect(try await bed.podimport("subscription", "retry", "1").status == 0)
            #expect(try await bed.podimport("import", "--due").status == 65)

            // When
            let output = try await bed.podimport("--feed", address)

            // Then
            #expect(output.lines.first?.hasPrefix("Show: 1 new") == true)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").objects().count == 1)
        }
    }

    @Test func searchesAPageThatLeadsToNoFeedOnce() async throws {
        let server = try Self.shop()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/").status == 0)
            #expect(try await bed.podimport("import", "--due").status == 65)
            let count = server.requests.count

            let again = try await bed.podimport("--feed", "1")

            #expect(again.status == 65)
            #expect(server.requests.dropFirst(count).map(\.path) == ["/"])
        }
    }

    @Test func aPageWhoseFeedIsFollowedAddsNothing() async throws {
        try await Self.run { bed, _, address in
            #expect(try await bed.podimport("--feed", address + "/show.xml").status == 0)
            #expect(try await bed.podimport("subscription", "add", address + "/").status == 0)

            #expect(try await bed.podimport("import", "--due").status == 0)

            let episodes = try await bed.podimport("episode", "list", "--format", "json").objects()
            #expect(episodes.count == 1)
        }
    }

    @Test func aFeedThatBecomesAPageHasFailed() async throws {
        let server = try ScriptedServer { request in
            // Before the first connection ends it is a feed.
            request.connection == 1
                ? ServerStep.response(200, ["Connection: close"], SampleFeed.rss("Show", ["a"])) + [.close]
                : ServerStep.response(200, [], Self.page)
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed"
            #expect(try await bed.podimport("--feed", feed).status == 0)

            let output = try await bed.podimport("import", "--all", "--format", "json").document()

            #expect(output.text("outcome") == "failed")
            #expect(output.object("error")?.text("kind") == "html")
            #expect(server.requests.map(\.path) == ["/feed", "/feed"])
        }
    }

    @Test func triesTheUsualPathsWithoutFollowingRedirects() async throws {
        let server = try ScriptedServer { request in
            switch request.path {
            case "/": ServerStep.response(200, [], "<html><body>nothing here</body></html>")
            case "/podcast.xml", "/feed.xml": ServerStep.redirect(302, to: "/")
            case "/rss.xml": ServerStep.response(200, [], SampleFeed.rss("Show", ["a"]))
            default: ServerStep.response(404)
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/")

            #expect(output.lines.first?.hasPrefix("Show: 1 new") == true)
            #expect(server.requests.filter { $0.path == "/" }.count == 1)
        }
    }

    /// What generators of static sites leave where something was before.
    @Test(arguments: [
        ("<meta http-equiv=\"refresh\" content=\"0; url=/new/\">", ["/", "/new/", "/show.xml"]),
        ("<link rel=\"canonical\" href=\"/new/\">", ["/", "/new/", "/show.xml"]),
        ("<meta http-equiv=\"refresh\" content=\"0; url=/show.xml\">", ["/", "/show.xml"]),
        (
            "<noscript><meta http-equiv=\"refresh\" content=\"0; url=/plain/\"></noscript><link rel=canonical href=/new/>",
            ["/", "/plain/", "/new/", "/show.xml"]
        ),
        (
            "<meta http-equiv=\"refresh\" content=\"0; url=/gone/\"><link rel=canonical href=/new/>",
            ["/", "/gone/", "/new/", "/show.xml"]
        ),
        (
            "<meta http-equiv=\"refresh\" content=\"0; url=/new/\"><link rel=canonical href=/new/>",
            ["/", "/new/", "/show.xml"]
        ),
    ])
    func goesWhereAPageSendsItsReaders(head: String, requests: [String]) async throws {
        let server = try ScriptedServer { request in
            switch request.path {
            case "/": ServerStep.response(200, [], "<html><head>\(head)</head><body>Moved</body></html>")
            case "/new/": ServerStep.response(200, [], "<html><link rel=alternate type=text/xml href=/show.xml></html>")
            case "/plain/": ServerStep.response(200, [], "<html><body>Please turn scripts on</body></html>")
            case "/show.xml": ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a"]))
            default: ServerStep.response(404)
            }
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let address = "http://127.0.0.1:\(server.port)"
            let output = try await bed.podimport("--feed", address + "/", "--format", "json").document()

            // Each address is asked once
            #expect(output.text("outcome") == "imported")
            #expect(output.text("redirectedTo") == address + "/show.xml")
            #expect(server.requests.map(\.path) == requests)
        }
    }

    @Test func aPageWithoutAnyFeedIsNotAFeed() async throws {
        let server = try Self.shop()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/")
            #expect(output.status == 65)
            #expect(output.errors.contains("web page titled \"Shop\""))
        }
    }

    /// A site without any feed.
    private static func shop() throws -> ScriptedServer {
        let server = try ScriptedServer { request in
            request.path == "/"
                ? ServerStep.response(200, [], "<html><title>Shop</title></html>") : ServerStep.response(404)
        }
        server.start()
        return server
    }

    @Test func listsTheFeedsOfAPageAndFollowsNone() async throws {
        try await Self.run { bed, server, address in
            let feeds = try await bed.podimport("subscription", "add", "--list", address + "/", "--format", "json")
                .objects()
            let text = try await bed.podimport("subscription", "add", "--list", address + "/show.xml")

            #expect(
                feeds.map { $0.text("feedURL") } == ["/posts.xml", "/show.xml", "/comments.xml"].map { address + $0 }
            )
            #expect(feeds.map { $0.text("foundAs") } == ["link", "link", "link"])
            #expect(feeds.map { $0.text("title") } == ["Posts", "Show", "Comments"])
            #expect(text.text.contains("itself"))
            #expect(!FileManager.default.fileExists(atPath: bed.store))
            #expect(server.requests.map(\.path) == ["/", "/show.xml"])
        }
    }

    @Test func aPageMayNotSendThePasswordElsewhere() async throws {
        let other = try ScriptedServer { _ in ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
        other.start()
        defer { other.stop() }
        let link = "<link rel=alternate type=text/xml href=http://127.0.0.1:\(other.port)/feed>"
        let server = try ScriptedServer { _ in ServerStep.response(200, [], "<html>\(link)</html>") }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let entry = "machine 127.0.0.1:\(server.port) login anna password pw allow-http"
            let file = try bed.write(entry, to: "credentials")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

            // When
            let output = try await bed.podimport(
                setting: ["PODIMPORT_CREDENTIALS_FILE=\(file)"],
                "--feed",
                "http://127.0.0.1:\(server.port)/"
            )

            // Then
            #expect(output.lines.first?.hasPrefix("Show: 1 new") == true)
            #expect(server.requests.map { $0["Authorization"] } == ["Basic YW5uYTpwdw=="])
            #expect(other.requests.map { $0["Authorization"] } == [nil])
        }
    }
}
