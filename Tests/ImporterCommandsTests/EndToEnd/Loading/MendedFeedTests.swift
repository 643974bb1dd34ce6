import FeedServer
import Foundation
import Testing

/// A feed that fails is asked again at once when what it failed for is changed.
@Suite(.timeLimit(.minutes(10)))
struct MendedFeedTests {
    /// Answers with a feed: at `/feed` to Anna only, at `/open` to all, elsewhere not.
    private static let script: ScriptedServer.Script = { request in
        let isAnna = request["Authorization"] == "Basic YW5uYTpwdw=="
        switch request.path {
        case "/feed" where isAnna, "/open": return ServerStep.response(200, [], SampleFeed.rss("Show", guids))
        case "/feed": return ServerStep.response(401, ["WWW-Authenticate: Basic"])
        default: return ServerStep.response(404)
        }
    }
    private static let guids = (0..<100).map { "guid-\($0)" }
    private static let imported = "Show: 100 new, 100 episodes in the store"

    @Test(arguments: [
        ("/feed", ["allow-insecure-credentials=true"], "401", ["credentials=anna:pw"]),
        ("/feed", ["credentials=anna:pw"], "not sent without TLS", ["allow-insecure-credentials=true"]),
        ("/lost", [], "404", ["url=/open"]),
        ("/lost", [], "404", ["allow-insecure-credentials=true", "url=//anna:pw@/feed"]),
    ])
    func isDueAtOnce(path: String, first: [String], failure: String, mend: [String]) async throws {
        let server = try ScriptedServer(script: Self.script)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a feed that fails, and is not due for long
            let host = "127.0.0.1:\(server.port)"
            _ = try await bed.podimport("subscription", "add", "http://\(host)\(path)")
            if !first.isEmpty { _ = try await bed.podimport(["subscription", "set", "1"] + first) }
            let failed = try await bed.podimport("import", "--due")
            #expect(failed.status == 2)
            #expect(failed.errors.contains(failure), "\(failed.errors)")
            #expect(try await bed.podimport("import", "--due").lines.isEmpty)

            // When
            let assignments = mend.map {
                $0.replacingOccurrences(of: "=//anna:pw@", with: "=http://anna:pw@\(host)")
                    .replacingOccurrences(of: "=/", with: "=http://\(host)/")
            }
            #expect(try await bed.podimport(["subscription", "set", "1"] + assignments).status == 0)

            // Then
            #expect(try await bed.podimport("import", "--due").lines.first?.hasPrefix(Self.imported) == true)
        }
    }

    @Test func anIntervalOrTheSameValueAgainMakesNothingDue() async throws {
        let server = try ScriptedServer(script: Self.script)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/lost")
            _ = try await bed.podimport("subscription", "set", "1", "user-agent=Reader")
            #expect(try await bed.podimport("import", "--due").status == 2)

            _ = try await bed.podimport("subscription", "set", "1", "user-agent=Reader", "interval=1h")

            #expect(try await bed.podimport("import", "--due").lines.isEmpty)
            #expect(server.requests.count == 1)
        }
    }

    @Test func isDueWhenTheCredentialsFileHasLearnedOfIt() async throws {
        let server = try ScriptedServer(script: Self.script)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a feed that was refused
            let file = try bed.writeCredentials("")
            let setting = ["PODIMPORT_CREDENTIALS_FILE=\(file)"]
            _ = try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/feed")
            #expect(try await bed.start(["import", "--due"], environment: setting).output().status == 2)

            // When its password comes into the file
            _ = try bed.writeCredentials("machine 127.0.0.1:\(server.port) login anna password pw allow-http")
            let imported = try await bed.start(["import", "--due"], environment: setting).output()

            // Then
            #expect(imported.lines.first?.hasPrefix(Self.imported) == true)
        }
    }

    @Test func saysThatThePasswordInTheFileIsNotSent() async throws {
        let server = try ScriptedServer(script: Self.script)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // Given a machine that does not allow its password to be sent without TLS
            let file = try bed.writeCredentials("machine 127.0.0.1 login anna password pw")
            let setting = ["PODIMPORT_CREDENTIALS_FILE=\(file)"]
            _ = try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/feed")

            // When
            let refused = try await bed.start(["import", "--due"], environment: setting).output()
            _ = try await bed.podimport("subscription", "set", "1", "allow-insecure-credentials=true")
            let imported = try await bed.start(["import", "--due"], environment: setting).output()

            // Then
            #expect(refused.errors.contains("(401)") && refused.errors.contains("add allow-http"), "\(refused.errors)")
            #expect(imported.lines.first?.hasPrefix(Self.imported) == true)
        }
    }

    @Test func doesNotAdviseToSendThePasswordInTheFileWhereThatWouldNotHelp() async throws {
        let elsewhere = try ScriptedServer(script: Self.script)
        let port = elsewhere.port
        let server = try ScriptedServer { _ in
            ServerStep.response(301, ["Location: http://127.0.0.1:\(port)/feed"])
        }
        elsewhere.start()
        server.start()
        defer {
            server.stop()
            elsewhere.stop()
        }
        try await ProgramTestBed.run { bed in
            // Given a password in the file, and a redirect to a server that no password is sent to
            let file = try bed.writeCredentials("machine 127.0.0.1 login anna password pw")
            let setting = ["PODIMPORT_CREDENTIALS_FILE=\(file)"]
            _ = try await bed.podimport("subscription", "add", "http://127.0.0.1:\(server.port)/feed")

            // When
            let refused = try await bed.start(["import", "--due"], environment: setting).output()

            // Then
            #expect(refused.errors.contains("a redirect leads to http://127.0.0.1:\(port)"), "\(refused.errors)")
            #expect(!refused.errors.contains("allow-http"), "\(refused.errors)")
        }
    }

    @Test func theDaemonLooksIntoTheCredentialsFileWhenItIsReloaded() async throws {
        try await DaemonTestBed.run(script: Self.script) { bed in
            // Given a daemon that was refused
            let file = try bed.program.writeCredentials("")
            _ = try await bed.program.podimport("subscription", "add", bed.url("/feed"))
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_CREDENTIALS_FILE=\(file)"])
            await bed.arrival(of: "/feed")
            let refused = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            _ = try bed.program.writeCredentials(
                "machine 127.0.0.1:\(bed.server.port) login anna password pw allow-http"
            )
            daemon.send(SIGHUP)
            await bed.arrival(of: "/feed")
            var idle = await bed.notify.line(beginning: "STATUS=Idle")
            while idle?.contains("100 new episodes") == false {
                idle = await bed.notify.line(beginning: "STATUS=Idle")
            }
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(refused?.contains("1 failed") == true)
            #expect(bed.server.requests.map { $0["Authorization"] } == [nil, "Basic YW5uYTpwdw=="])
        }
    }
}

extension ProgramTestBed {
    /// Writes a file with passwords, for nobody else to read; its path.
    fileprivate func writeCredentials(_ text: String) throws -> String {
        let path = try write(text, to: "credentials")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }
}
