import FeedServer
import Testing

/// Where the program connects to, and where it does not.
struct NetworkSettingTests {
    private static func run(_ test: (ProgramTestBed, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer { _ in ServerStep.response(200, [], SampleFeed.rss("Show", ["a"])) }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in try await test(bed, server) }
    }

    @Test func connectionsThatAreKeptTakeNoDescriptorsFromThoseToBeMade() async throws {
        try await Self.run { bed, server in
            // Given more hosts than there may be descriptors
            let feeds = (0..<120).map { "http://h\($0).localhost:\(server.port)/\($0)" }
            let list = try bed.write(feeds.joined(separator: "\n"), to: "feeds.txt")
            let settings = "PODIMPORT_ALLOW_PRIVATE_NETWORKS=true PODIMPORT_PIPELINE_LOADS=8"

            // When
            let limited = "ulimit -n 96; \(settings) exec \"$0\" --store \"$1\" --feeds-from \"$2\" --quiet"
            let output = try await bed.command("/bin/sh", ["-c", limited, Program.path, bed.store, list])

            // Then
            #expect(output.status == 0, "\(output.errors.suffix(500))")
        }
    }

    @Test(arguments: ["2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0x7f000001"])
    func anOddSpellingOfAPrivateAddressIsDenied(host: String) async throws {
        try await Self.run { bed, server in
            let output = try await bed.podimport("--feed", "http://\(host):\(server.port)/", "--format", "json")
                .document()

            #expect(output.object("error")?.text("kind") == "address-denied")
            #expect(output.object("error")?.text("message")?.contains("loopback, 127.0.0.0/8") == true)
            #expect(server.connectionCount == 0)
        }
    }

    @Test func aPrivateAddressThatIsWrittenOutIsMeant() async throws {
        try await Self.run { bed, server in
            let numbered = try await bed.podimport("--feed", "http://127.0.0.1:\(server.port)/")
            let named = try await bed.podimport("--feed", "http://localhost:\(server.port)/f")
            #expect([numbered.status, named.status] == [0, 0])
        }
    }

    @Test func anAddressFromAListIsNotMeantToBePrivate() async throws {
        try await Self.run { bed, server in
            // Given a subscription that nobody has typed
            let feed = "http://127.0.0.1:\(server.port)/"
            #expect(try await bed.podimport("subscription", "add", feed).status == 0)
            try await bed.execute("UPDATE subscription SET namedByUser = 0")

            // When
            let listed = try await bed.podimport("import", "--all", "--format", "json").document()
            let typed = try await bed.podimport("subscription", "add", feed)
            let later = try await bed.podimport("import", "--all", "--format", "json").document()

            // Then
            #expect(listed.object("error")?.text("kind") == "address-denied")
            #expect(typed.status == 0)
            #expect(later.text("outcome") == "imported")
            #expect(server.requests.count == 1)
        }
    }

    @Test func aRedirectMayNotLeadInside() async throws {
        try await Self.run { bed, inside in
            let outside = try ScriptedServer { _ in
                ServerStep.redirect(302, to: "http://localhost:\(inside.port)/admin")
            }
            outside.start()
            defer { outside.stop() }

            let output = try await bed.podimport("--feed", "http://127.0.0.1:\(outside.port)/")

            #expect(output.status == 2)
            #expect(output.errors.contains("not public"))
            #expect(inside.connectionCount == 0)
        }
    }

    @Test func theMetadataOfACloudIsDeniedHoweverItIsNamed() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(
                setting: ["PODIMPORT_ALLOW_PRIVATE_NETWORKS=true"],
                "--feed",
                "http://169.254.169.254/latest/meta-data/"
            )
            #expect(output.errors.contains("cloud metadata, 169.254.169.254/32"))
        }
    }

    @Test(arguments: [
        "PODIMPORT_ALLOW_PRIVATE_NETWORKS=true", "PODIMPORT_ALLOW_NETWORKS=127.0.0.0/8", "PODIMPORT_ALLOW_HOSTS=127.1",
    ])
    func whatIsDeniedCanBeAllowed(setting: String) async throws {
        try await Self.run { bed, server in
            let output = try await bed.podimport(setting: [setting], "--feed", "http://127.1:\(server.port)/")
            #expect(output.status == 0)
        }
    }

    @Test func portsCanBeLimited() async throws {
        try await Self.run { bed, server in
            let feed = "http://127.0.0.1:\(server.port)/"
            let output = try await bed.podimport(setting: ["PODIMPORT_ALLOW_PORTS=80,443"], "--feed", feed)
            #expect(output.errors.contains("port \(server.port) is not among the allowed ports"))
            #expect(server.connectionCount == 0)
        }
    }

    @Test func aProxyOfTheEnvironmentIsNotUsedButThatOfTheSettingIs() async throws {
        try await Self.run { bed, server in
            // Given a proxy that is not there, and the server itself as one
            let nowhere = try SilentPort()
            defer { nowhere.release() }
            let variables = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"].map {
                "\($0)=http://127.0.0.1:\(nowhere.number)"
            }

            // When
            let direct = try await bed.podimport(setting: variables, "--feed", "http://127.0.0.1:\(server.port)/f")
            let proxied = try await bed.podimport(
                setting: ["PODIMPORT_PROXY=http://127.0.0.1:\(server.port)", "no_proxy=*"],
                "--feed",
                "http://feeds.example/f"
            )

            // Then
            #expect(direct.status == 0)
            #expect(proxied.status == 0)
            let lines = server.requests.map(\.requestLine)
            #expect(lines == ["GET /f HTTP/1.1", "GET http://feeds.example/f HTTP/1.1"])
        }
    }

    @Test func theAgentNamesTheContactOfTheOperator() async throws {
        try await Self.run { bed, server in
            let feed = "http://127.0.0.1:\(server.port)/"
            _ = try await bed.podimport(setting: ["PODIMPORT_CONTACT=https://radio.example/bot"], "--feed", feed)
            let agent = server.requests.first?["User-Agent"]
            #expect(agent?.hasPrefix("podimport/") == true)
            #expect(agent?.hasSuffix(" (+https://radio.example/bot)") == true)
        }
    }
}
