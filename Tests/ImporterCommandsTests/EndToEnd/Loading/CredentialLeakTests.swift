import FeedServer
import Foundation
import Testing

/// A password and a token, sent to a server that fails in every way and says
/// them back in all it says: nobody else is told (http polling A6 61, 64).
struct CredentialLeakTests {
    private static let token = "CANARYtoken5e1d"
    private static let password = "CANARYpassword77aa"
    /// The last one pauses the host.
    private static let kinds = [
        "good", "unauthorized", "forbidden", "missing", "gone", "broken", "unavailable", "teapot", "redirected",
        "circle", "nowhere", "abroad", "downhill", "short", "page", "text", "object", "other", "malformed", "empty",
        "coded", "control", "silent", "unasked", "elsewhere", "slow-down",
    ]

    /// All forms in which the secrets could come out.
    private static let secrets = [
        token, password, Data("anna:\(password)".utf8).base64EncodedString(), Data(password.utf8).base64EncodedString(),
    ]

    private static func answer(_ request: RecordedRequest) -> [ServerStep] {
        // Whatever was sent stands in every body and in headers that are kept.
        let echo = "\(request.path) \(request["Authorization"] ?? "-")"
        let headers = [
            "Link: <http://x.example/\(token)>; rel=hub", "Content-Type: text/\(token)",
            "Cache-Control: max-age=60, \(echo)", "Expires: \(password)",
        ]
        func response(_ status: Int, _ extra: [String] = [], _ body: String? = nil) -> [ServerStep] {
            ServerStep.response(status, headers + extra, body ?? "<error>\(echo)</error>")
        }
        let kind = request.path.split(separator: "/").first.map(String.init) ?? ""
        switch kind {
        case "good": return response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a"]))
        case "unauthorized": return response(401, ["WWW-Authenticate: Basic realm=\"\(token)\""])
        case "forbidden": return response(403)
        case "gone": return response(410)
        case "slow-down": return response(429, ["Retry-After: 0"])
        case "broken": return response(500)
        case "unavailable": return response(503)
        case "teapot": return response(418)
        case "redirected": return response(302, ["Location: /broken/\(token)?sig=\(password)"])
        case "circle": return response(302, ["Location: \(request.path)"])
        case "nowhere": return response(302, ["Location: http://[\(token)"])
        case "abroad": return response(301, ["Location: ftp://anna:\(password)@127.0.0.1/\(token)"])
        case "downhill": return response(301, ["Location: http://anna:\(password)@localhost:1/\(token)"])
        case "short": return [.send(ServerStep.head(200, ["Content-Length: 999"]) + Array(echo.utf8)), .close]
        case "page": return response(200, [], "<html><title>\(echo)</title></html>")
        case "text": return response(200, [], "No feed: \(echo)")
        case "object": return response(200, [], "{\"error\":\"\(echo)\"}")
        case "other": return response(200, [], "<?xml version=\"1.0\"?><\(token)-\(password)/>")
        case "malformed": return response(200, [], "<rss><\(token) \(password)=<")
        case "empty": return response(200, [], "")
        case "coded": return response(200, ["Content-Encoding: rot-\(token)"], "\u{1}\(echo)")
        case "control": return response(200, ["ETag: \"\(token)\u{1}\""])
        case "silent": return [.close]
        case "unasked": return ServerStep.notModified(headers)
        case "elsewhere": return [.send(Array("\(echo)\r\n".utf8)), .close]
        default: return response(404)
        }
    }

    /// Runs a test with a subscription to every kind of server, whose password
    /// may be sent although there is no TLS here.
    private static func run(_ test: (ProgramTestBed, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer(script: answer)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feeds = kinds.map { "http://anna:\(password)@127.0.0.1:\(server.port)/\($0)/\(token)?key=\(token)" }
            #expect(try await bed.podimport(["subscription", "add"] + feeds).status == 0)
            try await bed.execute("UPDATE subscription SET overrides = '{\"allow-insecure-credentials\":\"true\"}'")
            try await test(bed, server)
        }
    }

    private static func expectSilence(_ text: String, _ what: String, knows known: Set<String> = []) {
        for secret in secrets where !known.contains(secret) {
            let leak = text.range(of: secret).map { text[..<$0.upperBound].suffix(120) }
            #expect(leak == nil, "\(what)")
        }
    }

    @Test(arguments: ["text", "json", "journald"])
    func noLogTellsThem(format: String) async throws {
        try await Self.run { bed, server in
            for level in ["debug", "trace"] {
                try await bed.execute("DELETE FROM host")
                let run = ["import", "--all", "--force", "--log-level", level, "--log-format", format]
                let output = try await bed.podimport(run)
                Self.expectSilence(output.errors, "\(format) \(level)")
                Self.expectSilence(output.text, "text output")
                // The journal of this machine, if it has one, is not ours to read.
                #expect(format == "journald" || output.errors.contains("127.0.0.1:\(server.port)/…"))
            }
            // They were sent, or there was nothing to hide.
            #expect(server.requests.count { $0["Authorization"] != nil } >= Self.kinds.count)
            #expect(server.requests.contains { $0.path.contains(Self.token) })
        }
    }

    @Test func noResultAndNoCommandTellsThem() async throws {
        try await Self.run { bed, server in
            let imported = try await bed.podimport("import", "--all", "--force", "--format", "json")
            #expect(imported.lines.count == Self.kinds.count)
            // The address itself is what the results are about; the password is not.
            Self.expectSilence(imported.text, "import --format json", knows: [Self.token])
            let errors = try imported.objects().compactMap { $0.object("error") }
            // The web page is put off with its host: the feeds that it may lead to are looked for one after the other.
            #expect(errors.count >= Self.kinds.count - 3)
            #expect(Set(errors.compactMap { $0.text("kind") }).count > 15)
            for error in errors { Self.expectSilence(error.text("message") ?? "", error.text("kind") ?? "") }

            for number in 1...Self.kinds.count {
                let explained = try await bed.podimport("subscription", "explain", "\(number)")
                Self.expectSilence(explained.text + explained.errors, "explain \(number)", knows: [Self.token])
                let document = try await bed.podimport("subscription", "explain", "\(number)", "--format", "json")
                let reasons = try document.document().objects("fetches")
                let kind = Self.kinds[number - 1]
                #expect(reasons.count == 1 || kind == "page", "\(kind)")
                Self.expectSilence(document.text, "explain \(number) as JSON", knows: [Self.token])
            }
            for command in [
                ["subscription", "list"], ["subscription", "list", "--failing"], ["subscription", "show", "2"],
                ["subscription", "list", "--format", "json"], ["subscription", "show", "2", "--format", "json"],
                ["subscription", "set", "2", "interval=6h"], ["status"], ["store", "check"], ["config", "show"],
            ] {
                let output = try await bed.podimport(command)
                Self.expectSilence(output.text + output.errors, "\(command)", knows: [Self.token])
            }
            for command in [["changes"], ["changes", "--format", "json"], ["episode", "list", "--format", "json"]] {
                let output = try await bed.podimport(command)
                Self.expectSilence(output.text + output.errors, "\(command)")
            }
        }
    }

    @Test func aPasswordThatADocumentRepeatsInItsAddressesIsNotKept() async throws {
        let server = try ScriptedServer { request in
            let address = "http://anna:\(Self.password)@\(request["Host"] ?? "")"
            let document = SampleFeed.rss("Show", ["a"])
                .replacing("https://show.example/feed.xml", with: "\(address)/feed")
                .replacing("https://show.example/<", with: "\(address)/site<")
                .replacing("<item>", with: "<item><link>\(address)/page</link>")
                .replacing("<language>", with: "<atom:link rel=\"next\" href=\"\(address)/feed\"/><language>")
            return ServerStep.response(200, [], document)
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://127.0.0.1:\(server.port)/feed"

            #expect(try await bed.podimport("--feed", feed).status == 0)

            let stored = try bed.texts("SELECT link || ' ' || selfURL || ' ' || nextPageURL FROM podcast")
            let (site, port) = ("http://127.0.0.1", server.port)
            #expect(stored == ["\(site):\(port)/site \(feed) \(feed)"])
            #expect(try bed.texts("SELECT link FROM episode") == ["\(site):\(port)/page"])
            for command in [["subscription", "show", "1"], ["episode", "show", "1"], ["feed", "inspect", feed]] {
                let output = try await bed.podimport(command)
                #expect(output.status == 0)
                Self.expectSilence(output.text + output.errors, "\(command)")
            }
        }
    }

    @Test func aRedirectThatRepeatsThePasswordIsFollowedAndNotShown() async throws {
        let server = try ScriptedServer { request in
            let sent = request["Authorization"]?.dropFirst("Basic ".count) ?? ""
            return request.path == "/feed"
                ? ServerStep.redirect(301, to: "/signed?by=\(sent)")
                : ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a"]))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feed = "http://anna:\(Self.password)@127.0.0.1:\(server.port)/feed"
            #expect(try await bed.podimport("subscription", "add", feed).status == 0)
            try await bed.execute("UPDATE subscription SET overrides = '{\"allow-insecure-credentials\":\"true\"}'")

            let imported = try await bed.podimport("import", "--all", "--force", "--format", "json")

            #expect(imported.status == 0)
            #expect(server.requests.last?.path.hasPrefix("/signed?by=") == true)
            #expect(try imported.objects().map { $0.text("redirectedTo") } == ["http://127.0.0.1:\(server.port)/…"])
            Self.expectSilence(imported.text + imported.errors, "import")
            for command in ["list", "show", "explain"] {
                let name = command == "list" ? [] : ["1"]
                let output = try await bed.podimport(["subscription", command] + name + ["--format", "json"])
                Self.expectSilence(output.text, command)
            }
            #expect(try bed.texts("SELECT id FROM subscription WHERE pendingMoveURL IS NOT NULL").isEmpty)
        }
    }

    @Test func noColumnOfTheStoreTellsThemButTheirOwn() async throws {
        try await Self.run { bed, _ in
            _ = try await bed.podimport("import", "--all", "--force")
            // Given the columns that are there to keep addresses, and the secret itself
            let own: Set<String> = [
                "feedCredential.password", "subscription.feedURL", "subscription.dedupKey",
                "subscription.validatorsURL",
                "subscription.pendingMoveURL", "subscription.pendingMoveKey",
                "feedURLHistory.feedURL", "feedURLHistory.dedupKey",
            ]
            let columns = try bed.texts(
                """
                SELECT tables.name || '.' || columns.name FROM pragma_table_list AS tables
                JOIN pragma_table_info(tables.name) AS columns
                WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
                """
            )
            #expect(columns.count > 200)
            #expect(own.isSubset(of: Set(columns)))

            // Then no other holds a trace of them
            for column in columns where !own.contains(column) {
                let parts = column.split(separator: ".")
                let values = try bed.texts(
                    "SELECT CAST(\"\(parts[1])\" AS TEXT) FROM \"\(parts[0])\" WHERE \"\(parts[1])\" IS NOT NULL"
                )
                Self.expectSilence(values.joined(separator: "\n"), column)
            }
            Self.expectSilence(
                try bed.texts("SELECT feedURL || dedupKey FROM subscription").joined(),
                "feedURL",
                knows: [Self.token]
            )
            #expect(Set(try bed.texts("SELECT password FROM feedCredential")) == [Self.password])
            let mode = try FileManager.default.attributesOfItem(atPath: bed.store)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
