import FeedServer
import Testing

/// A show that is named by its old address, which leads to the new one for good, and by that.
struct NewAddressTests {
    private static func startServer() throws -> ScriptedServer {
        let server = try ScriptedServer { request in
            request.path == "/old.xml"
                ? ServerStep.redirect(301, to: "/new.xml")
                : ServerStep.response(200, [], SampleFeed.rss("Show", ["a", "b"]))
        }
        server.start()
        return server
    }

    @Test(arguments: [["old.xml", "new.xml"], ["new.xml", "old.xml"]])
    func isThereOnce(names: [String]) async throws {
        let server = try Self.startServer()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let addresses = names.map { "http://127.0.0.1:\(server.port)/\($0)" }
            #expect(try await bed.podimport("--feed", addresses[0]).status == 0)

            // When
            let second = try await bed.podimport("--feed", addresses[1])

            // Then
            #expect(second.status == 0)
            #expect(second.errors.contains("subscription 1"), "\(second.errors)")
            #expect(try await bed.podimport("subscription", "show", "2").status != 0)
            let shown = try await bed.podimport("subscription", "show", "1", "--format", "json").document()
            #expect(shown.text("feedURL")?.hasSuffix("/new.xml") == true)
            #expect(shown.number("episodes") == 2)
        }
    }

    @Test func isThereOnceWhereTheNewAddressWasAdded() async throws {
        let server = try Self.startServer()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a subscription to each of the two
            let (old, new) = ("http://127.0.0.1:\(server.port)/old.xml", "http://127.0.0.1:\(server.port)/new.xml")
            #expect(try await bed.podimport("--feed", old).status == 0)
            #expect(try await bed.podimport("subscription", "add", new).status == 0)

            // When
            let imported = try await bed.podimport("import", "--due")

            // Then one is asked in the place of both
            #expect(imported.status == 0 && imported.errors.contains("subscription 1"), "\(imported.errors)")
            let kept = try await bed.podimport("subscription", "show", "1", "--format", "json").document()
            #expect(kept.text("feedURL") == new && kept.isNull("duplicateOf"))
            let added = try await bed.podimport("subscription", "show", "2", "--format", "json").document()
            #expect(added.text("feedURL") == old && added.number("duplicateOf") == 1)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }
}
