import FeedServer
import Testing

/// `podimport episode chapters`: a file is loaded when somebody asks for it, and stands before what is in the feed.
struct EpisodeChaptersTests {
    private static let file = """
        {"version":"1.2.0","chapters":[{"startTime":"90.5","title":"Knots","url":"https://a.example/k"},
        {"startTime":0,"title":"Cover","toc":false,"endTime":9,"location":{"name":"Here","geo":"geo:1,2"}}]}
        """
    private static let inline = """
        <psc:chapters><psc:chapter start="00:01:00" title="In the feed" href="https://a.example/f"/></psc:chapters>
        """

    private static func rss(_ contents: String) -> String {
        """
        <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
          xmlns:psc="http://podlove.org/simple-chapters"><channel><title>Show</title>
        <item><title>One</title><guid isPermaLink="false">1</guid>\(contents)
        <enclosure url="https://media.example/1.mp3" length="1" type="audio/mpeg"/></item></channel></rss>
        """
    }

    private static func tag(_ url: String, type: String = "application/json+chapters") -> String {
        "<podcast:chapters url=\"\(url)\" type=\"\(type)\"/>"
    }

    /// Runs a test on a feed of a server that has a file of chapters beside it.
    private static func run(
        _ contents: String,
        file: @escaping ScriptedServer.Script,
        _ test: (ProgramTestBed, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer { request in
            request.path == "/feed.xml" ? ServerStep.response(200, [], rss(contents)) : file(request)
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed.xml"
            #expect(try await bed.podimport("--feed", feed).status == 0)
            try await test(bed, server)
        }
    }

    @Test func showsTheChaptersOfTheFile() async throws {
        try await Self.run(
            Self.tag("/1.json") + Self.inline,
            file: { _ in ServerStep.response(200, ["Cache-Control: max-age=3600"], Self.file) },
            { bed, server in
                // When
                let text = try await bed.podimport("episode", "chapters", "1")
                let json = try await bed.podimport("episode", "chapters", "1", "--format", "json")
                let offline = try await bed.podimport("episode", "chapters", "1", "--offline", "--format", "json")

                // Then
                #expect(text.status == 0 && text.errors.isEmpty)
                #expect(
                    text.lines.map { $0.split(separator: " ") } == [
                        ["Start", "Title", "Link"], ["0:00", "Cover"], ["1:30", "Knots", "https://a.example/k"],
                    ]
                )
                let document = try json.document()
                #expect(
                    document.names == [
                        "id", "chaptersURL", "chaptersType", "source", "fetchedAt", "problem", "chapters",
                    ]
                )
                #expect(document.number("id") == 1)
                #expect(document.text("chaptersURL") == "http://127.0.0.1:\(server.port)/1.json")
                #expect(document.text("chaptersType") == "application/json+chapters")
                #expect(document.text("source") == "file")
                #expect(document.text("fetchedAt") != nil && document.isNull("problem"))
                let chapters = document.objects("chapters")
                #expect(chapters.map { $0.text("title") } == ["Cover", "Knots"])
                #expect(chapters.first?.flag("isListed") == false && chapters.first?.number("endSeconds") == 9)
                #expect(chapters.first?.object("location")?.text("geo") == "geo:1,2")
                #expect(chapters.last?.isNull("endSeconds") == true)

                // And what is kept is fresh
                #expect(offline.text == json.text && offline.errors.isEmpty)
                #expect(server.requests.map(\.path) == ["/feed.xml", "/1.json"])
                let refreshed = try await bed.podimport("episode", "chapters", "1", "--refresh")
                #expect(refreshed.text == text.text)
                #expect(server.requests.count == 3)
            }
        )
    }

    @Test func showsTheChaptersOfTheFileForADocumentFromStandardInput() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(200, [], Self.file) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let document = Self.rss(Self.tag("http://127.0.0.1:\(server.port)/1.json"))
            #expect(try await bed.podimport("--feed", "-", input: Array(document.utf8)).status == 0)

            // When
            let output = try await bed.podimport(
                setting: ["PODIMPORT_ALLOW_PRIVATE_NETWORKS=true"],
                "episode",
                "chapters",
                "1"
            )

            // Then
            #expect(output.status == 0 && output.errors.isEmpty, "\(output.errors)")
            #expect(output.lines.last?.contains("Knots") == true)
        }
    }

    @Test func showsThoseOfTheFeedWhenTheFileCannotBeHad() async throws {
        try await Self.run(
            Self.tag("/1.json") + Self.inline,
            file: { _ in ServerStep.response(404) },
            { bed, _ in
                let output = try await bed.podimport("episode", "chapters", "1", "--format", "json")

                #expect(output.status == 0)
                #expect(output.errors.contains("404") && output.errors.contains("the chapters in the feed"))
                let document = try output.document()
                #expect(document.text("source") == "feed" && document.isNull("fetchedAt"))
                #expect(document.text("problem")?.contains("404") == true)
                #expect(document.objects("chapters").map { $0.text("title") } == ["In the feed"])
            }
        )
    }

    @Test func endsWith2WhenTheFileCannotBeHadAndTheFeedHasNone() async throws {
        try await Self.run(
            Self.tag("/1.json"),
            file: { _ in ServerStep.response(404) },
            { bed, server in
                // When nobody may be asked, the load fails, and is not tried again at once
                let offline = try await bed.podimport("episode", "chapters", "1", "--offline")
                #expect(server.requests.count == 1)
                let failed = try await bed.podimport("episode", "chapters", "1")
                let again = try await bed.podimport("episode", "chapters", "1", "--format", "json")

                // Then
                #expect(offline.status == 0 && offline.lines.isEmpty)
                #expect(offline.errors.contains("never loaded"))
                for output in [failed, again] {
                    #expect(output.status == 2 && output.text.isEmpty)
                    #expect(output.errors.contains("404"), "\(output.errors)")
                }
                #expect(server.requests.count == 2)
            }
        )
    }

    @Test func loadsNoFileOfAnotherFormat() async throws {
        try await Self.run(
            Self.tag("/1.vtt", type: "text/vtt") + Self.inline,
            file: { _ in ServerStep.response(200, [], "WEBVTT") },
            { bed, server in
                let output = try await bed.podimport("episode", "chapters", "1")

                #expect(output.status == 0)
                #expect(output.lines.last?.contains("In the feed") == true)
                #expect(output.errors.contains("text/vtt"))
                #expect(server.requests.count == 1)
            }
        )
    }

    /// What a feed names does not lead into the network here.
    @Test func loadsNoFileFromAPrivateAddressThatTheFeedNames() async throws {
        let server = try ScriptedServer { _ in ServerStep.response(200, [], Self.file) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = Self.rss(Self.tag("http://127.0.0.1:\(server.port)/1.json") + Self.inline)
            #expect(try await bed.podimport("--feed", try bed.write(feed)).status == 0)

            let output = try await bed.podimport("episode", "chapters", "1")

            #expect(output.status == 0)
            #expect(output.lines.last?.contains("In the feed") == true)
            #expect(output.errors.contains("is not public"))
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: ["text", "json"])
    func anEpisodeWithoutChaptersIsNoFailure(format: String) async throws {
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("--feed", try bed.write(Self.rss(""))).status == 0)

            let output = try await bed.podimport("episode", "chapters", "1", "--format", format)
            let quiet = try await bed.podimport("episode", "chapters", "1", "--quiet")

            #expect(output.status == 0 && quiet.status == 0)
            #expect(quiet.text.isEmpty && quiet.errors.isEmpty)
            if format == "text" {
                #expect(output.text.isEmpty)
                #expect(output.errors.contains("Episode 1 has no chapters"))
            } else {
                let document = try output.document()
                #expect(output.text.contains("\"chapters\":[]"))
                #expect(document.isNull("source") && document.isNull("chaptersURL"))
            }
        }
    }

    @Test(arguments: [["7"], ["1", "--refresh", "--offline"]])
    func endsWith64ForWhatCannotBeAsked(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            #expect(try await bed.podimport("--feed", try bed.write(Self.rss(""))).status == 0)

            let output = try await bed.podimport(["episode", "chapters"] + arguments)

            #expect(output.status == 64)
            #expect(!output.errors.isEmpty)
        }
    }
}
