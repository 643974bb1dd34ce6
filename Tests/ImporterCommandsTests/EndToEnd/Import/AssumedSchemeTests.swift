import FeedServer
import Foundation
import GRDB
import Testing

/// Addresses in which nobody wrote http or https, of servers without TLS.
struct AssumedSchemeTests {
    private static func run(_ test: (ProgramTestBed, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer(refusesTLS: true) { request in
            ServerStep.response(
                200,
                ["Content-Type: application/rss+xml"],
                SampleFeed.rss("Show \(request.path)", ["a"])
            )
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in try await test(bed, server) }
    }

    private static func addresses(_ bed: ProgramTestBed) async throws -> Set<String> {
        let subscriptions = try await bed.podimport("subscription", "list", "--format", "json").objects()
        return Set(subscriptions.compactMap { $0.text("feedURL") })
    }

    @Test func aFeedThatIsFollowedIsAskedOverHTTPToo() async throws {
        try await Self.run { bed, server in
            // Given feeds of a list and of the command line
            let host = "127.0.0.1:\(server.port)"
            let list = """
                <opml version="2.0"><body>
                <outline text="B" xmlUrl="itpc://\(host)/b"/><outline text="C" xmlUrl="\(host)/c"/>
                </body></opml>
                """
            let path = try bed.write(list, to: "list.opml")
            #expect(try await bed.podimport("subscription", "add", "feed://\(host)/a").status == 0)
            #expect(try await bed.podimport("opml", "import", "--allow-local", path).status == 0)
            #expect(try await Self.addresses(bed) == Set(["a", "b", "c"].map { "https://\(host)/\($0)" }))

            // When
            let output = try await bed.podimport("import", "--due")

            // Then they have the address that has answered
            #expect(output.status == 0)
            #expect(Set(output.lines) == Set(["a", "b", "c"].map { "Show /\($0): 1 new, 1 episode in the store" }))
            #expect(output.errors.contains("https does not answer; it was asked over http"))
            #expect(try await Self.addresses(bed) == Set(["a", "b", "c"].map { "http://\(host)/\($0)" }))
            // And have never been anywhere else: they may still move to https.
            let store = try DatabaseQueue(path: bed.store)
            #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM feedURLHistory") } == 0)
        }
    }

    @Test func whatHasAnsweredByHandIsAskedThereFromThenOn() async throws {
        try await Self.run { bed, server in
            // Given a feed that was followed under an address that has never answered
            let host = "127.0.0.1:\(server.port)"
            _ = try await bed.podimport("subscription", "add", "https://\(host)/a")
            #expect(try await bed.podimport("import", "--all").status == 2)
            #expect(server.requests.isEmpty)

            // When somebody imports it who does not say by which scheme
            let output = try await bed.podimport("--feed", "feed://\(host)/a")

            // Then
            #expect(output.lines == ["Show /a: 1 new, 1 episode in the store"])
            #expect(try await Self.addresses(bed) == ["http://\(host)/a"])
            #expect(try await bed.podimport("import", "--all").status == 0)
        }
    }

    @Test func whatSomebodyWritesHttpsForIsAskedNoOtherWay() async throws {
        try await Self.run { bed, server in
            // Given feeds that were followed under an address without a scheme
            let host = "127.0.0.1:\(server.port)"
            _ = try await bed.podimport("subscription", "add", "feed://\(host)/a", "feed://\(host)/b")

            // When somebody writes https for them
            #expect(try await bed.podimport("--feed", "https://\(host)/b").status == 2)
            _ = try await bed.podimport("subscription", "add", "https://\(host)/a")
            #expect(try await bed.podimport("import", "--feed", "https://\(host)/a").status == 2)

            // Then
            #expect(server.requests.isEmpty)
            #expect(try await Self.addresses(bed) == ["https://\(host)/a", "https://\(host)/b"])
        }
    }

    @Test func noPasswordGoesOverHTTPAndTheFailureIsThatOfHttps() async throws {
        try await Self.run { bed, server in
            // Given passwords for a server that has no TLS
            let host = "127.0.0.1:\(server.port)"
            let file = try bed.write("machine 127.0.0.1 login anna password geheim\n", to: "secrets")
            #expect(chmod(file, 0o600) == 0)
            _ = try await bed.podimport("subscription", "add", "feed://\(host)/a")

            // When
            let due = try await bed.podimport(setting: ["PODIMPORT_CREDENTIALS_FILE=\(file)"], "import", "--due")
            let named = try await bed.podimport("--feed", "anna:geheim@\(host)/b")

            // Then
            #expect(due.status == 2 && named.status == 2)
            #expect(!due.errors.contains("allow-insecure") && !named.errors.contains("allow-insecure"))
            #expect(server.requests.isEmpty)
            let states = try await bed.podimport("subscription", "list", "--format", "json").objects()
            #expect(states.compactMap { $0.text("state") } == ["active"])
        }
    }

    @Test func aFeedThatWasSentElsewhereIsNotAskedWhereItWas() async throws {
        try await Self.run { bed, server in
            // Given a feed with a password that has moved to another port
            let (old, new) = ("127.0.0.1:\(server.port)", "localhost:\(server.port)")
            _ = try await bed.podimport("subscription", "add", "http://\(old)/a")
            _ = try await bed.podimport("subscription", "set", "1", "url=https://\(new)/a")
            _ = try await bed.podimport(
                "subscription",
                "set",
                "1",
                "credentials=anna:geheim",
                "allow-insecure-credentials=true"
            )

            // When it is named by where it was
            let output = try await bed.podimport("--feed", "\(old)/a")

            // Then
            #expect(output.status == 2)
            #expect(server.requests.isEmpty)
            #expect(try await Self.addresses(bed) == ["https://\(new)/a"])
        }
    }
}
