import FeedServer
import Foundation
import Testing

/// What is secret about a feed is told to nobody (http polling A6 64).
struct SecretsTests {
    /// Stands in the path and the query of addresses.
    private static let token = "CANARYtoken7f3a"
    /// Stands in userinfo.
    private static let password = "CANARYpassword91c2"

    private static func server() throws -> ScriptedServer {
        let server = try ScriptedServer { request in
            if request.path.contains("/redirect") { return ServerStep.redirect(302, to: "/ok/\(token)?sig=\(token)") }
            if request.path.contains("/ok") { return ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
            if request.path.contains("/untitled") {
                return ServerStep.response(
                    200,
                    [],
                    "<rss version=\"2.0\"><channel><item><guid>x</guid></item></channel></rss>"
                )
            }
            if request.path.contains("/html") {
                return ServerStep.response(200, [], "<html><title>Log in</title></html>")
            }
            if request.path.contains("/loop") { return ServerStep.redirect(302, to: request.path) }
            if request.path.contains("/away") { return ServerStep.redirect(302, to: "ftp://127.0.0.1/\(token)") }
            if request.path.contains("/short") {
                return [.send(ServerStep.head(200, ["Content-Length: 100"]) + Array("<rss>".utf8)), .close]
            }
            return ServerStep.response(404, [], "no \(request.path)")
        }
        server.start()
        return server
    }

    @Test(arguments: ["ok", "redirect", "untitled", "html", "loop", "away", "short", "missing"])
    func noLogAndNoErrorHoldsATokenOfAnAddress(kind: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/\(kind)/\(Self.token)/feed?key=\(Self.token)"

            // When everything is done with it that can be, as loudly as can be
            let first = try await bed.podimport("--feed", feed, "--log-level", "trace")
            #expect(try await bed.podimport("subscription", "add", feed).status == 0)
            let later = try await bed.podimport("import", "--all", "--force", "--log-level", "trace")
            let inspected = try await bed.podimport("feed", "inspect", feed, "--log-level", "trace")
            let failed = try await bed.podimport(feed)
            let unknown = try await bed.podimport("subscription", "show", feed + "x")
            let wrong = try await bed.podimport("--feed", "ftp://127.0.0.1/\(Self.token)")
            let listed = try await bed.podimport("subscription", "add", "--list", feed + "/missing")

            // Then
            for output in [first, later, inspected, failed, unknown, wrong, listed] {
                #expect(!output.errors.contains(Self.token))
            }
            for output in [first, later, inspected, failed, unknown, wrong] {
                #expect(!output.text.contains(Self.token))
            }
            #expect(first.errors.contains("127.0.0.1:\(server.port)/…"))
        }
    }

    @Test func theHistoryOfAFeedHoldsNoToken() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a feed that redirects to a signed address, and one that fails
            let address = "http://127.0.0.1:\(server.port)"
            _ = try await bed.podimport("--feed", "\(address)/redirect/\(Self.token)")
            _ = try await bed.podimport("subscription", "add", "\(address)/missing/\(Self.token)")
            _ = try await bed.podimport("import", "--all", "--force")

            // Then
            let columns = ["redirects", "errorMessage", "sent", "received"].map { "coalesce(\($0), '')" }
            let texts = try bed.texts("SELECT \(columns.joined(separator: " || ' ' || ")) FROM fetch")
            #expect(texts.count == 3)
            #expect(texts.allSatisfy { !$0.contains(Self.token) })
            #expect(texts.contains { $0.contains("\(address)/…") })
            let errors = try bed.texts("SELECT lastErrorMessage FROM subscription WHERE lastErrorMessage IS NOT NULL")
            #expect(errors.count == 1)
            #expect(errors.allSatisfy { !$0.contains(Self.token) })
        }
    }

    @Test func noOutputOfAnyCommandHoldsAPassword() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://anna:\(Self.password)@127.0.0.1:\(server.port)/ok"
            let invalid = "http://anna:\(Self.password)@exa mple/feed"
            let unescaped = "http://anna:\(Self.password)#x@127.0.0.1:\(server.port)/ok"
            let commands = [
                ["--feed", feed, "--log-level", "trace"], ["--feed", feed, "--format", "json"], ["--feed", invalid],
                ["--feed", invalid, "--format", "json"], ["--feed", unescaped], ["subscription", "add", unescaped],
                ["subscription", "add", feed, invalid],
                ["subscription", "add", feed, invalid, "--format", "json"],
                ["import", "--all", "--log-level", "trace"],
                ["import", "--all", "--force", "--format", "json"], ["subscription", "list"],
                ["subscription", "list", "--format", "json"], ["subscription", "show", feed],
                ["subscription", "show", "1", "--format", "json"], ["feed", "inspect", feed], ["episode", "list"],
                ["episode", "list", "--feed", feed], ["subscription", "show", invalid], ["store", "check"],
                ["store", "stats"], ["subscription", "add", "--list", feed], [feed],
                ["subscription", "remove", feed], ["subscription", "remove", invalid],
            ]
            for command in commands {
                let output = try await bed.podimport(command)
                #expect(!output.text.contains(Self.password), "\(command)")
                #expect(!output.errors.contains(Self.password), "\(command)")
            }
            // Without TLS it was not sent either, and stays where it belongs.
            #expect(server.requests.isEmpty)
            #expect(try bed.texts("SELECT password FROM feedCredential") == [Self.password])
        }
    }

    @Test func aPasswordOfTheCredentialsFileIsSentButNotStored() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given
            let file = try bed.write("machine 127.0.0.1 login anna password \(Self.password) allow-http", to: "secrets")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            let setting = ["PODIMPORT_CREDENTIALS_FILE=\(file)"]
            let feed = "http://127.0.0.1:\(server.port)/ok"

            // When
            let first = try await bed.podimport(setting: setting, "--feed", feed, "--log-level", "trace")
            let second = try await bed.podimport(setting: setting, "import", "--all", "--format", "json")

            // Then
            #expect(first.status == 0)
            #expect(second.status == 0)
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0["Authorization"]?.hasPrefix("Basic ") == true })
            #expect(try bed.texts("SELECT password FROM feedCredential").isEmpty)
            #expect(!(first.text + first.errors + second.text + second.errors).contains(Self.password))

            // And a file that others may read is refused, by its name alone
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let refused = try await bed.podimport(setting: setting, "import", "--all")
            #expect(refused.status == 78)
            #expect(refused.errors.contains("chmod 600 \(file)"))
        }
    }
}
