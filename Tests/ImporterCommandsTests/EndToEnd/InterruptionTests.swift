import FeedServer
import Testing

/// SIGINT in the middle of an import.
struct InterruptionTests {
    @Test(arguments: [["--format", "json"], ["--quiet"], []])
    func finishesWhatIsBeingWrittenAndSaysWhatIsLeft(options: [String]) async throws {
        // Given a server that answers for three feeds and lets the others wait
        let server = try ScriptedServer { request in
            guard let answered = ["/0", "/1", "/2"].first(where: { $0 == request.path }) else {
                return [.waitForClient]
            }
            return ServerStep.response(
                200,
                ["Content-Type: application/rss+xml"],
                SampleFeed.rss("Show \(answered)", ["a", "b"])
            )
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feeds = (0..<200).flatMap { ["--feed", "http://127.0.0.1:\(server.port)/\($0)"] }
            let program = try bed.start(feeds + options)
            var imported: Set<String> = []
            if options == ["--quiet"] {
                // It says nothing; the store does.
                while try await bed.podimport("episode", "list", "--format", "json").lines.count < 6 {}
            } else {
                for await line in program.lines {
                    imported.insert(line)
                    if imported.count == 3 { break }
                }
            }

            // When
            program.interrupt()
            let status = await program.status()

            // Then
            #expect(status == 1)
            let errors = try program.errorText()
            let stopped = "podimport: the import was stopped before its end; not imported: "
            switch options.first {
            case nil:
                #expect(imported == Set((0..<3).map { "Show /\($0): 2 new, 2 episodes in the store" }))
                #expect(errors.contains(" not begun"))
            case "--format":
                // Whatever was given up in the midst of it has an object of its own.
                for await line in program.lines { imported.insert(line) }
                #expect(try imported.filter { try JSONObject($0).text("outcome") == "imported" }.count == 3)
                #expect(errors.split(separator: "\n").contains { $0 == "\(stopped)\(200 - imported.count) feeds" })
            default:
                #expect(errors.contains(stopped))
            }
            #expect(try await bed.podimport("store", "check").status == 0)
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("podcasts") == 3)
            #expect(statistics.number("episodes") == 6)
            #expect(statistics.number("failingSubscriptions") == 0)
        }
    }
}
