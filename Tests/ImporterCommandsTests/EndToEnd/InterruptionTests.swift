import FeedServer
import Testing

/// SIGINT in the middle of an import.
struct InterruptionTests {
    @Test func finishesWhatIsBeingWrittenAndSaysWhatIsLeft() async throws {
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
            let program = try bed.start(feeds)
            var imported: Set<String> = []
            for await line in program.lines {
                imported.insert(line)
                if imported.count == 3 { break }
            }

            // When
            program.interrupt()
            let status = await program.status()

            // Then
            #expect(status == 1)
            #expect(imported == Set((0..<3).map { "Show /\($0): 2 new, 2 episodes in the store" }))
            let errors = try program.errorText()
            #expect(errors.contains(" not begun"))
            #expect(try await bed.podimport("store", "check").status == 0)
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("podcasts") == 3)
            #expect(statistics.number("episodes") == 6)
            #expect(statistics.number("failingSubscriptions") == 0)
        }
    }
}
