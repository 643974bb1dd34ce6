import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

struct RequestHeaderTests {
    @Test func sendsExactlyTheHeadersThatBelong() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Set-Cookie: a=b; Path=/"], "<rss/>")
        } test: { bed in
            // Given
            let agent = TransferOptions.userAgent(version: "1.2", contact: "https://example.org/bot")
            let options = TransferOptions.loopback.with { $0.userAgent = agent }

            // When
            _ = try await bed.load("/first?show=1", options: options)
            _ = try await bed.load("/second", options: options)

            // Then
            #expect(bed.server.requests.count == 2)
            let names = Set(bed.server.requests.flatMap(\.headerLines).map { $0.prefix { $0 != ":" } })
            #expect(names == ["Host", "User-Agent", "Accept", "Accept-Encoding"])
            #expect(bed.server.requests.first?["User-Agent"] == "podimport/1.2 (+https://example.org/bot)")
            #expect(
                bed.server.requests.first?["Accept"]?.hasPrefix("application/rss+xml, application/atom+xml,") == true
            )
            #expect(bed.server.requests.first?.requestLine == "GET /first?show=1 HTTP/1.1")
        }
    }

    @Test func saysOnceWhoAsksWhereAProxyIsToldItAsWell() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.proxy = "http://127.0.0.1:\(bed.server.port)" }
            _ = try await bed.load(options: options)

            let agents = bed.server.requests.map { $0.headerLines.filter { $0.hasPrefix("User-Agent:") } }
            #expect(agents == [["User-Agent: podimport"]])
        }
    }

    @Test func aHostMayWantToReadMoreOfTheAgent() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed"
                ? ServerStep.redirect(
                    302,
                    to: "http://localhost:\(request["Host"]?.split(separator: ":").last ?? "")/real"
                )
                : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.userAgentSuffixes = [HostSuffix(host: "localhost", text: "(mail a@example.org)")]
            }
            _ = try await bed.load(options: options)

            #expect(bed.server.requests.map { $0["User-Agent"] } == ["podimport", "podimport (mail a@example.org)"])
        }
    }

    @Test(arguments: [
        ("example.org", true), ("feeds.example.org", true), ("badexample.org", false), ("org.example", false),
    ])
    func aHostStandsForTheHostsUnderIt(host: String, matches: Bool) throws {
        let options = TransferOptions(userAgent: "a").with {
            $0.userAgentSuffixes = [HostSuffix(host: "example.org", text: "b")]
        }
        let url = try FeedURL("https://\(host)/feed")
        #expect(options.userAgent(for: url) == (matches ? "a b" : "a"))
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b", "\u{1B}[0m"])
    func refusesToSendControlCharacters(value: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let etagError = try await bed.error(validators: HTTPValidators(etag: value))
            let dateError = try await bed.error(validators: HTTPValidators(lastModified: value))
            let agentError = try await bed.error(options: TransferOptions.loopback.with { $0.userAgent = value })

            #expect([etagError, dateError, agentError].allSatisfy { $0.shortDescription == "header-injection" })
            #expect(bed.server.requests.isEmpty)
        }
    }

    @Test(arguments: ["ETag: \"a\rb\"", "Last-Modified: a\u{1}b"])
    func refusesControlCharactersInAResponse(line: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [line], "<rss/>")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "header-injection")
        }
    }

    @Test func sendsNonASCIIAddressesPercentEncoded() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.load("/caf\u{E9}/%7Efeed")

            #expect(bed.server.requests.first?.path == "/caf%C3%A9/%7Efeed")
        }
    }

    @Test func keepsConnectionsForTheNextRequest() async throws {
        // A machine that is busy with other tests may let one go: never all of them.
        try await LoadingTestBed.repeatedly(expecting: [1, 1, 1]) {
            try await LoadingTestBed.run { request in
                request.path == "/missing"
                    ? ServerStep.response(404, [], "an error page of some length")
                    : ServerStep.response(200, [], "<rss/>")
            } test: { bed in
                _ = try await bed.load("/one")
                _ = try await bed.error("/missing")
                _ = try await bed.load("/two")
                return bed.server.requests.map(\.connection)
            }
        }
    }
}
